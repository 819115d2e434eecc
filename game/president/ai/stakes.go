package ai

import (
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/president"
)

// ending is how a match may end with this round, by chairs; nil where it goes on, however the
// round ends.
type ending struct {
	*ai.Ending
	seats  []game.Seat // by chair
	points []int       // by place, the first at 0
	places []game.Seat // room for a question
	scored []int       // by seat, likewise
}

// What a round's end is worth to hard: 1 for the first place, nothing for the last, those
// between in equal steps, and
const (
	presidency = 0.5 // for the first place beside that, since it starts the next round ahead
	swing      = 1.0 // for winning the match with this round; to lose it costs as much
)

// value is what a round that ended so is worth to a chair. Where the match may end,
// the places of all chairs are known; where e is nil, the chair's own is enough.
func (e *ending) value(p *president.Position, chair int) float64 {
	var buf [president.MaxChairs]int8
	place := p.OutBefore(chair)
	order := buf[:0]
	if p.Turn() < 0 {
		order = p.Settled(order)
		place = slices.Index(order, int8(chair))
	}
	n := p.Chairs()
	v := float64(n-1-place) / float64(n-1)
	if place == 0 {
		v += presidency
	}
	if e != nil {
		switch won, over := e.with(order); {
		case over && won == chair:
			v += swing
		case over:
			v -= swing
		}
	}
	return v
}

// endingOf returns how the match may end with this round.
func endingOf(rules *president.Rules, s ai.Observation) *ending {
	n := len(s.View.Order)
	e := &ending{
		Ending: ai.NewEnding(rules, s.History), seats: s.View.Order,
		places: make([]game.Seat, n), scored: make([]int, n),
	}
	for place := range n {
		e.points = append(e.points, rules.Points(place+1, n))
	}
	for first := range n {
		if _, over := e.with(inFront(first, n)); over {
			return e
		}
	}
	return nil
}

// inFront is chairs in their order, but with one of them first.
func inFront(first, n int) []int8 {
	order := []int8{int8(first)}
	for c := range int8(n) {
		if int(c) != first {
			order = append(order, c)
		}
	}
	return order
}

// with says whether the match is over when chairs end in this order, best first,
// and which has won it; -1 where nobody has.
func (e *ending) with(order []int8) (winner int, over bool) {
	for place, chair := range order {
		seat := e.seats[chair]
		e.places[place], e.scored[seat] = seat, e.points[place]
	}
	won, over := e.Winner(e.places, e.scored)
	return slices.Index(e.seats, won), over
}
