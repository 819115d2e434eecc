package acehole

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/say"
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
	level := o.Totals[o.Order[0]] == o.Totals[o.Order[1]] // points don't decide between the first two
	switch {
	case slices.Min(o.Totals) >= r.target:
		o.Reason = say.New("everyone has reached {n:# point|# points}", r.target)
	case slices.Max(o.Totals) >= r.target && level:
		o.Winner, o.Reason = o.Order[0], say.New("fewest points when someone reached {n}; tied on points, but better placed in the last round", r.target)
	case slices.Max(o.Totals) >= r.target:
		o.Winner, o.Reason = o.Order[0], say.New("fewest points when someone reached {n}", r.target)
	case ended:
		o.Reason = say.New("ended early, so nobody wins")
	default:
		return game.Outcome{}, false
	}
	return o, true
}
