package ai

import (
	"slices"

	"deuces/game"
)

// Ending tells whether a match ends with the round that is on, and for whom, from
// how the round may end.
type Ending struct {
	rules   game.Rules
	results []game.Result // with one more, the round that is on
}

// NewEnding returns the ending of a match under some rules.
func NewEnding(rules game.Rules, m Match) *Ending {
	return &Ending{rules, append(slices.Clip(m.Results), game.Result{})}
}

// Rounds is how many rounds are over.
func (e *Ending) Rounds() int { return len(e.results) - 1 }

// Total returns what a seat has from the rounds that are over.
func (e *Ending) Total(seat game.Seat) int {
	sum := 0
	for _, r := range e.results[:e.Rounds()] {
		sum += r.Points[seat]
	}
	return sum
}

// With says whether the match is over if the round ends with these places, best
// first, and points by seat, and who has won then: Nobody where all have lost.
func (e *Ending) With(places []game.Seat, points []int) (winner game.Seat, over bool) {
	e.results[e.Rounds()] = game.Result{Places: places, Points: points}
	o, over := e.rules.Winner(e.results, len(places), false)
	return o.Winner, over
}
