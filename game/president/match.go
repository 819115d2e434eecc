package president

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Ends implements game.Rules.
func (r *Rules) Ends() (target, rounds int) {
	target, rounds = r.Number("target"), r.Number("rounds")
	if r.titlesOnly() {
		target = 0
	}
	if longest := r.Number("longest"); longest > 0 && target > 0 && (rounds == 0 || rounds > longest) {
		rounds = longest
	}
	return target, rounds
}

// Describe returns the sentence for players that says when the match ends.
func (r *Rules) Describe() say.Message { return kit.DescribeLength(r.Ends()) }

// Winner reports whether the match ends after these rounds (rules.md P8, P11). If the host ends a
// match that has a target or a number of rounds, nobody wins. If it has neither, the most points
// win.
func (r *Rules) Winner(results []game.Result, seats int, ended bool) (game.Outcome, bool) {
	target, rounds := r.Ends()
	t := kit.Count(results, seats)
	played, long := len(results) > 0, rounds > 0 && len(results) >= rounds
	if r.titlesOnly() {
		return byTitles(t, played, long || ended)
	}
	t.Sort(t.Totals)
	first := t.Order[0]
	switch {
	case played && target > 0 && t.Totals[first] >= target:
		// Of the players who reached the target, the one who did best in the last round wins.
		reached := slices.DeleteFunc(slices.Clone(t.Order), func(s game.Seat) bool { return t.Totals[s] < target })
		first = slices.MinFunc(reached, func(a, b game.Seat) int { return cmp.Compare(t.Last.Place(a), t.Last.Place(b)) })
		i := slices.Index(t.Order, first)
		t.Order = slices.Insert(slices.Delete(t.Order, i, i+1), 0, first)
		t.Reason = kit.FirstTo(target)
		if len(reached) > 1 {
			t.Reason = kit.DecidedByLastRound(t.Reason)
		}
	case !long && !ended:
		return game.Outcome{}, false
	case !played, !long && (target > 0 || rounds > 0):
		t.Reason = kit.EndedEarly()
		return t.Outcome, true
	default:
		t.Reason = kit.MostAfter(len(results))
		if t.Totals[first] == t.Totals[t.Order[1]] {
			t.Reason = kit.DecidedByLastRound(t.Reason)
		}
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
		t.Reason = kit.EndedEarly()
		return t.Outcome, true
	}
	t.Reason = say.New("President most often: {n:once|# times}", t.Won[first])
	if t.Won[first] == t.Won[t.Order[1]] {
		t.Reason = kit.DecidedByLastRound(t.Reason)
	}
	t.Winner = first
	return t.Outcome, true
}
