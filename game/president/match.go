package president

import (
	"cmp"
	"fmt"
	"slices"

	"deuces/game"
)

// Winner says whether the match ends with the last of these rounds (rules.md
// P8). Ended by the host, a match that was to go on to a score or a number of
// rounds has no winner; one without such an end goes to the most points.
func (r *Rules) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	target, rounds := r.settings.number("target"), r.settings.number("rounds")
	o := game.Outcome{Winner: game.Nobody, Order: make([]game.Seat, seats), Totals: make([]int, seats)}
	place := make([]int, seats) // in the last round
	for i := range o.Order {
		o.Order[i] = game.Seat(i)
	}
	for _, result := range results {
		for seat, points := range result.Points {
			o.Totals[seat] += points
		}
		for i, seat := range result.Places {
			place[seat] = i
		}
	}
	// Most points first; ties by the better place in the last round.
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int {
		return cmp.Or(cmp.Compare(o.Totals[b], o.Totals[a]), cmp.Compare(place[a], place[b]))
	})
	played := len(results) > 0
	switch {
	case played && target > 0 && o.Totals[o.Order[0]] >= target:
		// Of those who reached the target the best placed wins.
		reached := slices.DeleteFunc(slices.Clone(o.Order), func(s game.Seat) bool { return o.Totals[s] < target })
		o.Winner = slices.MinFunc(reached, func(a, b game.Seat) int { return cmp.Compare(place[a], place[b]) })
		i := slices.Index(o.Order, o.Winner)
		o.Order = slices.Insert(slices.Delete(o.Order, i, i+1), 0, o.Winner)
		o.Reason = fmt.Sprintf("first to %s", points(target))
		if len(reached) > 1 {
			o.Reason += ", and ahead in the last round of whoever else has them"
		}
	case rounds > 0 && len(results) >= rounds:
		o.Winner = o.Order[0]
		o.Reason = fmt.Sprintf("most points after %s", times(rounds)) + level(o)
	case !ended:
		return game.Outcome{}, false
	case played && target == 0 && rounds == 0:
		o.Winner = o.Order[0]
		o.Reason = "most points when the match was ended" + level(o)
	case target > 0:
		o.Reason = fmt.Sprintf("ended before anyone had %s", points(target))
	case rounds > 0:
		o.Reason = fmt.Sprintf("ended before %s were played", times(rounds))
	default:
		o.Reason = "ended before a round was played"
	}
	return o, true
}

// level says what decided between the first two where points did not.
func level(o game.Outcome) string {
	if len(o.Order) < 2 || o.Totals[o.Order[0]] != o.Totals[o.Order[1]] {
		return ""
	}
	return ": level on points, and ahead in the last round"
}

func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}

func times(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprintf("%d rounds", n)
}
