package president

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// matchLength returns the score and the number of rounds that end a match; 0: no such limit.
func (r *Rules) matchLength() (target, rounds int) {
	target, rounds = r.Number("target"), r.Number("rounds")
	if r.titlesOnly() {
		target = 0
	}
	if longest := r.Number("longest"); longest > 0 && target > 0 && (rounds == 0 || rounds > longest) {
		rounds = longest
	}
	return target, rounds
}

// Endless implements game.Endless.
func (r *Rules) Endless() bool {
	target, rounds := r.matchLength()
	return target == 0 && rounds == 0
}

// Winner reports whether the match ends after these rounds (rules.md P8, P11). If the host ends a
// match that has a target or a number of rounds, nobody wins. If it has neither, the most points
// win.
func (r *Rules) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	target, rounds := r.matchLength()
	t := kit.Count(results, seats)
	played, long := len(results) > 0, rounds > 0 && len(results) >= rounds
	if r.titlesOnly() {
		return byTitles(t, played, long || ended)
	}
	t.Sort(t.Totals)
	first := t.Order[0]
	// level means that the first two are tied on points.
	level := t.Totals[first] == t.Totals[t.Order[1]]
	switch {
	case played && target > 0 && t.Totals[first] >= target:
		// Of the players who reached the target, the one who did best in the last round wins.
		reached := slices.DeleteFunc(slices.Clone(t.Order), func(s game.Seat) bool { return t.Totals[s] < target })
		first = slices.MinFunc(reached, func(a, b game.Seat) int { return cmp.Compare(t.Last.Place(a), t.Last.Place(b)) })
		i := slices.Index(t.Order, first)
		t.Order = slices.Insert(slices.Delete(t.Order, i, i+1), 0, first)
		t.Reason = say.New("first to {n:# point|# points}", target)
		if len(reached) > 1 {
			t.Reason = say.New("first to {n:# point|# points}; best placed in the last round of those who reached it", target)
		}
	case long && level:
		t.Reason = say.New("most points after {n:# round|# rounds}; tied on points, but better placed in the last round", rounds)
	case long:
		t.Reason = say.New("most points after {n:# round|# rounds}", rounds)
	case !ended:
		return game.Outcome{}, false
	case target > 0:
		t.Reason = say.New("ended before anyone had {n:# point|# points}", target)
		return t.Outcome, true
	case rounds > 0:
		t.Reason = say.New("ended before {n:# round was|# rounds were} played", rounds)
		return t.Outcome, true
	case !played:
		t.Reason = say.New("ended before a round was played")
		return t.Outcome, true
	case level:
		t.Reason = say.New("most points when the match was ended; tied on points, but better placed in the last round")
	default:
		t.Reason = say.New("most points when the match was ended")
	}
	t.Winner = first
	return t.Outcome, true
}

// byTitles is Winner for matches without points: whoever was President most often wins, even if the
// host ended the match.
func byTitles(t *kit.Tally, played, ends bool) (game.Outcome, bool) {
	t.Sort(t.Won)
	first := t.Order[0]
	switch {
	case !ends:
		return game.Outcome{}, false
	case !played:
		t.Reason = say.New("ended before a round was played")
		return t.Outcome, true
	case t.Won[first] == t.Won[t.Order[1]]:
		t.Reason = say.New("President {n:once|# times}; others were as often, but were placed worse in the last round", t.Won[first])
	default:
		t.Reason = say.New("President most often: {n:once|# times}", t.Won[first])
	}
	t.Winner = first
	return t.Outcome, true
}
