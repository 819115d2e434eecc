// Package ai has the computer players of Tiến Lên.
//
// Normal plans its hand: it splits it into plays that get rid of it in few turns, and makes the
// play that leaves the best plan (plan.go). Hard tries the plays that Normal rates best in sampled
// worlds that fit its Observation, and plays each world to the end of the round. Easy plays like
// Normal half the time and randomly otherwise.
package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/kit"
	"deuces/game/tienlen"
	"deuces/internal/say"
)

// New returns the players of Tiến Lên for some rules.
func New(rules game.Rules) (ai.Players, error) {
	_, err := ai.RulesOf[*tienlen.Rules](rules)
	normal := ai.PlayerOf(newDecision, (*decision).chooseNormal)
	return ai.Players{ai.Easy: ai.HalfRandom(normal), ai.Normal: normal, ai.Hard: ai.PlayerOf(newDecision, (*decision).chooseHard)}, err
}

// decision is an Observation in the types of the game's core.
type decision struct {
	tienlen.Core // the hands of the others are empty
	legal        []game.Action
	pool         kit.Cards                  // cards that nobody has played and the seat doesn't hold
	left         []int                      // number of cards of each place
	played       [tienlen.Players]kit.Cards // cards that each place has played in this round
	past         []ai.Act[tienlen.Play]     // all plays and passes of this round, oldest first
	buf          [tienlen.MaxPlays]tienlen.Play
}

func newDecision(s ai.Observation) (*decision, error) {
	core, err := tienlen.Observation(s.View)
	if err != nil {
		return nil, err
	}
	d := &decision{Core: core, legal: s.View.Legal, left: s.HandSizes(), pool: kit.Deck &^ core.Hands[core.Turn]}
	for place, cards := range s.Turns() {
		p, _ := tienlen.Classify(tienlen.CardsOf(cards...))
		d.past = append(d.past, ai.Act[tienlen.Play]{Place: place, Play: p})
		d.played[place] |= p.Cards()
		d.pool &^= p.Cards()
	}
	return d, nil
}

// evaluate returns Normal's view of the decision.
func (d *decision) evaluate() *evaluation {
	var w tienlen.Core
	d.Deal(&w, rand.New(rand.NewPCG(0, 0))) // any world will do: only the union of the other hands matters
	return newEvaluation(&w)
}

// chooseNormal plays by the plan. Its reason is shown as the hint.
func (d *decision) chooseNormal(ai.Budget, uint64) (ai.Choice, error) {
	t := d.evaluate()
	p := t.best()
	return ai.ChooseLegal(d.legal, kit.Action(p), d.reason(t, p))
}

// candidates is the maximum number of plays that Hard tries.
const candidates = 8

// chooseHard searches among the plays that Normal rates best.
func (d *decision) chooseHard(b ai.Budget, seed uint64) (ai.Choice, error) {
	t := d.evaluate()
	var list []ai.Scored[tienlen.Play]
	for _, p := range t.legal {
		list = append(list, ai.Scored[tienlen.Play]{Move: p, Value: float32(t.score(p))})
	}
	list = ai.Promising(list, candidates, 1<<30)
	action := func(s ai.Scored[tienlen.Play]) game.Action { return kit.Action(s.Move) }
	best, estimates := ai.Searched(d, list, b, seed, action)
	choice, err := ai.ChooseLegal(d.legal, action(best), say.Message{})
	choice.Estimates = estimates
	return choice, err
}

// Deal implements ai.Problem. Cards that no hand needs remain undealt.
func (d *decision) Deal(c *tienlen.Core, r *rand.Rand) {
	*c = d.Core
	d.pool.Deal(c.Hands[:c.Seats], c.Turn, d.left, r)
}

// Try implements ai.Problem. It plays the round to its end with playoutMove and returns the seat's
// points.
func (d *decision) Try(c *tienlen.Core, s ai.Scored[tienlen.Play], r *rand.Rand) float64 {
	own, m := c.Turn, s.Move
	for c.Step(m); !c.Over; c.Step(m) {
		legal := c.Legal(d.buf[:0])
		if m = legal[0]; len(legal) > 1 {
			if r.Float64() < ai.Noise {
				m = legal[r.IntN(len(legal))]
			} else {
				m = playoutMove(c, legal)
			}
		}
	}
	return float64(c.Score()[own])
}
