package standing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"deuces/game"
	"deuces/standing"
)

// rounds returns rounds of one system in channel "c", one second apart. Each argument is a round:
// the titles of players 1, 2 and so on, who finished in this order.
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
		[]game.Title{best, worst, ""}, // a single round as worst isn't remembered
		[]game.Title{worst, best, ""},
		[]game.Title{worst, worst, best}, // two players with the same title get no title run
	) {
		runs.Take(l.Crown(r))
	}
	began := func(round int) standing.RoundKey {
		return standing.RoundKey{At: int64(round) * 1000, Match: 1, Round: round}
	}
	of := func(channel string) []standing.TitleRun {
		return []standing.TitleRun{
			{TitleRunKey: standing.TitleRunKey{Channel: channel, System: "s", Title: best, Began: began(1)}, Player: 1, Rounds: 2, Last: 2000, TakenBy: 2},
			{TitleRunKey: standing.TitleRunKey{Channel: channel, System: "s", Title: best, Began: began(4)}, Player: 3, Rounds: 1, Last: 4000, Running: true, Deposed: 2, DeposedRounds: 1},
		}
	}
	want := standing.TitleRuns{}
	for _, r := range append(of(""), of("c")...) {
		want[r.TitleRunKey] = r
	}
	if diff := cmp.Diff(want, runs); diff != "" {
		t.Error(diff)
	}
}

func TestASinglePlayerIsNotRated(t *testing.T) {
	r := rounds([]game.Title{""})[0]
	for _, r.People = range []int{0, 1} {
		if changes := standing.NewLedger().Rate(r); len(changes) > 0 {
			t.Errorf("%d people: got the changes %+v, want none", r.People, changes)
		}
	}
}

// Whoever spoils a round with others loses to as many equals, and their titles, and nobody gains or loses by it.
func TestASpoiledRoundIsLastPlaceForOnePlayer(t *testing.T) {
	const best, worst = game.President, game.Scum
	l, runs := standing.NewLedger(), standing.TitleRuns{}
	all := rounds([]game.Title{best, "", worst}, []game.Title{""})
	l.Rate(all[0])
	runs.Take(l.Crown(all[0]))
	spoiled := all[1]
	spoiled.People, spoiled.Parts[0].Place = 3, 3
	changes := l.Rate(spoiled)
	if len(changes) != 2 || changes[0].Player != 1 || changes[0].After.Mu >= changes[0].Before.Mu || changes[1].After != changes[0].After {
		t.Errorf("got the changes %+v, want player 1 down, and player 2 alike", changes)
	}
	runs.Take(l.Crown(spoiled))
	held := map[game.Title]standing.Player{}
	for _, r := range runs {
		if r.Running && r.Channel == "" {
			held[r.Title] = r.Player
		}
	}
	if diff := cmp.Diff(map[game.Title]standing.Player{worst: 3}, held); diff != "" {
		t.Error(diff)
	}
}

func TestThinKeepsTheFirstAndLastPoint(t *testing.T) {
	var points []standing.RatingPoint
	for i := range 1003 {
		points = append(points, standing.RatingPoint{Round: i + 1})
	}
	got := standing.Thin(points, standing.RatingPoints)
	if len(got) != standing.RatingPoints || got[0] != points[0] || got[len(got)-1] != points[len(points)-1] {
		t.Errorf("got %d points from %v to %v, want %d, with the same ends", len(got), got[0], got[len(got)-1], standing.RatingPoints)
	}
	for i := 1; i < len(got); i++ {
		if step := got[i].Round - got[i-1].Round; step < 5 || step > 6 {
			t.Errorf("points %d and %d are %d rounds apart, want 5 or 6", i-1, i, step)
		}
	}
	if short := standing.Thin(points[:7], standing.RatingPoints); len(short) != 7 {
		t.Errorf("got %d of 7 points, want all", len(short))
	}
}

func TestAMatchListsItsWinnerFirstThenByPoints(t *testing.T) {
	var a standing.Account
	for _, e := range []standing.Entry{
		{Player: 1, Place: 1, Points: 2, Title: "best"}, {Player: 2, Place: 2, Points: 5}, {Player: 3, Left: true, Points: 5},
		{Player: 1, Place: 2, Points: 1}, {Player: 2, Place: 1, Points: -1, Title: "best"},
	} {
		a.Round(e, "")
	}
	a.Match(1, "Ann", true)
	a.Match(2, "Bob", false)
	want := []standing.Part{
		{Player: 1, Rounds: 2, Points: 3, Winner: true},
		{Player: 3, Points: 5, Left: true},
		{Player: 2, Rounds: 2, Points: 4, Title: "best"},
	}
	if diff := cmp.Diff(want, a.Parts()); diff != "" {
		t.Error(diff)
	}
}
