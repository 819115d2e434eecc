package store

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deuces/game"
	"deuces/match"
	"deuces/standing"
)

// settle appends an event to a new table and settles it.
func settle(t testing.TB, s *Store, settled standing.Settlement) {
	t.Helper()
	id := create(t, s)
	settled.Match = int64(id)
	if settled.Round == 0 {
		settled.Round = 1
	}
	must(t, s.Append(t.Context(), id, numberedFrom(3, match.Paused{}), &settled))
}

// round returns a settled round of a guild: its players, best first, with two points for the
// first and one for the second, and the titles of the President family.
func round(guild, system string, players ...standing.Player) standing.Settlement {
	s := standing.Settlement{Guild: guild, Channel: "c1", System: system, People: len(players)}
	for i, p := range players {
		e := standing.Entry{Player: p, Place: i + 1, Points: max(0, 2-i)}
		switch i {
		case 0:
			e.Title = game.President
		case len(players) - 1:
			e.Title = game.Scum
		}
		s.Entries = append(s.Entries, e)
	}
	return s
}

// won makes the round end the match with this winner.
func won(s standing.Settlement, by standing.Player) standing.Settlement {
	s.Finished, s.Won, s.Entries = true, true, slices.Clone(s.Entries)
	for i := range s.Entries {
		s.Entries[i].Winner = s.Entries[i].Player == by
	}
	return s
}

func TestALeaderboardSumsRounds(t *testing.T) {
	s := openNew(t)
	for i, name := range []string{"Ann", "Bob", "Cy"} {
		if p, err := s.Player(t.Context(), name, name); err != nil || p != standing.Player(i+1) {
			t.Fatal(p, err)
		}
	}
	settle(t, s, won(round("g1", "ahole", ann, bob, cy, dee), ann))
	settle(t, s, round("g1", "ahole", bob, ann, cy, dee))
	settle(t, s, round("g1", "ahole", cy, bob, ann))
	settle(t, s, won(round("g1", "president", dee, ann), dee))
	settle(t, s, round("g2", "ahole", dee, ann))

	type titles = map[game.Title]int
	inAHole := map[standing.Player]standing.Row{
		ann: {Player: ann, Name: "Ann", Points: 3, Rounds: 3, Wins: 1, Matches: 1, Titles: titles{game.President: 1, game.Scum: 1}},
		bob: {Player: bob, Name: "Bob", Points: 4, Rounds: 3, Matches: 1, Titles: titles{game.President: 1}},
		cy:  {Player: cy, Name: "Cy", Points: 2, Rounds: 3, Matches: 1, Titles: titles{game.President: 1}},
		dee: {Player: dee, Rounds: 2, Matches: 1, Titles: titles{game.Scum: 2}},
	}
	inAll := map[standing.Player]standing.Row{
		ann: {Player: ann, Name: "Ann", Points: 4, Rounds: 4, Wins: 1, Matches: 2, Titles: titles{game.President: 1, game.Scum: 2}},
		bob: inAHole[bob], cy: inAHole[cy],
		dee: {Player: dee, Points: 2, Rounds: 3, Wins: 1, Matches: 2, Titles: titles{game.President: 1, game.Scum: 2}},
	}
	type line struct {
		rank int
		standing.Player
	}
	for _, c := range []struct {
		why   string
		q     standing.Query
		of    map[standing.Player]standing.Row
		total int
		want  []line
	}{
		{"by points in one system", standing.Query{System: "ahole", Order: standing.ByPoints, Limit: 10}, inAHole, 4,
			[]line{{1, bob}, {2, ann}, {3, cy}, {4, dee}}},
		{"equal points share a rank, and the next rank skips", standing.Query{Order: standing.ByPoints, Limit: 10}, inAll, 4,
			[]line{{1, ann}, {1, bob}, {3, cy}, {3, dee}}},
		{"a page that begins within a tie has its rank", standing.Query{Order: standing.ByPoints, Limit: 2, Offset: 1}, inAll, 4,
			[]line{{1, bob}, {3, cy}}},
		{"by wins, with those who never won", standing.Query{Order: standing.ByWins, Limit: 10}, inAll, 4,
			[]line{{1, ann}, {1, dee}, {3, bob}, {3, cy}}},
		{"by a title, without those who never held it", standing.Query{Title: game.Scum, Limit: 10}, inAll, 2,
			[]line{{1, ann}, {1, dee}}},
		{"by a title in one system", standing.Query{System: "ahole", Title: game.Scum, Limit: 10}, inAHole, 2,
			[]line{{1, dee}, {2, ann}}},
		{"a title nobody held", standing.Query{Title: game.BigTwo, Limit: 10}, inAll, 0, nil},
		{"behind the last page", standing.Query{Order: standing.ByPoints, Limit: 10, Offset: 4}, inAll, 4, nil},
		{"a system not played here", standing.Query{System: "bigtwo", Order: standing.ByPoints, Limit: 10}, inAll, 0, nil},
	} {
		c.q.Guild = "g1"
		page, err := s.Leaderboard(t.Context(), c.q)
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		var want []standing.Row
		for _, l := range c.want {
			row := c.of[l.Player]
			row.Rank = l.rank
			want = append(want, row)
		}
		for i := range page.Rows {
			page.Rows[i].Rating = 0 // covered by TestRatings
		}
		if diff := cmp.Diff(standing.Page{Rows: want, Total: c.total}, page, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
	}
}

func TestALeaderboardRefusesAnInvalidQuery(t *testing.T) {
	s := openNew(t)
	for why, q := range map[string]standing.Query{
		"no order":                    {Limit: 1},
		"an unknown order":            {Order: "height", Limit: 1},
		"an order and a title":        {Order: standing.ByWins, Title: game.Scum, Limit: 1},
		"an offset below the first":   {Order: standing.ByWins, Limit: 1, Offset: -1},
		"no bound: SQLite's limit -1": {Order: standing.ByWins, Limit: -1},
	} {
		if _, err := s.Leaderboard(t.Context(), q); err == nil {
			t.Errorf("%s: answered", why)
		}
	}
}

// The fewest penalties come first, and a rank agrees with the page.
func TestTheFewestPointsCanComeFirst(t *testing.T) {
	s := openNew(t)
	settle(t, s, round("g1", "acehole", 1, 2, 3, 4)) // 2, 1, 0, 0 points
	q := standing.Query{Guild: "g1", System: "acehole", Order: standing.ByFewest, Limit: 9}
	page, err := s.Leaderboard(t.Context(), q)
	must(t, err)
	var ranks []int
	for i, row := range page.Rows {
		ranks = append(ranks, row.Rank)
		if before, on, err := s.Rank(t.Context(), q, row.Player); err != nil || !on || before != i {
			t.Errorf("player %d stands in row %d, and %d are said to come before: %v, %v", row.Player, i, before, on, err)
		}
	}
	if want := []int{1, 1, 3, 4}; !slices.Equal(ranks, want) {
		t.Errorf("ranks %v, want %v: two have no points", ranks, want)
	}
	q.Offset = 1
	if page, err = s.Leaderboard(t.Context(), q); err != nil || page.Rows[0].Rank != 1 {
		t.Errorf("on a page that begins with the second the rank is %+v, %v", page.Rows, err)
	}
}
