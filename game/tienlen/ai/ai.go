// Package ai is the computer players of Tiến Lên.
//
// Normal plans its hand: it splits it into plays that get rid of it in few turns, and
// makes the play that leaves the best plan (plan.go). Hard tries the plays that normal
// likes best in worlds that fit what it saw, to the end of the round (hard.go). Easy
// plays like normal half the time, and else anything.
package ai

import (
	"fmt"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/kit"
	"deuces/game/tienlen"
	"deuces/internal/say"
)

// New returns the players of Tiến Lên with its options set.
func New(rules game.Rules) (ai.Players, error) {
	_, err := ai.RulesOf[*tienlen.Rules](rules)
	normal := player((*decision).normally)
	return ai.Players{ai.Easy: ai.Half(normal), ai.Normal: normal, ai.Hard: player((*decision).search)}, err
}

// Learnt fails: none of the players plays by weights.
func Learnt(game.Rules, []byte) (ai.Players, error) {
	return nil, fmt.Errorf("tienlen: no player plays by weights")
}

// player finds out what a seat knows, and chooses.
func player(choose func(*decision, *thought, ai.Budget, uint64) (tienlen.Play, say.Message)) ai.Player {
	return ai.Func(func(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
		d, err := read(s)
		if err != nil {
			return ai.Choice{}, err
		}
		var w tienlen.Core
		d.Deal(&w, rand.New(rand.NewPCG(0, 0))) // what others hold together is all that counts
		p, reason := choose(d, newThought(&w), b, seed)
		return ai.ChooseLegal(s.View.Legal, kit.Action(p), reason)
	})
}

// decision is an Observation in the engine's words.
type decision struct {
	tienlen.Core           // the hands of others are empty
	pool         kit.Cards // cards that nobody has played and the seat doesn't hold
	left         []int
	played       [tienlen.Players]kit.Cards // by each place in this round
	past         []ai.Act[tienlen.Play]     // all that was done in it, oldest first
	buf          [tienlen.MaxPlays]tienlen.Play
}

// read finds out what a seat knows when it has to decide.
func read(s ai.Observation) (*decision, error) {
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

// normally plays by its plan, and says why: what it says is the hint.
func (d *decision) normally(t *thought, _ ai.Budget, _ uint64) (tienlen.Play, say.Message) {
	p := t.best()
	return p, d.reason(t, p)
}

// candidates is how many plays hard tries, those that normal likes best.
const candidates = 8

// search tries what normal likes best.
func (d *decision) search(t *thought, b ai.Budget, seed uint64) (tienlen.Play, say.Message) {
	var list []ai.Scored[tienlen.Play]
	for _, p := range t.legal {
		list = append(list, ai.Scored[tienlen.Play]{Move: p, Value: float32(t.worth(p))})
	}
	list = ai.Promising(list, candidates, 1<<30)
	return list[ai.Search(d, list, b, seed).Best].Move, say.Message{}
}

// Deal makes a world; some cards are left where not all were dealt.
func (d *decision) Deal(c *tienlen.Core, r *rand.Rand) {
	*c = d.Core
	d.pool.Deal(c.Hands[:c.Seats], c.Turn, d.left, r)
}

// Try plays a round on to its end, everyone by the rule of quick, and returns the
// points of the seat.
func (d *decision) Try(c *tienlen.Core, s ai.Scored[tienlen.Play], r *rand.Rand) float64 {
	own, m := c.Turn, s.Move
	for c.Step(m); !c.Over; c.Step(m) {
		legal := c.Legal(d.buf[:0])
		if m = legal[0]; len(legal) > 1 {
			if r.Float64() < ai.Noise {
				m = legal[r.IntN(len(legal))]
			} else {
				m = quick(c, legal)
			}
		}
	}
	return float64(c.Score()[own])
}
