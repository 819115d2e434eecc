package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/settings"
	"deuces/standing"
)

// What the pages of the settings panel show: tables, titles, season and data. Those
// of roles and presets have files of their own.

// toggle is a line of the panel that is on or off.
func toggle(what, name, about string, on bool) bot.Section {
	button := bot.Button{ID: "settings/" + tablesPage + "/" + what + "/on", Label: "Off"}
	if on {
		button = bot.Button{ID: "settings/" + tablesPage + "/" + what + "/off", Label: "On", Style: bot.Green}
	}
	return bot.Section{Texts: []bot.Text{bot.Text("**" + name + "**\n-# " + about)}, Button: &button}
}

func (c *Commands) tablesPanel(h house) []bot.Block {
	usual := c.tables.Settings().Clock
	clocks := []time.Duration{0, 15 * time.Second, 30 * time.Second, time.Minute, 90 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour, settings.NoClock}
	if !slices.Contains(clocks, h.Clock) {
		clocks = slices.Insert(clocks, 1, h.Clock)
	}
	clock := bot.Select{ID: "settings/tables/clock"}
	for _, d := range clocks {
		line := bot.SelectOption{Value: d.String(), Default: d == h.Clock, Label: clockWords(max(d, 0))}
		if d == 0 {
			line.Label = "As I am set up: " + clockWords(usual)
		}
		clock.Options = append(clock.Options, line)
	}
	return []bot.Block{
		bot.Text("**Channels** where tables open; with none chosen, everywhere"),
		bot.Picker{ID: "settings/tables/channels", Of: bot.Channels, Placeholder: "Everywhere", Chosen: h.Channels[:min(len(h.Channels), 25)], Min: 0, Max: 25},
		bot.Text("**Turn clock**, where /play doesn't name another"),
		clock,
		toggle("threads", "A thread for each table", "`/play` opens one; the channel only says where", h.Threads),
		toggle("computers", "Computer players", "hosts may seat them", h.Computers),
		toggle("mentions", "Mentions", "the player to move may be notified", h.Mentions),
	}
}

func (c *Commands) titlesPanel(h house) []bot.Block {
	own, escaped := "not set yet", "not set yet"
	if h.Words != (settings.Words{}) {
		own = strings.Join(h.Words[:], ", ")
		escaped = bot.Escape(own)
	}
	worded := settings.Worded()
	var games []string // that have the titles
	for _, s := range c.Systems {
		if slices.ContainsFunc(c.titles(h, s.Name), func(w game.TitleWord) bool { return slices.Contains(worded[:], w.Title) }) {
			games = append(games, s.Title)
		}
	}
	clean := c.cleanWords()
	menu := bot.Select{ID: "settings/titles/wording", Options: []bot.SelectOption{
		{Label: "As the rules have it", Value: string(settings.AsTheRules), Description: "Some systems are rude"},
		{Label: "Clean", Value: string(settings.Clean), Description: strings.Join(clean[:], ", ")},
		{Label: "Our own words", Value: string(settings.OwnWords), Description: bot.Plain(own, 100)},
	}}
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == string(h.Wording)
	}
	return []bot.Block{
		bot.Text("**What titles are called** in " + list(games) + ". With clean words, no rude one is shown anywhere in this server: also not as the name of a game, and not in anybody's name as I write it."),
		menu,
		bot.Section{Texts: []bot.Text{bot.Text("**Our own words**\n-# " + escaped)}, Button: &bot.Button{ID: "form/words", Label: "Change…"}},
	}
}

func dataPanel(h house) []bot.Block {
	menu := bot.Select{ID: "settings/data/keep"}
	days := []int{1, 7, 30, 90, 365}
	if !slices.Contains(days, h.Keep) {
		days = append(days, h.Keep)
	}
	for _, n := range days {
		menu.Options = append(menu.Options, bot.SelectOption{Label: count(n, "day"), Value: strconv.Itoa(n), Default: n == h.Keep})
	}
	return []bot.Block{
		bot.Text("**When I am removed from this server**, what I know of it is kept for a while, so that a slip can be undone, and then deleted: tables, standings, titles and settings. `/privacy` says what that is."),
		menu,
	}
}

// seasonPanel is the page of seasons.
func (c *Commands) seasonPanel(ctx context.Context, r bot.Request, h house) ([]bot.Block, error) {
	seasons, err := c.Store.Seasons(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	menu := bot.Select{ID: "settings/season/plan", Options: []bot.SelectOption{
		{Label: "When somebody here closes it", Value: string(standing.ByHand)},
		{Label: "Monthly", Value: string(standing.Monthly), Description: "at the first moment of each month, UTC"},
		{Label: "Quarterly", Value: string(standing.Quarterly), Description: "of January, April, July and October, UTC"},
	}}
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == string(h.Season)
	}
	now := "No season is on yet: the first begins with the first round."
	if n := len(seasons); n > 0 {
		on := seasons[n-1]
		now = "Now: **" + on.Name() + "**"
		if !on.Began.IsZero() {
			now += ", since " + day(on.Began)
		}
		if !on.Due.IsZero() {
			now += ", until " + day(on.Due)
		}
	}
	close := bot.Button{ID: "settings/season/close/ask", Label: "Close it now…", Style: bot.Red, Disabled: len(seasons) == 0}
	text := bot.Text("**The season ends**")
	if r.Arg(1) == "close" && r.Arg(2) == "ask" {
		close = bot.Button{ID: "settings/season/close/now", Label: "Yes, close the season", Style: bot.Red}
		now += "\nThe closing post comes into this channel, and a new season begins. Nothing is deleted."
	}
	return []bot.Block{text, menu, bot.Section{Texts: []bot.Text{bot.Text(now)}, Button: &close}}, nil
}

// seasonClosed answers the button that closes the season, once it was asked.
func (c *Commands) seasonClosed(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if r.Arg(2) != "now" {
		return c.settingsPage(ctx, r, seasonPage, "")
	}
	closed, err := c.Store.CloseSeason(ctx, r.Guild, time.Now())
	if err == nil {
		c.postSeason(standing.Closed{Guild: r.Guild, Channel: r.Channel, Season: closed})
	}
	r.Args = []string{seasonPage}
	return c.afterwards(ctx, r, seasonPage, err)
}
