package acehole

import (
	"cmp"
	"fmt"
	"slices"

	"deuces/game"
)

// Winner ends the match after the round in which someone reaches the target;
// the fewest points win it, ties go to the fewer in the last round. Nobody wins
// where everyone has reached it, or where the host ends it early (rules.md A8).
func (r *Rules) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	o := game.Outcome{Winner: game.Nobody, Totals: make([]int, seats)}
	last := make([]int, seats) // places in the last round
	for s := range seats {
		o.Order = append(o.Order, game.Seat(s))
	}
	for _, result := range results {
		for s, p := range result.Points {
			o.Totals[s] += p
		}
		for place, s := range result.Places {
			last[s] = place
		}
	}
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int {
		return cmp.Or(cmp.Compare(o.Totals[a], o.Totals[b]), cmp.Compare(last[a], last[b]))
	})
	switch {
	case slices.Min(o.Totals) >= r.target:
		o.Reason = fmt.Sprintf("everyone has %d points or more, so all lose; the lowest loses less", r.target)
	case slices.Max(o.Totals) >= r.target:
		o.Winner, o.Reason = o.Order[0], fmt.Sprintf("fewest points when %d were reached", r.target)
		if o.Totals[o.Order[0]] == o.Totals[o.Order[1]] {
			o.Reason += ": level on points, and ahead in the last round"
		}
	case ended:
		o.Reason = "ended early, so nobody wins"
	default:
		return game.Outcome{}, false
	}
	return o, true
}
