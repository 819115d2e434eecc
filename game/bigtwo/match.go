package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/say"
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
	first, next := o.Order[0], o.Order[1]
	tied := o.Totals[first] == o.Totals[next]
	switch {
	case r.target > 0 && o.Totals[first] >= r.target:
		o.Winner, o.Reason = first, say.New("first to {n:# point|# points}", r.target)
		switch {
		case tied && won[first] > won[next]:
			o.Reason = say.New("first to {n:# point|# points}; tied on points, but won more rounds", r.target)
		case tied:
			o.Reason = say.New("first to {n:# point|# points}; tied on points, but better placed in the last round", r.target)
		}
	case r.target == 0 && len(results) >= r.rounds:
		o.Winner, o.Reason = first, say.New("most points after {n:# round|# rounds}", len(results))
		switch {
		case tied && won[first] > won[next]:
			o.Reason = say.New("most points after {n:# round|# rounds}; tied on points, but won more rounds", len(results))
		case tied:
			o.Reason = say.New("most points after {n:# round|# rounds}; tied on points, but better placed in the last round", len(results))
		}
	case ended:
		o.Reason = say.New("ended early, so nobody wins")
	default:
		return game.Outcome{}, false
	}
	return o, true
}
