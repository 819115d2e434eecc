package ai

import (
	"math"
	"math/rand/v2"

	"deuces/game/card"
	"deuces/game/president"
)

// sampler is a Markov chain of worlds (Metropolis algorithm). It derives each world from the last
// one by swapping hidden cards, so that a world occurs as often as it is likely given the others'
// moves and the exchange.
type sampler struct {
	chairs        []int // chairs that hold hidden cards
	started       bool
	hands         [president.MaxChairs]card.Set
	logLikelihood [president.MaxChairs]float64 // log likelihood of each chair's moves
	violations    int                          // number of cards that violate a giftBound
}

// Parameters of the chain.
const (
	burnInSwaps      = 60 // swaps tried before the first world
	swapsPerWorld    = 10 // swaps tried between one world and the next
	violationPenalty = 4  // subtracted from the log likelihood for each card that violates a giftBound
)

// Deal implements ai.Problem.
func (d *decision) Deal(w *world, r *rand.Rand) {
	g := &d.sampler
	if len(g.chairs) < 2 {
		d.knownCards.Deal(w, r)
		return
	}
	tries := swapsPerWorld
	if !g.started {
		d.knownCards.Deal(w, r)
		for c := range d.start.Chairs() {
			g.hands[c] = w.position.Hand(c)
			g.logLikelihood[c] = d.observations.logLikelihood(&d.heuristics, c, g.hands[c])
		}
		g.violations = d.countViolations(&g.hands)
		g.started, tries = true, burnInSwaps
	}
	for range tries {
		d.swap(r)
	}
	w.position, w.inPlay = d.start, d.inPlay
	for c := range d.start.Chairs() {
		if d.sizes[c] > 0 {
			w.position.SetHand(c, g.hands[c])
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
	x, y := randomCard(g.hands[a].Minus(d.known[a]), r), randomCard(g.hands[b].Minus(d.known[b]), r)
	if x == card.None || y == card.None || x == y {
		return
	}
	ha, hb := g.hands[a], g.hands[b]
	g.hands[a].Remove(x)
	g.hands[a].Add(y)
	g.hands[b].Remove(y)
	g.hands[b].Add(x)
	la, lb := d.observations.logLikelihood(&d.heuristics, a, g.hands[a]), d.observations.logLikelihood(&d.heuristics, b, g.hands[b])
	broken := d.countViolations(&g.hands)
	gain := la + lb - g.logLikelihood[a] - g.logLikelihood[b] - violationPenalty*float64(broken-g.violations)
	if gain >= 0 || r.Float64() < math.Exp(gain) {
		g.logLikelihood[a], g.logLikelihood[b], g.violations = la, lb, broken
	} else {
		g.hands[a], g.hands[b] = ha, hb
	}
}

// randomCard returns a random card of a hand, or None.
func randomCard(hand card.Set, r *rand.Rand) card.Card {
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
