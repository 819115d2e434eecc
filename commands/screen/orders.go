package screen

import (
	"fmt"
	"slices"

	"deuces/standing"
)

// Order is something that a leaderboard can be sorted by; what says what it counts.
type Order struct{ Value, Name, what string }

// Orders lists what a leaderboard of a system, "" for all, can be sorted by.
func (g GuildSettings) Orders(system string) []Order {
	points := Order{string(standing.ByPoints), "Points", "points"}
	switch {
	case system == "":
		points = Order{points.Value, "Points", "points added up, though each game has a scale of its own" + g.penalties()}
	case g.penalty(system):
		points = Order{points.Value, "Penalty points", "penalty points, the most first"}
	}
	list := []Order{
		points,
		{string(standing.ByWins), "Matches won", "matches won"},
		{string(standing.ByRate), "Share of matches won", fmt.Sprintf("share of matches won, from %d matches on", standing.RateMatches)},
		{string(standing.ByRating), "Rating", "rating"},
	}
	for _, s := range g.Games {
		if system != "" && s.Name != system {
			continue
		}
		for i, w := range g.TitlesOf(s.Name) {
			known := slices.ContainsFunc(list, func(o Order) bool { return o.Value == string(w.Title) })
			if known || system == "" && i > 0 { // for all games, only the best titles: the others have different words in each
				continue
			}
			list = append(list, Order{string(w.Title), "Times " + w.Word, "times " + w.Word})
		}
	}
	return list
}

// UsualOrder is what a leaderboard of a system, "" for all, is sorted by where nobody
// says otherwise.
func (g GuildSettings) UsualOrder(system string) standing.Order {
	if system == "" || g.penalty(system) {
		return standing.ByWins
	}
	return standing.ByPoints
}
