package standing_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/game/card"
	"deuces/standing"
)

func TestThinKeepsTheFirstAndLastPoint(t *testing.T) {
	var points []standing.RatingPoint
	for i := range 1003 {
		points = append(points, standing.RatingPoint{Round: i + 1})
	}
	got := standing.Thin(points, standing.RatingPoints)
	if len(got) != standing.RatingPoints || got[0] != points[0] || got[len(got)-1] != points[len(points)-1] {
		t.Errorf("%d points from %v to %v", len(got), got[0], got[len(got)-1])
	}
	for i := 1; i < len(got); i++ {
		if step := got[i].Round - got[i-1].Round; step < 5 || step > 6 {
			t.Errorf("a step of %d", step)
		}
	}
	if short := standing.Thin(points[:7], standing.RatingPoints); len(short) != 7 {
		t.Errorf("%d of 7 points", len(short))
	}
}

func TestTheMostFrequentFinishingCard(t *testing.T) {
	tally := standing.NewTally(1)
	for _, finish := range []string{"3c 3d", "", "3d 3d", "9h"} { // two of two decks are one card
		if err := tally.Round(standing.Entry{Player: 1, Place: 1, Finish: finish}, time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if s := tally.Stats(); s.Finish != card.New(card.Three, card.Diamonds) || s.Finishes != 2 || s.Rounds != 4 {
		t.Errorf("%+v", s)
	}
	if err := tally.Round(standing.Entry{Finish: "3x"}, time.Unix(2, 0)); err == nil {
		t.Error("what is no card is counted")
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
