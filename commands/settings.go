package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"deuces/bot"
	"deuces/game"
	"deuces/game/standing"
	"deuces/settings"
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
	{Label: "Titles", Value: titlesPage, Emoji: "👑", Description: "How President and the others are called"},
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

// settingsForm answers the buttons that open a form: "form/words", "form/preset".
func (c *Commands) settingsForm(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if !r.Can.Has(bot.ManageGuild) {
		return bot.Reply{}, errNotAdmin
	}
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if r.Arg(0) == "preset" {
		return bot.Reply{Modal: &bot.Modal{ID: "form/preset/" + r.Arg(1), Title: "A preset", Fields: []bot.Field{
			{ID: "name", Label: "Name", Required: true, Max: settings.MaxName},
			{ID: "game", Label: "Game", Placeholder: clip(c.gameNames(h), 100), Value: r.Arg(1), Required: true, Max: 60},
			{ID: "options", Label: "Options, as key=value with spaces", Placeholder: "jokers=2 target=11", Long: true, Max: 1000},
		}}}, nil
	}
	form := bot.Modal{ID: "form/words", Title: "Your own words for titles"}
	for i, w := range cleanWords() {
		value := h.Words[i]
		if value == "" {
			value = w
		}
		form.Fields = append(form.Fields, bot.Field{ID: strconv.Itoa(i), Label: []string{"First", "Second", "Between", "Last but one", "Last"}[i], Value: value, Required: true, Max: settings.MaxWord})
	}
	return bot.Reply{Modal: &form}, nil
}

// cleanWords are the clean words for the five titles that a server may word.
func cleanWords() (words settings.Words) {
	clean := settings.Default()
	clean.Wording = settings.Clean
	for i, title := range []game.Title{game.President, game.VicePresident, game.Citizen, game.ViceScum, game.Scum} {
		words[i] = clean.Titles([]game.TitleWord{{Title: title}})[0].Word
	}
	return words
}

// gameNames lists the games.
func (c *Commands) gameNames(h house) string {
	var names []string
	for _, s := range c.Systems {
		names = append(names, h.say(s.Title))
	}
	return strings.Join(names, ", ")
}

// settingsFormed answers the forms.
func (c *Commands) settingsFormed(ctx context.Context, r bot.Request) (bot.Reply, error) {
	if !r.Can.Has(bot.ManageGuild) {
		return bot.Reply{}, errNotAdmin
	}
	if r.Arg(0) == "preset" {
		return c.presetMade(ctx, r)
	}
	_, err := c.Store.ChangeSettings(ctx, r.Guild, time.Now(), func(g settings.Guild) (settings.Guild, error) {
		for i := range g.Words {
			g.Words[i] = strings.TrimSpace(r.Fields[strconv.Itoa(i)])
		}
		g.Wording = settings.OwnWords
		return g, nil
	})
	return c.afterwards(ctx, r, titlesPage, err)
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
		blocks = c.rolesPanel(r, h)
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
	head := "## ⚙️ Settings · " + panelPages[at].Label + "\n-# What you choose holds at once, at tables that open from now on."
	if why != "" {
		head += "\n⚠️ " + why
	}
	pages := bot.Select{ID: "settings/page", Options: slices.Clone(panelPages)}
	pages.Options[at].Default = true
	msg := bot.Message{Accent: blurple, Blocks: append([]bot.Block{bot.Text(head), pages, bot.Divider{}}, blocks...)}
	return bot.Reply{Message: &msg, Private: true, Update: r.Private && r.Command == ""}
}

// toggle is a line of the panel that is on or off.
func toggle(what, name, about string, on bool) bot.Section {
	button := bot.Button{ID: "settings/" + tablesPage + "/" + what + "/on", Label: "Off"}
	if on {
		button = bot.Button{ID: "settings/" + tablesPage + "/" + what + "/off", Label: "On", Style: bot.Green}
	}
	return bot.Section{Texts: []bot.Text{bot.Text("**" + name + "**\n-# " + about)}, Button: &button}
}

func (c *Commands) tablesPanel(h house) []bot.Block {
	usual := c.hall.Settings().Clock
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
	own := "not set yet"
	if h.Words != (settings.Words{}) {
		var words []string
		for _, w := range h.Words {
			words = append(words, bot.Escape(w))
		}
		own = strings.Join(words, ", ")
	}
	clean := cleanWords()
	menu := bot.Select{ID: "settings/titles/wording", Options: []bot.SelectOption{
		{Label: "As the rules have it", Value: string(settings.AsTheRules), Description: "Some systems are rude"},
		{Label: "Clean", Value: string(settings.Clean), Description: strings.Join(clean[:], ", ")},
		{Label: "Our own words", Value: string(settings.OwnWords), Description: clip(own, 100)},
	}}
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == string(h.Wording)
	}
	return []bot.Block{
		bot.Text("**What titles are called** in the games of the President family. With clean words, no rude one is shown anywhere in this server: also not as the name of a game, and not in anybody's name as I write it."),
		menu,
		bot.Section{Texts: []bot.Text{bot.Text("**Our own words**\n-# " + own)}, Button: &bot.Button{ID: "form/words", Label: "Change…"}},
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

// rolesPanel is the page of roles that go with titles.
func (c *Commands) rolesPanel(r bot.Request, h house) []bot.Block {
	text := "**Roles that go with titles**: who holds a title in this server gets the role, and hands it on with the title."
	if !r.Bot.Has(bot.ManageRoles) {
		text += "\n⚠️ I lack the permission Manage Roles. Grant it, and put my own role above those that I hand on."
	}
	var lines []string
	for _, x := range h.Roles {
		lines = append(lines, fmt.Sprintf("%s of %s: <@&%s>", c.word(h, x.Title, x.System), c.title(x.System), x.Role))
	}
	if len(lines) > 0 {
		text += "\n" + strings.Join(lines, "\n")
	}
	blocks := []bot.Block{bot.Text(text)}
	chosen := ""
	if len(r.Values) == 1 && r.Arg(1) == "title" {
		chosen = r.Values[0]
	} else if r.Arg(1) == "role" {
		chosen = r.Arg(2) + "/" + r.Arg(3)
	}
	menu := bot.Select{ID: "roles", Placeholder: "Choose a title"}
	for _, s := range c.Systems {
		for _, w := range c.titles(h, s.Name) {
			value := s.Name + "/" + string(w.Title)
			if len(menu.Options) < 25 {
				menu.Options = append(menu.Options, bot.SelectOption{Label: clip(w.Word+" of "+s.Title, 100), Value: value, Default: value == chosen})
			}
		}
	}
	blocks = append(blocks, menu)
	if system, title, ok := strings.Cut(chosen, "/"); ok && c.plays(system) {
		picker := bot.Picker{ID: "settings/roles/role/" + system + "/" + title, Of: bot.Roles, Placeholder: "No role", Min: 0, Max: 1}
		for _, x := range h.Roles {
			if x.System == system && string(x.Title) == title {
				picker.Chosen = []string{x.Role}
			}
		}
		blocks = append(blocks, bot.Text("The role of that title; none takes it away"), picker)
	}
	return blocks
}

// rolesChosen answers the menu of titles: the page then has the roles to pick.
func (c *Commands) rolesChosen(ctx context.Context, r bot.Request) (bot.Reply, error) {
	r.Args = []string{rolesPage, "title"}
	return c.settingsPage(ctx, r, rolesPage, "")
}
