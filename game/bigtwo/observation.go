package bigtwo

import (
	"slices"

	"deuces/game"
)

// Observation returns the round as a seat whose turn it is sees it: all of Core but
// the hands of the other places, which are empty. A computer player deals them
// anew, with as many cards as View.Players says, and steps from there.
func Observation(v game.View) Core {
	place := func(s game.Seat) uint8 { return uint8(slices.Index(v.Order, s)) }
	c := Core{Turn: place(v.Seat)}
	c.Hands[c.Turn] = CardsOf(v.Hand...)
	for s, p := range v.Players {
		if p.Passed {
			c.Passed |= 1 << place(game.Seat(s))
		}
	}
	if len(v.Top.Cards) > 0 {
		c.Top, _ = Classify(CardsOf(v.Top.Cards...))
		c.Owner = place(v.Top.Seat)
		c.Passes = (c.Turn + 2*Players - c.Owner - 1) % Players
		return c
	}
	c.Due = !slices.ContainsFunc(v.Legal, func(a game.Action) bool { return CardsOf(a.Cards...)&ThreeOfDiamonds == 0 })
	return c
}

// Score returns the points of a round that is over, by place.
func (r *Rules) Score(c *Core) (points [Players]int) {
	for place, hand := range c.Hands {
		lost := r.lost(hand.Len())
		points[place] -= lost
		points[c.Turn] += lost
	}
	return points
}
