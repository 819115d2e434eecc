package bigtwo

import (
	"cmp"
	"fmt"
	"slices"

	"deuces/game"
)

// Winner ends the match after the rounds set or, where a winning score is set,
// when someone has reached it (rules.md B8). A match that the host ends before
// that has no winner.
func (r *Rules) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	o := game.Outcome{Winner: game.Nobody, Totals: make([]int, seats)}
	won := make([]int, seats)
	last := make([]int, seats) // places in the last round
	for s := range seats {
		o.Order = append(o.Order, game.Seat(s))
	}
	for _, result := range results {
		for s, p := range result.Points {
			o.Totals[s] += p
		}
		won[result.Places[0]]++
		for place, s := range result.Places {
			last[s] = place
		}
	}
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int {
		return cmp.Or(cmp.Compare(o.Totals[b], o.Totals[a]), cmp.Compare(won[b], won[a]), cmp.Compare(last[a], last[b]))
	})
	switch {
	case r.target > 0 && o.Totals[o.Order[0]] >= r.target:
		o.Winner, o.Reason = o.Order[0], fmt.Sprintf("first to %d points", r.target)
	case r.target == 0 && len(results) >= r.rounds:
		o.Winner, o.Reason = o.Order[0], fmt.Sprintf("most points after %d rounds", len(results))
		if len(results) == 1 {
			o.Reason = "most points in the one round played"
		}
	case ended:
		o.Reason = "ended early, so nobody wins"
	default:
		return game.Outcome{}, false
	}
	if first, next := o.Order[0], o.Order[1]; o.Winner != game.Nobody && o.Totals[first] == o.Totals[next] {
		o.Reason += ": level on points, and "
		if won[first] > won[next] {
			o.Reason += "more rounds won"
		} else {
			o.Reason += "ahead in the last round"
		}
	}
	return o, true
}
