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
		c.Hands[place] = c.Of(v.Hand...)
	}
	return c, err
}
