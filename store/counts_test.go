package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deuces/game"
	"deuces/standing"
)

// seated says how many bots sat there.
func seated(s standing.Settlement, bots int) standing.Settlement {
	s.Bots = bots
	return s
}

func TestABoardShowsTheRequestedRounds(t *testing.T) {
	s := openNew(t)
	settleAt(t, s, 0, seated(round("g1", "ahole", ann), 3))
	boards := func(o standing.Order, title game.Title) (all [3]map[standing.Player]int) {
		t.Helper()
		for rounds := range all {
			page, err := s.Leaderboard(t.Context(), standing.Query{Guild: "g1", Order: o, Title: title, Rounds: standing.Rounds(rounds), Limit: 9})
			must(t, err)
			all[rounds] = map[standing.Player]int{}
			for _, row := range page.Rows {
				if all[rounds][row.Player] = row.Points; title != "" {
					all[rounds][row.Player] = row.Titles[title]
				}
			}
		}
		return all
	}
	type of = map[standing.Player]int
	for _, c := range []struct {
		why string
		standing.Settlement
		want [3]of
	}{
		{"two people and a bot", seated(round("g1", "ahole", ann, bob), 1), [3]of{{}, {ann: 2, bob: 1}, {ann: 4, bob: 1}}},
		{"two people", round("g1", "ahole", bob, ann), [3]of{{ann: 1, bob: 2}, {ann: 3, bob: 3}, {ann: 5, bob: 3}}},
		{"two people and three bots", seated(round("g1", "ahole", bob, ann), 3), [3]of{{ann: 1, bob: 2}, {ann: 3, bob: 3}, {ann: 6, bob: 5}}},
	} {
		settle(t, s, c.Settlement)
		if diff := cmp.Diff(c.want, boards(standing.ByPoints, "")); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
		sound(t, s)
	}
	// Titles and ratings don't depend on whether a query asks for people alone.
	if got, want := boards("", game.President), [3]of{{ann: 1, bob: 1}, {ann: 1, bob: 1}, {ann: 2, bob: 2}}; !cmp.Equal(got, want) {
		t.Errorf("titles: %v, want %v", got, want)
	}
	if got := boards(standing.ByRating, ""); len(got[0]) != 2 || len(got[2]) != 2 {
		t.Errorf("ratings: %v", got)
	}
}

func TestARoundBeforeTheCutOffKeepsTheCountItHad(t *testing.T) {
	s := openNew(t)
	must(t, s.exec(t.Context(), ofGuild("g1"), `INSERT INTO counted (guild, since) VALUES ('g1', ?)`, noon().Add(time.Minute).UnixMilli()))
	settleAt(t, s, 0, seated(round("g1", "ahole", ann, bob), 1))
	settleAt(t, s, 1, seated(round("g1", "ahole", bob, ann), 1))
	page, err := s.Leaderboard(t.Context(), standing.Query{Guild: "g1", Order: standing.ByPoints, Rounds: standing.Counting, Limit: 9})
	if err != nil || len(page.Rows) != 2 || page.Rows[0].Player != bob || page.Rows[0].Points != 2 || page.Rows[0].Rounds != 1 {
		t.Errorf("%+v, %v", page, err)
	}
	sound(t, s)
}
