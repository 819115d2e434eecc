// Package ai is the computer players of Tiến Lên.
//
// Normal plans its hand: it splits it into plays that get rid of it in few turns, and
// makes the play that leaves the best plan (plan.go). Hard tries the plays that normal
// likes best in worlds that fit what it saw, to the end of the round (hard.go). Easy
// plays like normal half the time, and else anything.
package ai

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/kit"
	"deuces/game/tienlen"
	"deuces/internal/say"
)

// New returns the players of Tiến Lên with its options set.
func New(rules game.Rules) (ai.Players, error) {
	if _, ok := rules.(*tienlen.Rules); !ok {
		return nil, fmt.Errorf("tienlen: these are the rules of %s", rules.Name())
	}
	return ai.Players{ai.Easy: easy{}, ai.Normal: normal{}, ai.Hard: hard{}}, nil
}

// Learnt fails: none of the players plays by weights.
func Learnt(game.Rules, []byte) (ai.Players, error) {
	return nil, fmt.Errorf("tienlen: no player plays by weights")
}

// decision is an Observation in the engine's words.
type decision struct {
	tienlen.Core // the hands of others are empty
	legal        []game.Action
	pool         kit.Cards // cards that nobody has played and the seat doesn't hold
	left         [tienlen.Players]int
	played       [tienlen.Players]kit.Cards // by each place in this round
	past         []act                      // all that was done in it, oldest first
}

// act is what a place did.
type act struct {
	place uint8
	play  tienlen.Play
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
	d := &decision{Core: core, legal: s.View.Legal}
	gone := kit.Cards(0)
	for place, seat := range s.View.Order {
		d.left[place] = s.View.Players[seat].Cards
	}
	for _, n := range s.Told {
		if n.Kind != game.Played && n.Kind != game.Passed {
			continue
		}
		place, p := slices.Index(s.View.Order, n.Seat), tienlen.Pass
		if n.Kind == game.Played {
			p, _ = tienlen.Classify(tienlen.CardsOf(n.Cards...))
		}
		d.past = append(d.past, act{uint8(place), p})
		d.played[place] |= p.Cards()
		gone |= p.Cards()
	}
	d.pool = kit.Deck &^ gone &^ d.Hands[d.Turn]
	return d, nil
}

// choice finds a play among the legal actions.
func (d *decision) choice(p tienlen.Play, reason say.Message) (ai.Choice, error) {
	for _, a := range d.legal {
		if (a.Verb == game.Pass) == (p == tienlen.Pass) && tienlen.CardsOf(a.Cards...) == p.Cards() {
			return ai.Choice{Action: a, Reason: reason}, nil
		}
	}
	return ai.Choice{}, fmt.Errorf("tienlen: %v is not legal", tienlen.List(p.Cards()))
}

// deal fills the other hands with cards of the pool at random; some are left where
// not all were dealt.
func (d *decision) deal(c *tienlen.Core, r *rand.Rand) {
	*c = d.Core
	var pool [52]kit.Cards
	n := 0
	for rest := d.pool; rest != 0; rest &= rest - 1 {
		pool[n] = rest & -rest
		n++
	}
	for place := range c.Seats {
		if place == c.Turn {
			continue
		}
		for range min(d.left[place], n) {
			i := r.IntN(n)
			n--
			c.Hands[place] |= pool[i]
			pool[i] = pool[n]
		}
	}
}

// any returns a world that fits, always the same one.
func (d *decision) any() (c tienlen.Core) {
	d.deal(&c, rand.New(rand.NewPCG(0, 0)))
	return c
}

// easy plays by its plan half the time, and else whatever comes to hand.
type easy struct{}

func (easy) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	if rand.New(rand.NewPCG(seed, 1)).IntN(2) == 0 {
		return ai.Random{}.Choose(s, b, seed)
	}
	return normal{}.Choose(s, b, seed)
}

// normal plays by its plan, and says why: what it says is the hint.
type normal struct{}

func (normal) Choose(s ai.Observation, _ ai.Budget, _ uint64) (ai.Choice, error) {
	d, err := read(s)
	if err != nil {
		return ai.Choice{}, err
	}
	w := d.any()
	t := newThought(&w)
	p := t.best()
	return d.choice(p, d.reason(t, p))
}

// candidates is how many plays hard tries, those that normal likes best.
const candidates = 8

// hard searches.
type hard struct{}

func (hard) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(s)
	if err != nil {
		return ai.Choice{}, err
	}
	w := d.any()
	t := newThought(&w)
	list := slices.Clone(t.legal)
	slices.SortStableFunc(list, func(a, b tienlen.Play) int { return cmp.Compare(t.worth(b), t.worth(a)) })
	list = list[:min(len(list), candidates)]
	return d.choice(list[ai.Search(&playouts{decision: d}, list, b, seed).Best], say.Message{})
}

// playouts is the search of one decision.
type playouts struct {
	*decision
	buf [tienlen.MaxPlays]tienlen.Play
}

// Deal makes a world.
func (p *playouts) Deal(c *tienlen.Core, r *rand.Rand) { p.deal(c, r) }

// Try plays a round on to its end, everyone by the rule of quick, and returns the
// points of the seat.
func (p *playouts) Try(c *tienlen.Core, m tienlen.Play, r *rand.Rand) float64 {
	own := c.Turn
	for c.Step(m); !c.Over; c.Step(m) {
		legal := c.Legal(p.buf[:0])
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
