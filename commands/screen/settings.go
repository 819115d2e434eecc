package screen

import (
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// SettingsPage returns the page with this name, or else the first page.
func SettingsPage(name string) string {
	if name == ids.TitlesPage || name == ids.PresetsPage {
		return name
	}
	return ids.TablesPage
}

// Settings renders the panel with the blocks of a page. todo is the check list, and refused the
// reason why a change was refused.
func Settings(page string, todo, refused say.Message, blocks []bot.Block) bot.Message {
	id := func(name string) string { return ids.Setting{Page: name}.ID() }
	pages := bot.Row{
		{ID: id(ids.TablesPage), Label: say.New("Tables"), Emoji: "🃏"},
		{ID: id(ids.TitlesPage), Label: say.New("Titles and season"), Emoji: "👑"},
		{ID: id(ids.PresetsPage), Label: say.New("Presets"), Emoji: "⭐"},
	}
	var subject say.Message
	for i, b := range pages {
		if b.ID == id(page) {
			pages[i].Style, subject = bot.Blue, b.Label
		}
	}
	head := texts(banner(dotted(say.New("⚙️ Server settings"), subject)), todo, say.Mark("⚠️ ", refused, ""))
	return bot.Message{Accent: blurple, Blocks: append([]bot.Block{head, pages, bot.Divider{}}, blocks...)}
}

// toggle returns a line of the panel with a setting that is on or off. Its button has the custom id.
func toggle(id string, on bool, about say.Text) bot.Section {
	button := bot.Button{ID: id, Label: say.New("Off")}
	if on {
		button.Label, button.Style = say.New("On"), bot.Green
	}
	return bot.Section{Texts: []bot.Text{bot.Text(say.New(about))}, Button: button}
}

// switching returns the custom id of the button that switches a setting on or off.
func switching(page, key string, on bool) string {
	value := ids.On
	if on {
		value = ids.Off
	}
	return ids.Setting{Page: page, What: key, Value: value}.ID()
}

// TableSettings returns the page about tables. set has the settings of new tables, and defaults has
// those of the bot's operator.
func TableSettings(g GuildSettings, set, defaults match.Settings) []bot.Block {
	id := func(key string) string { return ids.Setting{Page: ids.TablesPage, What: key}.ID() }
	clock, tempo := clockOption(set, defaults), tempoOption(set, defaults)
	clocks := optionMenu(id("clock"), clock, "Standard")
	clocks.Options[len(clocks.Options)-1].Value = "none" // "0s" is stored for the operator's clock
	blocks := []bot.Block{
		bot.Text(say.New("**Channels** for tables")),
		bot.Picker{ID: id("channels"), Of: bot.Channels, Placeholder: say.New("All channels"), Chosen: g.Channels, Max: 25},
		bot.Text(bold(say.New(clock.Name))), clocks,
		bot.Text(bold(say.New(tempo.Name))), optionMenu(id("tempo"), tempo, "Standard"),
		toggle(switching(ids.TablesPage, "threads", g.Threads), g.Threads, "**Threads:** each table gets its own"),
		toggle(switching(ids.TablesPage, "computers", g.Computers), g.Computers, "**Bots:** hosts can add them"),
		bot.Text(say.New("**Daily deals:** post each day's best three in")),
		bot.Picker{ID: id("daily"), Of: bot.Channels, Placeholder: say.New("No channel"), Chosen: strings.Fields(g.Daily), Max: 1},
		bot.Text(say.New("**Calls** for players mention this role, which people can take in `/preferences`")),
		bot.Picker{ID: id("call_role"), Of: bot.Roles, Placeholder: say.New("No role"), Chosen: strings.Fields(g.CallRole), Max: 1},
		toggle(switching(ids.TablesPage, "mentions", g.Mentions), g.Mentions, "**Mentions:** when it's a player's turn, as they choose with `/preferences`"),
	}
	if len(g.Languages) > 0 {
		menu := languageMenu(id("language"), g.Languages, g.Guild.Language, say.New("What most players here read"))
		blocks = append(blocks, bot.Text(say.New("**Language** of messages for everyone")), menu)
	}
	return blocks
}

// TitleSettings returns the part about the words for titles and about their roles. troubles are the
// reasons why a role can't be given. chosen is the title whose role is being chosen, and page that of the menu
// of titles.
func TitleSettings(g GuildSettings, troubles map[settings.Role]say.Message, chosen settings.Role, page int) []bot.Block {
	clean, own := g.cleanWords(), g.OwnWords()
	wording := choose(bot.Select{ID: ids.Setting{Page: ids.TitlesPage, What: "wording"}.ID(), Options: []bot.SelectOption{
		{Label: say.New("Original"), Value: string(settings.AsTheRules), Description: say.New("As each game calls them; some are rude")},
		{Label: say.New("Clean"), Value: string(settings.Clean), Description: say.Commas(verbatim(clean[:])...)},
		{Label: say.New("Our own words"), Value: string(settings.OwnWords), Description: say.Verbatim(bot.Plain(strings.Join(own[:], ", "), 100))},
	}}, string(g.Wording))
	picker := bot.Picker{Of: bot.Roles, Placeholder: say.New("No role"), Max: 1}
	lines := []say.Message{say.New("**Roles:** choose a title, then the role that its holder gets.")}
	for _, x := range g.Roles {
		lines = append(lines, say.Colon(g.TitleOf(x.Title, x.System), say.Verbatim(bot.Role(x.Role))), say.Mark("-# ⚠️ ", troubles[x], ""))
		if x.SameTitle(chosen) {
			picker.Chosen = []string{x.Role}
		}
	}
	titles := bot.Select{ID: ids.Roles{}.ID(), Placeholder: say.New("Choose one")}
	for _, x := range g.Games {
		for _, w := range g.TitlesOf(x.Name) {
			titles.Options = append(titles.Options, bot.SelectOption{Label: clipped(g.ofGame(w.Title, x.Name), 100), Value: x.Name + "/" + string(w.Title)})
		}
	}
	blocks := []bot.Block{
		bot.Text(say.New("**Titles:** clean words also replace rude names of games and players.")),
		wording,
		bot.Row{{ID: ids.Form{What: ids.FormWords}.ID(), Label: say.Mark("", say.New("Our own words"), " …")}},
		texts(lines...),
		paged(choose(titles, chosen.System+"/"+string(chosen.Title)), page),
	}
	if g.Plays(chosen.System) {
		picker.ID = ids.Setting{Page: ids.TitlesPage, What: ids.SettingRole, System: chosen.System, Title: chosen.Title}.ID()
		blocks = append(blocks, picker)
	}
	return blocks
}

// wordedPlaces are the names of the places whose titles a guild can rename.
var wordedPlaces = [len(settings.Words{})]say.Text{"First", "Second", "In between", "Second to last", "Last"}

// WordsForm returns the form for a guild's own words for titles.
func WordsForm(g GuildSettings) bot.Modal {
	form := bot.Modal{ID: ids.Form{What: ids.FormWords}.ID(), Title: say.New("Our own words")}
	for i, word := range g.OwnWords() {
		form.Fields = append(form.Fields, bot.Field{ID: strconv.Itoa(i), Label: say.New(wordedPlaces[i]), Value: word, Required: true, Max: settings.MaxWord})
	}
	return form
}

// SeasonSettings returns the part about seasons. If ask is set, it asks whether to end the current
// one.
func SeasonSettings(g GuildSettings, seasons []standing.SeasonInfo, ask bool) []bot.Block {
	now := say.New("No season yet. The first one starts with the first round.")
	if n := len(seasons); n > 0 {
		now = say.New("Now: **{season}**", seasons[n-1].Name())
		if due := seasons[n-1].Due; !due.IsZero() {
			now = say.Commas(now, say.New("until {day}", say.Day(due)))
		}
	}
	end := bot.Button{Label: say.New("End it now …"), Style: bot.Red, Disabled: len(seasons) == 0}
	value := ids.Ask
	if ask {
		end.Label, value = say.New("Yes, end the season"), ids.Now
		now = say.Lines(now, say.New("I'll post the final results here. Nothing is deleted."))
	}
	end.ID = ids.Setting{Page: ids.TitlesPage, What: ids.SettingClose, Value: value}.ID()
	return []bot.Block{
		bot.Divider{},
		bot.Text(say.New("**A season ends:**")),
		choose(bot.Select{ID: ids.Setting{Page: ids.TitlesPage, What: "season"}.ID(), Options: []bot.SelectOption{
			{Label: say.New("When an admin ends it here"), Value: string(standing.ByHand)},
			{Label: say.New("Monthly"), Value: string(standing.Monthly)},
			{Label: say.New("Quarterly"), Value: string(standing.Quarterly)},
		}}, string(g.Season)),
		bot.Section{Texts: []bot.Text{bot.Text(now)}, Button: end},
		toggle(switching(ids.TitlesPage, "people_only", g.PeopleOnly), g.PeopleOnly, "**People only:** leaderboards leave out rounds with bots"),
	}
}

// PresetSettings returns the page of presets. open is the name of the opened one, and options are its
// options.
func PresetSettings(g GuildSettings, presets []settings.Preset, open string, options []game.Option) []bot.Block {
	blocks := []bot.Block{bot.Text(say.New("**Presets** are rules with a name, which `/play` offers. To make one, set the rules in a lobby, then **⋯** → **Save these rules**."))}
	if len(presets) == 0 {
		return blocks
	}
	menu := bot.Select{ID: ids.Setting{Page: ids.PresetsPage, What: ids.PresetOpen}.ID(), Placeholder: say.New("Choose one")}
	for _, x := range presets {
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.Verbatim(bot.Plain(x.Name, 100)), Value: x.Name, Description: clipped(g.Title(x.System), 100)})
	}
	blocks = append(blocks, choose(menu, open))
	for _, x := range presets {
		if strings.EqualFold(x.Name, open) {
			blocks = append(blocks, g.preset(x, options)...)
		}
	}
	return blocks
}

// preset renders one preset with the buttons for changing it.
func (g GuildSettings) preset(p settings.Preset, options []game.Option) []bot.Block {
	id := func(what string) string { return ids.Preset{What: what, Name: p.Name}.ID() }
	lines := []say.Message{heading(say.Verbatim(bot.Escape(p.Name))), g.Title(p.System)}
	lines = append(lines, differences(options)...)
	lock := ids.PresetLock
	if p.Locked {
		lock = ids.PresetUnlock
	}
	return []bot.Block{
		texts(lines...),
		bot.Picker{ID: id(ids.PresetWhere), Of: bot.Channels, Placeholder: say.New("All channels"), Chosen: p.Channels, Max: 25},
		toggle(id(lock), p.Locked, "🔒 **Locked:** its channels only allow locked presets"),
		bot.Row{{ID: id(ids.PresetDrop), Label: say.New("Delete"), Style: bot.Red}},
	}
}

// KeepForm returns the form that asks for the name under which a table's options are saved. It has
// the same id as its button.
func KeepForm(id ids.TableButton, name string) bot.Modal {
	return bot.Modal{ID: id.ID(), Title: say.New("Save these rules"), Fields: []bot.Field{
		{ID: "name", Label: say.New("Name"), Value: name, Required: true, Max: settings.MaxName},
	}}
}
