package president

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/internal/say"
)

// ends returns how a match ends: with so many points, after so many rounds; 0: not so.
func (r *Rules) ends() (target, rounds int) {
	target, rounds = r.settings.number("target"), r.settings.number("rounds")
	if r.titlesOnly() {
		target = 0
	}
	if longest := r.settings.number("longest"); longest > 0 && target > 0 && (rounds == 0 || rounds > longest) {
		rounds = longest
	}
	return target, rounds
}

// Endless says that a match goes on until the host ends it.
func (r *Rules) Endless() bool {
	target, rounds := r.ends()
	return target == 0 && rounds == 0
}

// Winner says whether the match ends with the last of these rounds (rules.md
// P8, P11). Ended by the host, a match that was to go on to a score or a number of
// rounds has no winner; one without such an end goes to the most points.
func (r *Rules) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	target, rounds := r.ends()
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
	if r.titlesOnly() {
		return r.byTitles(o, results, place, rounds, ended)
	}
	// Most points first; ties by the better place in the last round.
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int {
		return cmp.Or(cmp.Compare(o.Totals[b], o.Totals[a]), cmp.Compare(place[a], place[b]))
	})
	// level: points did not decide between the first two.
	level := len(o.Order) > 1 && o.Totals[o.Order[0]] == o.Totals[o.Order[1]]
	played := len(results) > 0
	switch {
	case played && target > 0 && o.Totals[o.Order[0]] >= target:
		// Of those who reached the target the best placed wins.
		reached := slices.DeleteFunc(slices.Clone(o.Order), func(s game.Seat) bool { return o.Totals[s] < target })
		o.Winner = slices.MinFunc(reached, func(a, b game.Seat) int { return cmp.Compare(place[a], place[b]) })
		i := slices.Index(o.Order, o.Winner)
		o.Order = slices.Insert(slices.Delete(o.Order, i, i+1), 0, o.Winner)
		o.Reason = say.New("first to {n:# point|# points}", target)
		if len(reached) > 1 {
			o.Reason = say.New("first to {n:# point|# points}; best placed in the last round of those who reached it", target)
		}
	case rounds > 0 && len(results) >= rounds:
		o.Winner = o.Order[0]
		o.Reason = say.New("most points after {n:# round|# rounds}", rounds)
		if level {
			o.Reason = say.New("most points after {n:# round|# rounds}; tied on points, but better placed in the last round", rounds)
		}
	case !ended:
		return game.Outcome{}, false
	case played && target == 0 && rounds == 0:
		o.Winner = o.Order[0]
		o.Reason = say.New("most points when the match was ended")
		if level {
			o.Reason = say.New("most points when the match was ended; tied on points, but better placed in the last round")
		}
	case target > 0:
		o.Reason = say.New("ended before anyone had {n:# point|# points}", target)
	case rounds > 0:
		o.Reason = say.New("ended before {n:# round was|# rounds were} played", rounds)
	default:
		o.Reason = say.New("ended before a round was played")
	}
	return o, true
}

// byTitles is Winner where nobody gets points: whoever was President most often wins,
// however the match ended.
func (r *Rules) byTitles(o game.Outcome, results []game.Result, place []int, rounds int, ended bool) (game.Outcome, bool) {
	times := make([]int, len(o.Order))
	for _, result := range results {
		times[result.Places[0]]++
	}
	slices.SortStableFunc(o.Order, func(a, b game.Seat) int {
		return cmp.Or(cmp.Compare(times[b], times[a]), cmp.Compare(place[a], place[b]))
	})
	switch {
	case !ended && (rounds == 0 || len(results) < rounds):
		return game.Outcome{}, false
	case len(results) == 0:
		o.Reason = say.New("ended before a round was played")
		return o, true
	case len(o.Order) > 1 && times[o.Order[0]] == times[o.Order[1]]:
		o.Reason = say.New("President {n:once|# times}; others were as often, but were placed worse in the last round", times[o.Order[0]])
	default:
		o.Reason = say.New("President most often: {n:once|# times}", times[o.Order[0]])
	}
	o.Winner = o.Order[0]
	return o, true
}
