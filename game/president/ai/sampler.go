package ai

import (
	"math/rand/v2"

	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// Parameters of the chain.
const (
	burnInSwaps      = 60 // swaps tried before the first world
	swapsPerWorld    = 10 // swaps tried between one world and the next
	violationPenalty = 4  // subtracted from the log likelihood for each card that violates a giftBound
)

// hands are the hands of a world, with what makes them likely: the others' moves and the exchange.
type hands struct {
	cards         [president.MaxChairs]card.Set
	logLikelihood [president.MaxChairs]float64 // log likelihood of each chair's moves
	violations    int                          // number of cards that violate a giftBound
}

// Deal implements ai.Problem.
func (d *decision) Deal(w *world, r *rand.Rand) {
	if len(d.holders) < 2 {
		d.knownCards.Deal(w, r)
		return
	}
	d.chain.Next(d, r)
	w.position, w.inPlay = d.start, d.inPlay
	for c := range d.start.Chairs() {
		if d.sizes[c] > 0 {
			w.position.SetHand(c, d.chain.Hands.cards[c])
		}
	}
}

// Start implements ai.Swapper.
func (d *decision) Start(h *hands, r *rand.Rand) {
	var w world
	d.knownCards.Deal(&w, r)
	for c := range d.start.Chairs() {
		h.cards[c] = w.position.Hand(c)
		h.logLikelihood[c] = d.observations.logLikelihood(&d.heuristics, c, h.cards[c])
	}
	h.violations = d.countViolations(&h.cards)
}

// Swap implements ai.Swapper.
func (d *decision) Swap(h *hands, r *rand.Rand) bool {
	a, b := d.holders[r.IntN(len(d.holders))], d.holders[r.IntN(len(d.holders))]
	if a == b {
		return false
	}
	x, y := randomCard(h.cards[a].Minus(d.known[a]), r), randomCard(h.cards[b].Minus(d.known[b]), r)
	if x == card.None || y == card.None || x == y {
		return false
	}
	h.cards[a].Remove(x)
	h.cards[a].Add(y)
	h.cards[b].Remove(y)
	h.cards[b].Add(x)
	before := *h
	for _, c := range [2]int{a, b} {
		h.logLikelihood[c] = d.observations.logLikelihood(&d.heuristics, c, h.cards[c])
	}
	h.violations = d.countViolations(&h.cards)
	return ai.Accept(h.logLikelihood[a]+h.logLikelihood[b]-before.logLikelihood[a]-before.logLikelihood[b]-violationPenalty*float64(h.violations-before.violations), r)
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
