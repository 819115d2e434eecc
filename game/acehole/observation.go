package acehole

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// public returns the round without hidden cards: hands are empty, the cards of the pile are
// card.None, and CanDraw, which says something about a hand, is false.
func (c Core) public() Core {
	c.Hands, c.Pile, c.CanDraw = [MaxPlaces]card.Set{}, [maxCards]card.Card{}, false
	c.Cards, c.Drawn = c.Cards-c.Drawn, 0
	return c
}

// Observation returns the round as a seat sees it, without the hands of others and the cards of the
// pile. View.Players and View.Pile tell how many cards these have, so a computer player can sample
// the cards and step the round.
func Observation(v game.View) (Core, error) {
	c, place, err := kit.Public[Core](v)
	if err == nil {
		c.Hands[place] = card.SetOf(v.Hand...)
		c.CanDraw = slices.ContainsFunc(v.Legal, func(a game.Action) bool { return a.Verb == game.Draw })
	}
	return c, err
}

// Score returns what the cards left in each hand cost, by place.
func (c *Core) Score() (points [MaxPlaces]int) {
	for place := range c.Seats {
		for b := range c.Hands[place].All() {
			points[place] += Points(b)
		}
	}
	return points
}

// Following returns the cards, as bits, that can be played on a top card.
func Following(top card.Card, up bool) uint64 { return following[b2i(up)][top] }

// Next returns the next card of a run, or None.
func Next(c card.Card, up bool) card.Card { return successor[b2i(up)][c] }
