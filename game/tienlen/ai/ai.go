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
	normal := newPlayer((*decision).chooseNormal)
	return ai.Players{ai.Easy: ai.HalfRandom(normal), ai.Normal: normal, ai.Hard: newPlayer((*decision).chooseHard)}, err
}

// newPlayer returns a player that converts the Observation and calls choose.
func newPlayer(choose func(*decision, *evaluation, ai.Budget, uint64) (tienlen.Play, say.Message)) ai.Player {
	return ai.Func(func(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
		d, err := newDecision(s)
		if err != nil {
			return ai.Choice{}, err
		}
		var w tienlen.Core
		d.Deal(&w, rand.New(rand.NewPCG(0, 0))) // any world will do: only the union of the other hands matters
		p, reason := choose(d, newEvaluation(&w), b, seed)
		return ai.ChooseLegal(s.View.Legal, kit.Action(p), reason)
	})
}

// decision is an Observation in the types of the game's core.
type decision struct {
	tienlen.Core                            // the hands of the others are empty
	pool         kit.Cards                  // cards that nobody has played and the seat doesn't hold
	left         []int                      // number of cards of each place
	played       [tienlen.Players]kit.Cards // cards that each place has played in this round
	past         []ai.Act[tienlen.Play]     // all plays and passes of this round, oldest first
	buf          [tienlen.MaxPlays]tienlen.Play
}

// newDecision converts an Observation.
func newDecision(s ai.Observation) (*decision, error) {
	if len(s.View.Legal) == 0 {
		return nil, ai.ErrNoTurn
	}
	core, err := tienlen.Observation(s.View)
	if err != nil {
		return nil, err
	}
	d := &decision{Core: core, left: s.HandSizes(), pool: kit.Deck &^ core.Hands[core.Turn]}
	for place, cards := range s.Turns() {
		p, _ := tienlen.Classify(tienlen.CardsOf(cards...))
		d.past = append(d.past, ai.Act[tienlen.Play]{Place: place, Play: p})
		d.played[place] |= p.Cards()
		d.pool &^= p.Cards()
	}
	return d, nil
}

// chooseNormal plays by the plan. Its reason is shown as the hint.
func (d *decision) chooseNormal(t *evaluation, _ ai.Budget, _ uint64) (tienlen.Play, say.Message) {
	p := t.best()
	return p, d.reason(t, p)
}

// candidates is the maximum number of plays that Hard tries.
const candidates = 8

// chooseHard searches among the plays that Normal rates best.
func (d *decision) chooseHard(t *evaluation, b ai.Budget, seed uint64) (tienlen.Play, say.Message) {
	var list []ai.Scored[tienlen.Play]
	for _, p := range t.legal {
		list = append(list, ai.Scored[tienlen.Play]{Move: p, Value: float32(t.score(p))})
	}
	list = ai.Promising(list, candidates, 1<<30)
	return list[ai.Search(d, list, b, seed).Best].Move, say.Message{}
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
