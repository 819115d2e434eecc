package bigtwo

import (
	"deuces/game"
	"deuces/game/kit"
)

// Observation returns the round as a seat sees it: a Core in which the hands of other places are
// empty. View.Players has the sizes of these hands, so a computer player can sample them and step
// the round.
func Observation(v game.View) (Core, error) {
	c, place, err := kit.Public[Core](v)
	if err == nil {
		c.Hands[place] = CardsOf(v.Hand...)
	}
	return c, err
}

// Score returns the points of a finished round, by place.
func (r *Rules) Score(c *Core) (points [Players]int) {
	for place, hand := range c.Hands {
		lost := r.penalty(hand.Len())
		points[place] -= lost
		points[c.Turn] += lost
	}
	return points
}
