package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// deal is what a seat knows of the hidden cards.
type deal struct {
	start  president.Position // the own hand there, the others empty
	hidden []card.Card        // the cards of others but those known to be with one
	sizes  [president.MaxChairs]int
	known  [president.MaxChairs]card.Set // cards that a chair holds for sure
	played [president.MaxChairs]card.Set
	bounds []bound
	live   counts
}

// read finds out what a seat knows.
func (d *deal) read(p *president.Position, s ai.Observation, deck card.Set) {
	d.start = *p
	var chair [president.MaxChairs]int8
	for c, seat := range s.View.Order {
		chair[seat] = int8(c)
		if seat != s.View.Seat {
			d.sizes[c] = s.View.Players[seat].Cards
		}
	}
	rest := deck.Minus(card.SetOf(s.View.Hand...))
	for _, n := range s.News {
		if n.Kind == game.Played {
			for _, c := range n.Cards {
				d.played[chair[n.Seat]].Add(c)
				rest.Remove(c)
			}
		}
	}
	d.live = countOf(rest) + countOf(card.SetOf(s.View.Hand...))
	for _, swap := range s.View.Swaps {
		c := chair[swap.With]
		back := card.SetOf(swap.Got...)
		for _, given := range swap.Gave {
			if !back.Has(given) && !d.played[c].Has(given) && rest.Remove(given) {
				d.known[c].Add(given)
			}
		}
	}
	d.hidden = rest.Cards()
	d.bind(s, &chair)
}

// Deal makes a world: each hidden card goes to some seat that still lacks one.
func (d *deal) Deal(w *world, r *rand.Rand) {
	w.p, w.live = d.start, d.live
	r.Shuffle(len(d.hidden), func(i, j int) { d.hidden[i], d.hidden[j] = d.hidden[j], d.hidden[i] })
	cards := d.hidden
	for c := range w.p.Chairs() {
		hand := d.known[c]
		lacks := d.sizes[c] - hand.Len()
		if d.sizes[c] == 0 {
			continue
		}
		for _, x := range cards[:lacks] {
			hand.Add(x)
		}
		cards = cards[lacks:]
		w.p.SetHand(c, hand)
	}
}
