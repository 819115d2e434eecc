package standing_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deuces/game"
	"deuces/standing"
)

// rounds returns rounds of one system in channel "c", a second apart. Titles are by player from
// 1, and places are in the same order.
func rounds(titles ...[]game.Title) (all []standing.RatedRound) {
	for i, of := range titles {
		r := standing.RatedRound{ID: int64(i + 1), RoundKey: standing.RoundKey{At: int64(i+1) * 1000, Match: 1, Round: i + 1}, Channel: "c", System: "s"}
		for p, title := range of {
			r.Parts = append(r.Parts, standing.RatedPart{Player: standing.Player(p + 1), Place: p + 1, Title: title})
		}
		all = append(all, r)
	}
	return all
}

func TestATitleRunEndsWhenAnotherPlayerGetsIt(t *testing.T) {
	const best, worst = game.President, game.Scum
	l, runs := standing.NewLedger(), standing.TitleRuns{}
	for _, r := range rounds(
		[]game.Title{best, "", worst},
		[]game.Title{best, worst, ""}, // the worst has changed after one round: nobody remembers that
		[]game.Title{worst, best, ""},
		[]game.Title{worst, worst, best}, // two of a kind hold nothing
	) {
		runs.Take(l.Crown(r))
	}
	began := func(round int) standing.RoundKey {
		return standing.RoundKey{At: int64(round) * 1000, Match: 1, Round: round}
	}
	of := func(channel string) []standing.TitleRun {
		return []standing.TitleRun{
			{Channel: channel, System: "s", Title: best, Began: began(1), Player: 1, Rounds: 2, Last: 2000, TakenBy: 2},
			{Channel: channel, System: "s", Title: best, Began: began(4), Player: 3, Rounds: 1, Last: 4000, Running: true, Deposed: 2, DeposedRounds: 1},
		}
	}
	want := standing.TitleRuns{}
	for _, r := range append(of(""), of("c")...) {
		want[r.Key()] = r
	}
	if diff := cmp.Diff(want, runs); diff != "" {
		t.Error(diff)
	}
}

func TestFoldingOneRoundEqualsFoldingAll(t *testing.T) {
	all := rounds([]game.Title{"", "", ""}, []game.Title{"", ""}, []game.Title{"", "", ""})
	whole := standing.NewLedger()
	var last []standing.RatingChange
	for _, r := range all {
		last = whole.Rate(r)
	}
	resumed := standing.NewLedger()
	for _, c := range last {
		of := standing.Rated{System: "s", Player: c.Player}
		if c.Overall {
			of.System = ""
		}
		resumed.HasRating(of, c.Before)
	}
	if diff := cmp.Diff(last, resumed.Rate(all[2])); diff != "" || len(last) != 6 {
		t.Errorf("%d changes\n%s", len(last), diff)
	}
}

func TestASinglePlayerIsNotRated(t *testing.T) {
	r := rounds([]game.Title{"", ""})[0]
	r.Parts[1].Place = 0 // somebody else finished the round
	if changes := standing.NewLedger().Rate(r); len(changes) > 0 {
		t.Errorf("%+v", changes)
	}
}

func TestARunningTitleContinues(t *testing.T) {
	l := standing.NewLedger()
	l.HasRunning(standing.TitleRun{Channel: "c", System: "s", Title: game.President, Player: 1, Rounds: 4, Running: true})
	runs := standing.TitleRuns{}
	runs.Take(l.Crown(rounds([]game.Title{game.President, ""})[0]))
	longest := slices.Max(slices.Collect(func(yield func(int) bool) {
		for r := range maps.Values(runs) {
			if !yield(r.Rounds) {
				return
			}
		}
	}))
	if longest != 5 {
		t.Errorf("after four rounds and one it is %d", longest)
	}
}
