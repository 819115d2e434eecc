package acehole

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
)

// Observation returns the round as a seat whose turn it is sees it: all of Core but
// the hands of the other places, which are empty, and the cards of the pile,
// which are card.None. Who is the Acehole so far is not told either. A computer
// player deals what is hidden anew, with as many cards as View.Players and
// View.Pile say, and steps from there.
func (r *Rules) Observation(v game.View) Core {
	place := func(s game.Seat) uint8 { return uint8(slices.Index(v.Order, s)) }
	c := Core{
		Cards: uint8(v.Pile), Top: v.Top.Cards[0], Up: v.Dir == game.Up, Seats: uint8(len(v.Order)),
		Turn: place(v.Seat), Owner: -1, Acehole: -1, Free: r.free,
	}
	if v.Top.Seat != game.Nobody {
		c.Owner = int8(place(v.Top.Seat))
	}
	c.Hands[c.Turn] = card.SetOf(v.Hand...)
	c.Open = slices.ContainsFunc(v.Legal, func(a game.Action) bool { return a.Verb == game.Draw })
	return c
}

// Score returns what the cards left cost, by place.
func (c *Core) Score() (points [MaxPlaces]int) {
	for place := range c.Seats {
		for b := range c.Hands[place].All() {
			points[place] += worth(b)
		}
	}
	return points
}
