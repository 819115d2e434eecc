package screen

import (
	"slices"
	"strings"
	"testing"

	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/systems"
)

// A target is named only while somebody may still reach it before the last round.
func TestATargetThatNobodyCanReachIsNotNamed(t *testing.T) {
	sys, _ := systems.Latest("ahole")
	// The totals are still 0, because only the results are given here.
	for _, tt := range []struct {
		why    string
		rounds string
		points [][]int // by round and seat
		named  bool
	}{
		{"nothing has been played", "2", nil, true},
		{"no limit of rounds", "0", [][]int{{2, 1, 0, 0}}, true},
		{"just enough rounds", "6", [][]int{{2, 1, 0, 0}}, true},
		{"a round too few", "5", [][]int{{2, 1, 0, 0}}, false},
		{"somebody got more in an earlier round", "5", [][]int{{4, 1, 0, 0}}, true},
		{"the last round", "2", [][]int{{2, 1, 0, 0}}, false},
	} {
		m := screentest.NewMatch(t, sys, 4, map[string]string{"target": "10", "rounds": tt.rounds})
		for _, points := range tt.points {
			m.Results = append(m.Results, game.Result{Points: points, Places: []game.Seat{0, 1, 2, 3}, Titles: make([]game.Title, 4)})
		}
		s := snapshotOf(m)
		if got := s.yourStanding(0).String(); strings.Contains(got, "first to 10") != tt.named {
			t.Errorf("%s: the hand says %q, want the target: %v", tt.why, got, tt.named)
		}
		if got := s.standing().String(); strings.Contains(got, "to go") != tt.named {
			t.Errorf("%s: the board says %q, want what is left: %v", tt.why, got, tt.named)
		}
	}
}

// The end of a match has one winner; others with equal points share a place.
func TestEqualPointsAreEqualPlaces(t *testing.T) {
	for _, tt := range []struct {
		winner game.Seat
		totals []int
		want   []int
	}{
		{0, []int{7, 5, 3}, []int{1, 2, 3}},
		{0, []int{7, 7, 3}, []int{1, 2, 3}},
		{0, []int{7, 5, 5, 2}, []int{1, 2, 2, 4}},
		{game.Nobody, []int{7, 7, 3}, []int{1, 1, 3}},
	} {
		o := game.Outcome{Winner: tt.winner, Totals: tt.totals}
		for seat := range tt.totals {
			o.Order = append(o.Order, game.Seat(seat))
		}
		if got := finalPlaces(o); !slices.Equal(got, tt.want) {
			t.Errorf("seat %d wins with %v: got the places %v, want %v", tt.winner, tt.totals, got, tt.want)
		}
	}
}
