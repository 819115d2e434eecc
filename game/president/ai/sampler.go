package ai

import (
	"math"
	"math/rand/v2"

	"deuces/game/card"
	"deuces/game/president"
)

// sampler is a chain of worlds (Metropolis): each differs from the one before it by
// some swaps of two hidden cards, taken or left so that a world comes up as often
// as it is likely, after what the others did and what the exchange says.
type sampler struct {
	chairs []int // that hold hidden cards
	begun  bool
	hands  [president.MaxChairs]card.Set
	likely [president.MaxChairs]float64 // by chair, from what it did
	broken int                          // cards that break a bound
}

// How many swaps are tried before the first world, and between two worlds; and
// how much less likely a card makes a world that breaks a bound, as a logarithm.
const (
	settle = 60
	mix    = 10
	breach = 4
)

// Deal makes the next world of the chain.
func (d *decision) Deal(w *world, r *rand.Rand) {
	g := &d.sampler
	if len(g.chairs) < 2 {
		d.deal.Deal(w, r)
		return
	}
	tries := mix
	if !g.begun {
		d.deal.Deal(w, r)
		for c := range d.start.Chairs() {
			g.hands[c] = w.p.Hand(c)
			g.likely[c] = d.past.likely(&d.tactics, c, g.hands[c])
		}
		g.broken = d.breaches(&g.hands)
		g.begun, tries = true, settle
	}
	for range tries {
		d.swap(r)
	}
	w.p, w.live = d.start, d.live
	for c := range d.start.Chairs() {
		if d.sizes[c] > 0 {
			w.p.SetHand(c, g.hands[c])
		}
	}
}

// swap tries to swap two hidden cards.
func (d *decision) swap(r *rand.Rand) {
	g := &d.sampler
	a, b := g.chairs[r.IntN(len(g.chairs))], g.chairs[r.IntN(len(g.chairs))]
	if a == b {
		return
	}
	x, y := pick(g.hands[a].Minus(d.known[a]), r), pick(g.hands[b].Minus(d.known[b]), r)
	if x == card.None || y == card.None || x == y {
		return
	}
	ha, hb := g.hands[a], g.hands[b]
	g.hands[a].Remove(x)
	g.hands[a].Add(y)
	g.hands[b].Remove(y)
	g.hands[b].Add(x)
	la, lb := d.past.likely(&d.tactics, a, g.hands[a]), d.past.likely(&d.tactics, b, g.hands[b])
	broken := d.breaches(&g.hands)
	gain := la + lb - g.likely[a] - g.likely[b] - breach*float64(broken-g.broken)
	if gain >= 0 || r.Float64() < math.Exp(gain) {
		g.likely[a], g.likely[b], g.broken = la, lb, broken
	} else {
		g.hands[a], g.hands[b] = ha, hb
	}
}

// pick returns a random card of a hand; None of an empty one.
func pick(hand card.Set, r *rand.Rand) card.Card {
	n := hand.Len()
	if n == 0 {
		return card.None
	}
	i := r.IntN(n)
	for c := range hand.All() {
		if i == 0 {
			return c
		}
		i--
	}
	return card.None
}
