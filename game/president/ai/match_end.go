package ai

import (
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/president"
)

// matchEnd tells how the match may end with this round, in terms of chairs. It is nil if the match
// goes on however the round ends.
type matchEnd struct {
	*ai.Ending
	seats      []game.Seat // by chair
	points     []int       // by place, first place at index 0
	places     []game.Seat // buffer
	seatPoints []int       // buffer, by seat
}

// A result is worth 1 for first place, 0 for last place, and evenly spaced values in between. The
// following values are added to that.
const (
	firstPlaceBonus = 0.5 // for first place, because it starts the next round with an advantage
	matchValue      = 1.0 // for winning the match with this round; subtracted for losing it
)

// value returns the value of a result to a chair. If e is nil only that chair's place has to be
// known; otherwise the round must be over.
func (e *matchEnd) value(p *president.Position, chair int) float64 {
	var buf [president.MaxChairs]int8
	place := p.PlaceSoFar(chair)
	order := buf[:0]
	if p.Turn() < 0 {
		order = p.Settled(order)
		place = slices.Index(order, int8(chair))
	}
	n := p.Chairs()
	v := float64(n-1-place) / float64(n-1)
	if place == 0 {
		v += firstPlaceBonus
	}
	if e != nil {
		switch won, over := e.winnerOf(order); {
		case over && won == chair:
			v += matchValue
		case over:
			v -= matchValue
		}
	}
	return v
}

// newMatchEnd returns how the match may end with this round, or nil if it can't.
func newMatchEnd(rules *president.Rules, order []game.Seat, match ai.History) *matchEnd {
	n := len(order)
	e := &matchEnd{
		Ending: ai.NewEnding(rules, match), seats: order,
		places: make([]game.Seat, n), seatPoints: make([]int, n),
	}
	for place := range n {
		e.points = append(e.points, rules.Points(place+1, n))
	}
	for first := range n {
		if _, over := e.winnerOf(chairFirst(first, n)); over {
			return e
		}
	}
	return nil
}

// chairFirst returns n chairs in order, except that one of them is first.
func chairFirst(first, n int) []int8 {
	order := []int8{int8(first)}
	for c := range int8(n) {
		if int(c) != first {
			order = append(order, c)
		}
	}
	return order
}

// winnerOf reports whether the match is over if the chairs finish in this order. It also returns
// the chair that has won, or -1 if nobody has.
func (e *matchEnd) winnerOf(order []int8) (winner int, over bool) {
	for place, chair := range order {
		seat := e.seats[chair]
		e.places[place], e.seatPoints[seat] = seat, e.points[place]
	}
	won, over := e.Winner(e.places, e.seatPoints)
	return slices.Index(e.seats, won), over
}
