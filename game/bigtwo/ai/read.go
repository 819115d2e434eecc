package ai

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/bigtwo"
	"deuces/internal/say"
)

// decision is an Observation in the engine's words.
type decision struct {
	Tracked // the hands of others are empty
	legal   []game.Action
	pool    cards          // cards that nobody has played and the seat doesn't hold
	left    [players]int   // how many cards each place holds
	laid    [players]cards // what each has played in this round
	past    []act          // all that was done in this round, oldest first
}

// act is what a place did.
type act struct {
	place uint8
	play  play
}

// read finds out what a seat knows when it has to decide.
func read(s ai.Observation) (*decision, error) {
	v := s.View
	if len(v.Legal) == 0 {
		return nil, ai.ErrNoTurn
	}
	core, err := bigtwo.Observation(v)
	if err != nil {
		return nil, err
	}
	d := &decision{Tracked: Tracked{Core: core}, legal: v.Legal}
	for place, seat := range v.Order {
		d.left[place] = v.Players[seat].Cards
	}
	watched, gone := Tracked{}, cards(0)
	for _, n := range s.Told {
		place := slices.Index(v.Order, n.Seat)
		if n.Kind != game.Played && n.Kind != game.Passed || place < 0 {
			continue
		}
		p := pass
		if n.Kind == game.Played {
			p, _ = bigtwo.Classify(bigtwo.CardsOf(n.Cards...))
		}
		d.past = append(d.past, act{uint8(place), p})
		d.laid[place] |= p.Cards()
		gone |= p.Cards()
		watched.Turn = uint8(place)
		watched.Step(p)
	}
	d.declined = watched.declined
	d.pool = deck &^ gone &^ d.Hands[d.Turn]
	return d, nil
}

// choice finds a play among the legal actions.
func (d *decision) choice(p play, reason say.Message) (ai.Choice, error) {
	for _, a := range d.legal {
		if (a.Verb == game.Pass) == (p == pass) && bigtwo.CardsOf(a.Cards...) == p.Cards() {
			return ai.Choice{Action: a, Reason: reason}, nil
		}
	}
	return ai.Choice{}, fmt.Errorf("%v is not legal", bigtwo.List(p.Cards()))
}

// deal fills the other hands of a world with the pool's cards at random. Where
// the pool has more cards than they hold, as not all were dealt, some are left.
func (d *decision) deal(w *Tracked, r *rand.Rand) {
	var pool [52]cards
	n := 0
	for rest := d.pool; rest != 0; rest &= rest - 1 {
		pool[n] = rest & -rest
		n++
	}
	for place := range w.Hands {
		if place == int(w.Turn) {
			continue
		}
		w.Hands[place] = 0
		for range min(d.left[place], n) {
			i := r.IntN(n)
			n--
			w.Hands[place] |= pool[i]
			pool[i] = pool[n]
		}
	}
}

// any returns a world that fits, always the same one: for who looks only at
// what the others hold together, and how many cards each.
func (d *decision) any() Tracked {
	w := d.Tracked
	d.deal(&w, rand.New(rand.NewPCG(0, 0)))
	return w
}
