package e2e

import (
	"testing"

	"deuces/game/systems"
	"deuces/sandbox/browsertest"
)

// The leaderboard, the picture of statistics and the settings panel as people see
// them, on a computer and on a phone.
func TestMemoryOnThePage(t *testing.T) {
	h := newHouse(t)
	g := h.group(4, "general", "Ann", "Bob", "Cy", "Dee")
	g.open(systems.All()[0].Name, map[string]any{"target": 2})
	g.playOn(nil)
	b := browsertest.Open(t, 1280, 1100)
	b.Go(h.URL + "/#user=Ann&channel=general")
	g.show(g.users[0], "leaderboard", map[string]any{"game": systems.All()[0].Name}, "page 1 of 1")
	b.WaitText(".container", "page 1 of 1")
	b.Screenshot("leaderboard")
	g.show(g.users[0], "stats", nil, "Most played with")
	b.WaitText(".container", "Most played with")
	b.Screenshot("stats")
	g.show(g.users[0], "settings", nil, "Settings · Tables")
	b.WaitText(".container", "Settings · Tables")
	b.Screenshot("settings")
	b.Resize(390, 844)
	b.Gone(".sidebar")
	b.Screenshot("settings-phone")
	g.show(g.users[0], "titles", nil, "👑")
	b.WaitText(".container", "Titles of this server")
	b.Screenshot("titles-phone")
	g.show(g.users[0], "stats", nil, "Most played with")
	b.Screenshot("stats-phone")
}
