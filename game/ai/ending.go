package ai

import (
	"slices"

	"deuces/game"
)

// Ending tells whether a match would end with the current round, and who would win, for any outcome
// of the round.
type Ending struct {
	rules   game.Rules
	results []game.Result // of the finished rounds, and one slot for the current round
}

// NewEnding returns the Ending for a match with this history.
func NewEnding(rules game.Rules, m History) *Ending {
	return &Ending{rules, append(slices.Clip(m.Results), game.Result{})}
}

// Rounds returns the number of finished rounds.
func (e *Ending) Rounds() int { return len(e.results) - 1 }

// Total returns a seat's points from the finished rounds.
func (e *Ending) Total(seat game.Seat) int {
	sum := 0
	for _, r := range e.results[:e.Rounds()] {
		sum += r.Points[seat]
	}
	return sum
}

// Winner reports whether the match is over if the round ends with these places, best first, and
// these points by seat. The winner is Nobody if everyone loses.
func (e *Ending) Winner(places []game.Seat, points []int) (winner game.Seat, over bool) {
	e.results[e.Rounds()] = game.Result{Places: places, Points: points}
	o, over := e.rules.Winner(e.results, len(places), false)
	return o.Winner, over
}
