package screen

import (
	"strings"
	"testing"

	"deuces/commands/screen/screentest"
	"deuces/game/systems"
	"deuces/settings"
	"deuces/standing"
)

// A medal requires a number that is better than somebody else's.
func TestMedalsAreForBetterPlayers(t *testing.T) {
	var games []Game
	for _, s := range systems.All() {
		games = append(games, Game{Name: s.Name, Title: s.Title, Penalty: s.Penalty})
	}
	g := NewCatalogue(games).In(settings.Guild{})
	for _, c := range []struct {
		q      standing.Query
		rows   []standing.Row
		medals int
		why    string
	}{
		{standing.Query{System: "ahole", Order: standing.ByWins}, []standing.Row{{Rank: 1, Points: -4}, {Rank: 1, Points: 9}}, 0, "no match is won"},
		{standing.Query{System: "ahole", Order: standing.ByWins}, []standing.Row{{Rank: 1, Wins: 1}, {Rank: 2}, {Rank: 2}}, 1, "one is won, the others have nothing"},
		{standing.Query{System: "ahole", Order: standing.ByWins}, []standing.Row{{Rank: 1, Wins: 2}, {Rank: 1, Wins: 2}}, 0, "everybody has won as many"},
		{standing.Query{System: "ahole", Order: standing.ByPoints}, []standing.Row{{Rank: 1, Points: 4}, {Rank: 2}, {Rank: 3, Points: -4}}, 1, "no points are worth no medal"},
		{standing.Query{Order: standing.ByPoints}, []standing.Row{{Rank: 1, Points: 4}, {Rank: 2, Points: 1}}, 0, "points of games that count differently"},
		{standing.Query{System: "acehole", Order: standing.ByPoints}, []standing.Row{{Rank: 1, Points: 4}, {Rank: 2, Points: 1}}, 0, "the most penalties"},
		{standing.Query{System: "acehole", Order: standing.ByFewest}, []standing.Row{{Rank: 1}, {Rank: 2, Points: 1}}, 2, "the fewest penalties"},
		{standing.Query{Order: standing.ByRating}, []standing.Row{{Rank: 1, Rating: 900}, {Rank: 2, Rating: 800}, {Rank: 3, Rating: 700}, {Rank: 4}}, 3, "ratings"},
		{standing.Query{System: "ahole", Order: standing.ByWins}, []standing.Row{{Rank: 1, Wins: 1}}, 1, "somebody alone who has won"},
	} {
		text := screentest.Text(Leaderboard(g, LeaderboardPage{Query: c.q, Found: standing.Page{Rows: c.rows, Total: len(c.rows)}, Now: screentest.Began}))
		got := 0
		for _, medal := range []string{"🥇", "🥈", "🥉"} {
			got += strings.Count(text, medal)
		}
		if got != c.medals {
			t.Errorf("%s: %d medals, want %d:\n%s", c.why, got, c.medals, text)
		}
	}
}
