package bigtwo

import (
	"deuces/game"
	"deuces/game/kit"
)

// Observation returns the round as a seat sees it: all of Core but the hands of the other
// places, which are empty. A computer player deals them anew, with as many cards as
// View.Players says, and steps from there.
func Observation(v game.View) (Core, error) {
	c, place, err := kit.Public[Core](v)
	if err == nil {
		c.Hands[place] = CardsOf(v.Hand...)
	}
	return c, err
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
