package acehole

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// public is the round as everyone sees it: without hands, and a pile of as many cards,
// which are card.None. Whether drawing is open tells of a hand.
func (c Core) public() Core {
	c.Hands, c.Pile, c.Open = [MaxPlaces]card.Set{}, [maxCards]card.Card{}, false
	c.Cards, c.Drawn = c.Cards-c.Drawn, 0
	return c
}

// Observation returns the round as a seat sees it: without the hands of others and the
// cards of the pile. A computer player deals what is hidden anew, with as many cards as
// View.Players and View.Pile say, and steps from there.
func Observation(v game.View) (Core, error) {
	c, place, err := kit.Public[Core](v)
	if err == nil {
		c.Hands[place] = card.SetOf(v.Hand...)
		c.Open = slices.ContainsFunc(v.Legal, func(a game.Action) bool { return a.Verb == game.Draw })
	}
	return c, err
}

// Score returns what the cards left cost, by place.
func (c *Core) Score() (points [MaxPlaces]int) {
	for place := range c.Seats {
		for b := range c.Hands[place].All() {
			points[place] += Points(b)
		}
	}
	return points
}

// Following returns the cards, as bits, that may be played on a top card.
func Following(top card.Card, up bool) uint64 { return following[b2i(up)][top] }

// Next returns the card that continues a run after a card; None at its end.
func Next(c card.Card, up bool) card.Card { return successor[b2i(up)][c] }
