package ai

import (
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/president"
)

// bound is what an exchange says of a hand: a chair gave its n highest (or
// lowest) cards to another, and so held none beyond those.
type bound struct {
	from, to int8
	n        int
	high     bool
	keeps    bool // 3c may have been kept back
	limit    int  // the least extreme of the cards given, by worth, where the seat has seen them; else -1
}

// bind finds out what the exchanges of the round say.
func (d *deal) bind(s ai.Observation, chair *[president.MaxChairs]int8) {
	terms := d.start.Terms()
	for _, n := range s.View.Swapped {
		low, top := n.Seat, n.Other // of the round before
		highest := [2]game.Seat{low, top}
		lowest := [2]game.Seat{top, low}
		if terms.Mercy && n.Count > 1 { // the last but one gives its highest all the same
			highest, lowest = lowest, highest
		}
		d.bounds = d.bounded(s, d.bounds, chair, highest, n.Count, true)
		if !terms.ReturnChosen {
			d.bounds = d.bounded(s, d.bounds, chair, lowest, n.Count, false)
		}
	}
}

func (d *deal) bounded(s ai.Observation, bounds []bound, chair *[president.MaxChairs]int8, way [2]game.Seat, n int, high bool) []bound {
	b := bound{from: chair[way[0]], to: chair[way[1]], n: n, high: high, keeps: !high && d.start.Terms().Mercy, limit: -1}
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

// nth is the worth of the n-th highest (or lowest) card.
func (d *deal) nth(cards card.Set, n int, high bool) int {
	var most [4]int // extreme worths so far, counted so that more is more extreme
	n = min(n, len(most))
	for c := range cards.All() {
		w := d.extreme(c, high)
		for i := range most[:n] {
			if w > most[i] {
				w, most[i] = most[i], w
			}
		}
	}
	return most[n-1]
}

// extreme counts a card's worth upwards, from 1, for the highest or the lowest.
func (d *deal) extreme(c card.Card, high bool) int {
	if high {
		return int(d.start.Worth(c)) + 1
	}
	return 256 - int(d.start.Worth(c))
}

// breaches counts the cards that would have been given in an exchange, had the
// chairs held these hands.
func (d *deal) breaches(hands *[president.MaxChairs]card.Set) int {
	sum := 0
	for _, b := range d.bounds {
		limit := b.limit
		if limit < 0 {
			limit = d.nth(hands[b.to].Plus(d.played[b.to]), b.n, b.high)
		}
		for c := range hands[b.from].Plus(d.played[b.from]).All() {
			if d.extreme(c, b.high) > limit && !(b.keeps && c == card.New(card.Three, card.Clubs)) {
				sum++
			}
		}
	}
	return sum
}
