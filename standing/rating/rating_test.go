package rating

import (
	"math"
	"slices"
	"testing"
)

func newPlayers(places ...int) []belief {
	players := make([]belief, len(places))
	for i, place := range places {
		players[i] = belief{mu, sigma, place}
	}
	return players
}

// The expected values come from the tests of openskill.js 4.1, which implements the same paper
// (src/models/__tests__/plackett-luce.test.ts). They are for games of new players without teams.
// Like update, these tests don't widen the distributions before a game.
func TestRatingsEqualPublishedExamples(t *testing.T) {
	for _, c := range []struct {
		why    string
		places []int
		want   []belief
	}{
		{"two", []int{1, 2}, []belief{
			{27.63523138347365, 8.065506316323548, 1}, {22.36476861652635, 8.065506316323548, 2}}},
		{"three", []int{1, 2, 3}, []belief{
			{27.868876552746237, 8.204837030780652, 1}, {25.717219138186557, 8.057829747583874, 2}, {21.413904309067206, 8.057829747583874, 3}}},
		{"four", []int{1, 2, 3, 4}, []belief{
			{27.795084971874736, 8.263160757613477, 1}, {26.552824984374855, 8.179213704945203, 2},
			{24.68943500312503, 8.083731307186588, 3}, {20.96265504062538, 8.083731307186588, 4}}},
		{"five", []int{1, 2, 3, 4, 5}, []belief{
			{27.666666666666668, 8.290556877154474, 1}, {26.833333333333332, 8.240145629781066, 2}, {25.72222222222222, 8.179996679645559, 3},
			{24.055555555555557, 8.111796013701358, 4}, {20.72222222222222, 8.111796013701358, 5}}},
	} {
		wantNear(t, c.why, c.want, update(newPlayers(c.places...)), 1e-9)
	}
}

// The series is three consecutive games with shared places. The expected values come from the
// program rank 1.02, as quoted by openskill.js (plackett-luce-series.test.ts).
func TestRatingsEqualAPublishedSeries(t *testing.T) {
	players := newPlayers(0, 0, 0, 0, 0)
	for _, game := range [][][2]int{ // pairs of player and place
		{{0, 1}, {1, 2}, {2, 2}, {3, 4}, {4, 4}},
		{{4, 1}, {2, 2}, {1, 2}},
		{{3, 1}, {1, 1}, {2, 3}, {0, 3}},
	} {
		var seated []belief
		for _, g := range game {
			p := players[g[0]]
			p.place = g[1]
			seated = append(seated, p)
		}
		for i, after := range update(seated) {
			after.place = 0
			players[game[i][0]] = after
		}
	}
	wantNear(t, "after three games", []belief{
		{26.353761103, 8.11102706, 0}, {24.618479789, 7.90533551, 0}, {23.065819512, 7.822005595, 0},
		{24.476332403, 8.106111471, 0}, {26.385499685, 8.054090809, 0},
	}, players, 0.005) // the tolerance of the published test
}

func wantNear(t *testing.T, why string, want, got []belief, tolerance float64) {
	t.Helper()
	for i := range want {
		if math.Abs(want[i].mu-got[i].mu) > tolerance || math.Abs(want[i].sigma-got[i].sigma) > tolerance || want[i].place != got[i].place {
			t.Errorf("%s: player %d is rated %v, want %v", why, i, got[i], want[i])
		}
	}
}

// The ratings depend on the places, not on the order in which players are listed. A game with a
// single player changes nothing.
func TestAGameChangesEverybodysRating(t *testing.T) {
	n := New()
	if got := Rate([]Placed{{n, 1}}); got[0] != n || n.Shown() != 1000 {
		t.Errorf("a game with one player changes %v, shown as %d, to %v; want no change, and 1000", n, n.Shown(), got)
	}
	four := []Placed{{n, 1}, {n, 2}, {n, 3}, {n, 4}}
	got := Rate(four)
	slices.Reverse(four)
	back := Rate(four)
	slices.Reverse(back)
	if !slices.Equal(got, back) {
		t.Errorf("the order of the players changes their ratings: %v and %v", got, back)
	}
	for i, r := range got {
		if r.Sigma >= n.Sigma || i > 0 && r.Mu >= got[i-1].Mu {
			t.Errorf("got %v, want each sigma smaller and the ratings in the order of the places", got)
		}
	}
}

// If a player always wins, their rating keeps rising. Its standard deviation neither collapses nor
// grows, however long they play.
func TestTheRatingOfAPlayerWhoAlwaysWinsKeepsRising(t *testing.T) {
	players := slices.Repeat([]Rating{New()}, 4)
	last := 0
	for game := range 20_000 {
		var placed []Placed
		for i, r := range players {
			place := (i+game)%3 + 2
			if i == 3 {
				place = 1
			}
			placed = append(placed, Placed{r, place})
		}
		players = Rate(placed)
		if game == 100 {
			last = players[3].Shown()
		}
	}
	for i, r := range players {
		if r.Sigma < unit/10 || r.Sigma > New().Sigma || r.Mu < -100*unit || r.Mu > 200*unit {
			t.Errorf("player %d is rated %v, want mu and sigma within bounds", i, r)
		}
	}
	if players[3].Shown() <= last || players[0].Shown() >= players[3].Shown() {
		t.Errorf("the winner of each game is shown as %d, and %d after 100 games; another player as %d", players[3].Shown(), last, players[0].Shown())
	}
}
