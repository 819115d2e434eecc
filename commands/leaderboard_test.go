package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/bot"
	"deuces/bot/bottest"
	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game"
	"deuces/game/systems"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// crowd is a store with n players, each of whom has one point less than the previous one.
type crowd struct {
	Memory // not used otherwise
	n      int
	set    settings.Guild
}

func (c crowd) Leaderboard(_ context.Context, q standing.Query) (standing.Page, error) {
	page := standing.Page{Total: c.n}
	for i := q.Offset; i < min(q.Offset+q.Limit, c.n); i++ {
		page.Rows = append(page.Rows, standing.Row{
			Rank: i + 1, Name: fmt.Sprintf("Player %d", i+1), Points: 10 - i, Rounds: 3, Wins: 1,
			Titles: map[game.Title]int{game.President: 2},
		})
	}
	return page, nil
}

func (crowd) Player(context.Context, string, string) (standing.Player, error) { return 1, nil }
func (crowd) People(context.Context, ...standing.Player) (map[standing.Player]standing.Person, error) {
	return nil, nil
}
func (crowd) Head(context.Context, match.ID, int) (string, error) { return "", nil }
func (crowd) LastOptions(context.Context, string, string) (map[string]string, error) {
	return nil, nil
}
func (crowd) SaveLastOptions(context.Context, string, string, string, map[string]string) error {
	return nil
}
func (c crowd) GuildSettings(context.Context, string) (settings.Guild, error) { return c.set, nil }
func (crowd) Seasons(context.Context, string) ([]standing.SeasonInfo, error) {
	return []standing.SeasonInfo{{Number: 1, Ended: screentest.Began}, {Number: 2, Began: screentest.Began, Plan: standing.Monthly, Due: screentest.Began.AddDate(0, 1, 0)}}, nil
}
func (crowd) Presets(context.Context, string) ([]settings.Preset, error) { return nil, nil }
func (c crowd) Preferences(context.Context, standing.Player) (settings.Person, error) {
	return settings.DefaultPerson(), nil
}
func (crowd) Find(context.Context, string) (standing.Player, bool, error) { return 7, true, nil }
func (crowd) Rank(context.Context, standing.Query, standing.Player) (int, bool, error) {
	return 13, true, nil
}
func (crowd) Channel(context.Context, match.ID) (string, error)                 { return "", nil }
func (crowd) GiveUp(context.Context, match.ID, time.Time) error                 { return nil }
func (crowd) SavePost(context.Context, match.ID, Post, string, bot.Shown) error { return nil }
func (crowd) CleanPosts(context.Context, func(string) string) error             { return nil }
func (crowd) Post(context.Context, match.ID, Post) (bot.Shown, error)           { return bot.Shown{}, nil }
func (crowd) Posts(context.Context, match.ID) (map[Post]bot.Shown, error)       { return nil, nil }
func (crowd) Unfinished(context.Context, func(string) bool) ([]match.ID, error) { return nil, nil }
func (crowd) Untold(context.Context, func(string) bool) ([]match.ID, error)     { return nil, nil }

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
		if err := bottest.Message(*reply.Message); err != nil {
			t.Errorf("%v: %v", tt.args, err)
		}
	}
}

// Every command can be registered, every button that is shown has a route, and every page of rules
// fits a message.
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
	for _, sys := range systems.All() {
		rules, err := sys.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rules.Pages() {
			reply, err := c.rules(t.Context(), bot.Request{Guild: "1"}, ids.Rules{System: sys.Name, Page: i})
			if err != nil {
				t.Fatal(err)
			}
			if err := bottest.Message(*reply.Message); err != nil {
				t.Errorf("page %d of the rules of %s: %v", i, sys.Name, err)
			}
		}
	}
}

// The texts that Discord registers contain no rude words.
func TestRegisteredTextsAreNeutral(t *testing.T) {
	r := bot.NewRouter()
	New(Config{Store: crowd{}, Systems: systems.All()}).Route(r)
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	say := func(s string) {
		if strings.Contains(strings.ToLower(s), "asshole") || strings.Contains(strings.ToLower(s), "half-ass") {
			t.Errorf("%q would be registered", s)
		}
	}
	for _, c := range r.Commands() {
		say(c.Name)
		say(c.Description.String())
		for _, o := range c.Options {
			say(o.Name)
			say(o.Description.String())
			for _, choice := range o.Choices {
				say(choice.Name.String())
			}
		}
	}
}
