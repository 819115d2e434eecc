package commands

import (
	"context"
	"slices"
	"strconv"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/settings"
	"deuces/standing"
)

// The settings panel: one private message in which an admin sets everything that
// a server can, a page a subject. What is chosen holds at once. Custom_ids are
// "settings/PAGE/WHAT/…"; whoever clicks must manage the server.

var settingsSpec = bot.Command{Name: "settings", Description: "How I behave in this server: for those who manage it", Needs: bot.ManageGuild}

// The pages of the panel.
const (
	tablesPage  = "tables"
	titlesPage  = "titles"
	seasonPage  = "season"
	rolesPage   = "roles"
	presetsPage = "presets"
	dataPage    = "data"
)

var panelPages = []bot.SelectOption{
	{Label: "Tables", Value: tablesPage, Emoji: "🃏", Description: "Channels, threads, turn clock, computer players, mentions"},
	{Label: "Titles", Value: titlesPage, Emoji: "👑", Description: "What titles are called"},
	{Label: "Season", Value: seasonPage, Emoji: "📅", Description: "When the leaderboard's season ends"},
	{Label: "Roles", Value: rolesPage, Emoji: "🎭", Description: "Discord roles that go with titles"},
	{Label: "Presets", Value: presetsPage, Emoji: "⭐", Description: "Options with a name, offered or locked"},
	{Label: "Data", Value: dataPage, Emoji: "🗄️", Description: "How long data is kept when I am removed"},
}

// errNotAdmin is said to who may not change settings.
var errNotAdmin = game.Refuse("Only people with the permission Manage Server can change my settings.")

// settingsHere answers /settings.
func (c *Commands) settingsHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	return c.settingsPage(ctx, r, tablesPage, "")
}

// settings answers the panel's buttons and menus.
func (c *Commands) settings(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if !r.Can.Has(bot.ManageGuild) {
		return bot.Reply{}, errNotAdmin
	}
	page := r.Arg(0)
	if page == "page" && len(r.Values) == 1 {
		return c.settingsPage(ctx, r, r.Values[0], "")
	}
	switch page {
	case presetsPage:
		return c.presetSet(ctx, r)
	case seasonPage:
		if r.Arg(1) == "close" {
			return c.seasonClosed(ctx, r)
		}
	case rolesPage:
		return c.roleSet(ctx, r)
	}
	_, err := c.Store.ChangeSettings(ctx, r.Guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
		return changed(g, r.Args, r.Values)
	})
	return c.afterwards(ctx, r, page, err)
}

// afterwards shows the page again, with what was refused.
func (c *Commands) afterwards(ctx context.Context, r bot.Request, page string, err error) (bot.Reply, error) {
	why, err := refusal(err)
	if err != nil {
		return bot.Reply{}, err
	}
	return c.settingsPage(ctx, r, page, why)
}

// changed is what one use of the panel makes of the settings.
func changed(g settings.Guild, args, values []string) (settings.Guild, error) {
	arg := func(i int) string { return bot.Request{Args: args}.Arg(i) }
	value := ""
	if len(values) > 0 {
		value = values[0]
	}
	on := arg(2) == "on"
	switch arg(1) {
	case "channels":
		g.Channels = values
	case "threads":
		g.Threads = on
	case "computers":
		g.Computers = on
	case "mentions":
		g.Mentions = on
	case "clock":
		d, err := time.ParseDuration(value)
		if err != nil {
			return g, game.Refuse("There is no clock %.20q.", value)
		}
		g.Clock = d
	case "wording":
		if g.Wording = settings.Wording(value); g.Wording == settings.OwnWords && g.Words == (settings.Words{}) {
			return g, game.Refuse("Set your own five words first.")
		}
	case "plan":
		g.Season = standing.Plan(value)
	case "keep":
		days, err := strconv.Atoi(value)
		if err != nil {
			return g, game.Refuse("There is no such time.")
		}
		g.Keep = days
	case "role":
		g.Roles = slices.DeleteFunc(slices.Clone(g.Roles), func(x settings.Role) bool { return x.System == arg(2) && x.Title == game.Title(arg(3)) })
		if value != "" {
			g.Roles = append(g.Roles, settings.Role{System: arg(2), Title: game.Title(arg(3)), Role: value})
		}
	default:
		return g, game.Refuse("There is no such setting.")
	}
	return g, nil
}

// settingsPage renders a page of the panel; why is what was refused.
func (c *Commands) settingsPage(ctx context.Context, r bot.Request, page, why string) (bot.Reply, error) {
	if !r.Can.Has(bot.ManageGuild) {
		return bot.Reply{}, errNotAdmin
	}
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	at := slices.IndexFunc(panelPages, func(o bot.SelectOption) bool { return o.Value == page })
	if at < 0 {
		at, page = 0, tablesPage
	}
	var blocks []bot.Block
	switch page {
	case tablesPage:
		blocks = c.tablesPanel(h)
	case titlesPage:
		blocks = c.titlesPanel(h)
	case seasonPage:
		blocks, err = c.seasonPanel(ctx, r, h)
	case rolesPage:
		blocks = c.rolesPanel(ctx, r, h)
	case presetsPage:
		blocks, err = c.presetsPanel(ctx, r, "")
	case dataPage:
		blocks = dataPanel(h)
	}
	if err != nil {
		return bot.Reply{}, err
	}
	return c.panelOf(r, at, why, blocks), nil
}

// panelOf is the panel with a page of it.
func (c *Commands) panelOf(r bot.Request, at int, why string, blocks []bot.Block) bot.Reply {
	head := "## ⚙️ Settings · " + panelPages[at].Label + "\n-# What you choose holds at once. Tables that are open keep their options and their clock."
	if why != "" {
		head += "\n⚠️ " + why
	}
	pages := bot.Select{ID: "settings/page", Options: slices.Clone(panelPages)}
	pages.Options[at].Default = true
	msg := bot.Message{Accent: blurple, Blocks: append([]bot.Block{bot.Text(head), pages, bot.Divider{}}, blocks...)}
	return bot.Reply{Message: &msg, Private: true, Update: r.Private && r.Command == ""}
}
