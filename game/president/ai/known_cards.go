package ai

import (
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// knownCards is what a seat knows about the hidden cards.
type knownCards struct {
	start  president.Position            // the position, in which only the seat's own hand is filled in
	hidden []card.Card                   // cards of the others whose holder isn't known
	sizes  [president.MaxChairs]int      // number of cards of each other chair
	known  [president.MaxChairs]card.Set // cards that a chair certainly holds
	played [president.MaxChairs]card.Set // cards that each chair has played in this round
	bounds []giftBound
	inPlay counts // all cards that are still held, by rank
}

// read fills in all fields from an Observation.
func (d *knownCards) read(p *president.Position, s ai.Observation, deck card.Set) {
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
	d.inPlay = countOf(rest) + countOf(card.SetOf(s.View.Hand...))
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
	if c := p.Fallen(); c >= 0 { // their cards are set aside unseen
		held := len(d.hidden)
		for other := range s.View.Order {
			held += d.known[other].Len() - d.sizes[other]
		}
		d.sizes[c] = max(held, 0)
	}
	d.addGiftBounds(s, &chair)
}

// Deal deals each hidden card to a random chair that still lacks cards.
func (d *knownCards) Deal(w *world, r *rand.Rand) {
	w.position, w.inPlay = d.start, d.inPlay
	r.Shuffle(len(d.hidden), func(i, j int) { d.hidden[i], d.hidden[j] = d.hidden[j], d.hidden[i] })
	cards := d.hidden
	for c := range w.position.Chairs() {
		hand := d.known[c]
		lacks := d.sizes[c] - hand.Len()
		if d.sizes[c] == 0 {
			continue
		}
		for _, x := range cards[:lacks] {
			hand.Add(x)
		}
		cards = cards[lacks:]
		w.position.SetHand(c, hand)
	}
}
