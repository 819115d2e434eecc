package commands

import (
	"slices"
	"strings"
	"testing"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/systems"
)

func TestALeaderboardTurnsItsPages(t *testing.T) {
	c := New(Config{Store: crowd{n: 23}, Systems: systems.All()})
	for _, tt := range []struct {
		args      []string
		has, lack string
		why       string
	}{
		{[]string{"all", "wins", "all", "people", "0"}, "page 1 of 3", "Player 11", "ten to a page"},
		{[]string{"ahole", "points", "all", "people", "2"}, "23rd **Player 23** (you) · **−12 points** · 3 rounds", "Player 20**", "the last page"},
		{[]string{"all", "president", "season", "people", "1"}, "**2×** · 3 rounds", "Player 10**", "by how often a title was held"},
		{[]string{"all", "points", "s1", "all", "99"}, "page 3 of 3", "Player 20**", "a page that is gone: the last there is"},
		{[]string{"all", "points", "2026-01", "people", "-7"}, "page 1 of 3", "Player 11", "a forged page"},
		{[]string{"bigtwo", "scum", "all", "people", "0"}, "Sorted by matches won", "times", "a title that this game doesn't have"},
		{[]string{"acehole", "", "all", "people", "0"}, "Sorted by matches won", "Sorted by points", "where points are penalties, matches won count"},
		{[]string{"acehole", "points", "all", "people", "0"}, "Sorted by penalty points, most first", "Sorted by points", "penalties are called that"},
		{[]string{"nonsense", "", "nonsense", "", ""}, "All games\n-# Sorted by matches won", "Player 11", "a forged board"},
		{[]string{"acehole", "fewest", "all", "people", "0"}, "Sorted by penalty points, fewest first", "most first", "the fewest penalties are the best"},
		{[]string{"ahole", "fewest", "all", "people", "0"}, "Sorted by matches won", "fewest first", "fewest points are best only where they are penalties"},
	} {
		reply, err := clicked(ids.ParseLeaders, c.leaderboardTurned)(t.Context(), bot.Request{Guild: "1", Args: tt.args})
		if err != nil {
			t.Fatalf("%v: %v", tt.args, err)
		}
		got := screentest.Text(*reply.Message)
		if !strings.Contains(got, tt.has) || strings.Contains(got, tt.lack) {
			t.Errorf("%v: want %q and not %q (%s):\n%s", tt.args, tt.has, tt.lack, tt.why, got)
		}
	}
}

// Every command can be registered, and every button that is shown has a route.
func TestEveryCommandAndButtonIsAnswered(t *testing.T) {
	c := New(Config{Store: crowd{}, Systems: systems.All()})
	router := bot.NewRouter()
	c.Route(router)
	if err := router.Check(); err != nil {
		t.Error(err)
	}
	if want := slices.Sorted(slices.Values(ids.Verbs())); !slices.Equal(router.Verbs(), want) {
		t.Errorf("routed are %q, but ids have %q", router.Verbs(), want)
	}
}
