package ai

import (
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// giftBound is what an exchange shows about a hand: the chair from gave its n highest (or lowest)
// cards to the chair to, so it kept no card beyond them.
type giftBound struct {
	from, to     int8
	n            int
	high         bool
	mayKeepThree bool // the giver may have kept the 3 of clubs
	limit        int  // extremeness of the least extreme card given, if the deciding seat has seen the cards; otherwise -1
}

// addGiftBounds adds the bounds that follow from this round's exchanges.
func (d *knownCards) addGiftBounds(s ai.Observation, chair *[president.MaxChairs]int8) {
	terms := d.start.Terms()
	for _, n := range s.View.Swapped {
		low, top := n.Seat, n.Other // worse and better place in the previous round
		highest := [2]game.Seat{low, top}
		lowest := [2]game.Seat{top, low}
		if terms.Mercy && n.Count > 1 { // with mercy, second to last still gives its highest card
			highest, lowest = lowest, highest
		}
		d.bounds = d.appendGiftBound(s, d.bounds, chair, highest, n.Count, true)
		if !terms.ReturnChosen {
			d.bounds = d.appendGiftBound(s, d.bounds, chair, lowest, n.Count, false)
		}
	}
}

// appendGiftBound appends the bound of one direction of an exchange. It skips the deciding seat's
// own gifts, which tell it nothing new.
func (d *knownCards) appendGiftBound(s ai.Observation, bounds []giftBound, chair *[president.MaxChairs]int8, way [2]game.Seat, n int, high bool) []giftBound {
	b := giftBound{from: chair[way[0]], to: chair[way[1]], n: n, high: high, mayKeepThree: !high && d.start.Terms().Mercy, limit: -1}
	if way[0] == s.View.Seat || n == 0 {
		return bounds
	}
	if way[1] == s.View.Seat {
		for _, swap := range s.View.Swaps {
			if swap.With == way[0] {
				b.limit = d.nth(card.SetOf(swap.Got...), len(swap.Got), high)
			}
		}
	}
	return append(bounds, b)
}

// nth returns the extremeness of the n-th highest (or lowest) card.
func (d *knownCards) nth(cards card.Set, n int, high bool) int {
	var most [4]int // the n largest values of extremeness so far, largest first
	n = min(n, len(most))
	for c := range cards.All() {
		w := d.extremeness(c, high)
		for i := range most[:n] {
			if w > most[i] {
				w, most[i] = most[i], w
			}
		}
	}
	return most[n-1]
}

// extremeness returns a positive number. If high is set, it grows with the card's worth; otherwise
// it falls as the worth grows.
func (d *knownCards) extremeness(c card.Card, high bool) int {
	if high {
		return int(d.start.Worth(c)) + 1
	}
	return 256 - int(d.start.Worth(c))
}

// countViolations counts the cards in these hands that contradict the exchange, because a chair
// that held them would have given them away.
func (d *knownCards) countViolations(hands *[president.MaxChairs]card.Set) int {
	sum := 0
	for _, b := range d.bounds {
		limit := b.limit
		if limit < 0 {
			limit = d.nth(hands[b.to].Plus(d.played[b.to]), b.n, b.high)
		}
		for c := range hands[b.from].Plus(d.played[b.from]).All() {
			if d.extremeness(c, b.high) > limit && !(b.mayKeepThree && c == card.New(card.Three, card.Clubs)) {
				sum++
			}
		}
	}
	return sum
}
