package commands

import (
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/game/systems"
	"deuces/standing"
)

// order is what a leaderboard can be sorted by, and what that counts.
type order struct{ value, name, what string }

// ordersOf lists what a leaderboard of a system, "" for all, can be sorted by.
func (c *Commands) ordersOf(h house, system string) []order {
	points := order{string(standing.ByPoints), "Points", "points"}
	switch {
	case system == "":
		points = order{points.value, "Points", "points added up, though each game has a scale of its own" + c.penalties()}
	case c.penalty(system):
		points = order{points.value, "Penalty points", "penalty points, the most first"}
	}
	list := []order{
		points,
		{string(standing.ByWins), "Matches won", "matches won"},
		{string(standing.ByRate), "Share of matches won", fmt.Sprintf("share of matches won, from %d matches on", standing.RateMatches)},
		{string(standing.ByRating), "Rating", "rating"},
	}
	for _, s := range c.Systems {
		if system != "" && s.Name != system {
			continue
		}
		for i, w := range c.titles(h, s.Name) {
			known := slices.ContainsFunc(list, func(o order) bool { return o.value == string(w.Title) })
			if known || system == "" && i > 0 { // of all together the best titles: others have a word in each system
				continue
			}
			list = append(list, order{string(w.Title), "Times " + w.Word, "times " + w.Word})
		}
	}
	return list
}

// orders suggests what a leaderboard can be sorted by.
func (c *Commands) orders(r bot.Request, h house) []bot.Choice {
	system := ""
	if c.plays(r.Options["game"]) {
		system = r.Options["game"]
	}
	typed := strings.ToLower(strings.TrimSpace(r.Options["by"]))
	choices := []bot.Choice{}
	for _, o := range c.ordersOf(h, system) {
		if strings.Contains(strings.ToLower(o.name), typed) || strings.HasPrefix(o.value, typed) {
			choices = append(choices, bot.Choice{Name: o.name, Value: o.value})
		}
	}
	return choices
}

// penalties names the systems whose points count against a player: " (in X they
// are penalties)".
func (c *Commands) penalties() string {
	var names []string
	for _, s := range c.Systems {
		if s.Penalty {
			names = append(names, s.Title)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (in " + list(names) + " they are penalties)"
}

// penalty says that a system's points count against a player.
func (c *Commands) penalty(system string) bool {
	return slices.ContainsFunc(c.Systems, func(s systems.System) bool { return s.Name == system && s.Penalty })
}
