package screen

import (
	"slices"
	"strconv"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
	"deuces/settings"
	"deuces/standing"
)

// The settings panel is one private message with a page per subject. The files settings_*.go render
// the pages, and package commands handles their buttons.

func settingsPages() []bot.SelectOption {
	return []bot.SelectOption{
		{Label: say.New("Tables"), Value: ids.TablesPage, Emoji: "🃏", Description: say.New("Channels, threads, turn clock, bots, mentions, chat")},
		{Label: say.New("Titles"), Value: ids.TitlesPage, Emoji: "👑", Description: say.New("What titles are called")},
		{Label: say.New("Season"), Value: ids.SeasonPage, Emoji: "📅", Description: say.New("When a season of the leaderboard ends")},
		{Label: say.New("Roles"), Value: ids.RolesPage, Emoji: "🎭", Description: say.New("Discord roles that go with titles")},
		{Label: say.New("Presets"), Value: ids.PresetsPage, Emoji: "⭐", Description: say.New("Games with options of your own")},
	}
}

// SettingsPage returns the page with this name, or the first page if there is none.
func SettingsPage(name string) string {
	pages := settingsPages()
	if slices.ContainsFunc(pages, func(o bot.SelectOption) bool { return o.Value == name }) {
		return name
	}
	return pages[0].Value
}

// SettingsPages returns the names of all pages.
func SettingsPages() (names []string) {
	for _, o := range settingsPages() {
		names = append(names, o.Value)
	}
	return names
}

// Settings renders the panel with the blocks of a page. todo is the check list, and refused the
// reason why a change was refused.
func Settings(page string, todo, refused say.Message, blocks []bot.Block) bot.Message {
	menu := bot.Select{ID: ids.Setting{Page: ids.PageMenu}.ID(), Options: settingsPages()}
	var subject say.Message
	for i, o := range menu.Options {
		if menu.Options[i].Default = o.Value == page; o.Value == page {
			subject = o.Label
		}
	}
	head := texts(
		banner(dotted(say.New("⚙️ Server settings"), subject)),
		todo,
		small(say.New("Changes apply immediately. Open tables keep their options and turn clock.")),
		say.Mark("⚠️ ", refused, ""))
	return bot.Message{Accent: blurple, Blocks: append([]bot.Block{head, menu, bot.Divider{}}, blocks...)}
}

// SettingWording is the name of the wording of titles in custom ids.
const SettingWording = "wording"

// TitleSettings returns the page about the words for titles.
func TitleSettings(g GuildSettings) []bot.Block {
	own, escaped := say.New("Not set yet"), say.New("Not set yet")
	if g.Words != (settings.Words{}) {
		words := strings.Join(g.Words[:], ", ")
		own, escaped = say.Verbatim(bot.Plain(words, 100)), say.Verbatim(bot.Escape(words))
	}
	var games []say.Message // games that have these titles
	for _, s := range g.Games {
		if slices.ContainsFunc(g.TitlesOf(s.Name), func(w game.TitleWord) bool { return w.Place > 0 }) {
			games = append(games, say.New(s.Title))
		}
	}
	clean := g.cleanWords()
	menu := bot.Select{ID: ids.Setting{Page: ids.TitlesPage, What: SettingWording}.ID(), Options: []bot.SelectOption{
		{Label: say.New("Original"), Value: string(settings.AsTheRules), Description: say.New("As each game calls them; some are rude")},
		{Label: say.New("Clean"), Value: string(settings.Clean), Description: commas(verbatim(clean[:])...)},
		{Label: say.New("Our own words"), Value: string(settings.OwnWords), Description: own},
	}}
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == string(g.Wording)
	}
	return []bot.Block{
		bot.Text(say.New("**What titles are called** in {games}. With clean words, I show no rude ones anywhere in this server, not even in the name of a game or a player.", say.List(games...))),
		menu,
		bot.Section{Texts: []bot.Text{texts(bold(say.New("Our own words")), small(escaped))}, Button: &bot.Button{ID: ids.Form{What: ids.FormWords}.ID(), Label: say.New("Change…")}},
	}
}

// wordedPlaces are the names of the places whose titles a guild can rename.
var wordedPlaces = [len(settings.Words{})]say.Text{"First", "Second", "In between", "Second to last", "Last"}

// WordsForm returns the form for a guild's own words for titles.
func WordsForm(g GuildSettings) bot.Modal {
	form := bot.Modal{ID: ids.Form{What: ids.FormWords}.ID(), Title: say.New("Our own words for titles")}
	for i, w := range g.cleanWords() {
		value := g.Words[i]
		if value == "" {
			value = w
		}
		form.Fields = append(form.Fields, bot.Field{ID: strconv.Itoa(i), Label: say.New(wordedPlaces[i]), Value: value, Required: true, Max: settings.MaxWord})
	}
	return form
}

// The names, in custom ids, of the season's plan and of the switch for leaderboards without bots.
const (
	SettingPlan   = "plan"
	SettingPeople = "people"
)

// SeasonSettings returns the page about seasons. If ask is set, it asks whether to end the current
// one.
func SeasonSettings(g GuildSettings, seasons []standing.SeasonInfo, ask bool) []bot.Block {
	menu := bot.Select{ID: ids.Setting{Page: ids.SeasonPage, What: SettingPlan}.ID(), Options: []bot.SelectOption{
		{Label: say.New("When an admin ends it here"), Value: string(standing.ByHand)},
		{Label: say.New("Monthly"), Value: string(standing.Monthly), Description: say.New("On the first day of each month (UTC)")},
		{Label: say.New("Quarterly"), Value: string(standing.Quarterly), Description: say.New("On the first day of January, April, July and October (UTC)")},
	}}
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == string(g.Season)
	}
	now := say.New("No season yet. The first one starts with the first round.")
	if n := len(seasons); n > 0 {
		now = seasonNow(seasons[n-1])
	}
	button := bot.Button{ID: ids.Setting{Page: ids.SeasonPage, What: ids.SettingClose, Value: ids.Ask}.ID(), Label: say.New("End it now…"), Style: bot.Red, Disabled: len(seasons) == 0}
	text := bot.Text(say.New("**A season ends:**"))
	if ask {
		button = bot.Button{ID: ids.Setting{Page: ids.SeasonPage, What: ids.SettingClose, Value: ids.Now}.ID(), Label: say.New("Yes, end the season"), Style: bot.Red}
		now = say.Lines(now, say.New("I'll post the final results in this channel, and a new season begins. Nothing is deleted."))
	}
	return []bot.Block{text, menu, bot.Section{Texts: []bot.Text{bot.Text(now)}, Button: &button},
		toggle(ids.SeasonPage, SettingPeople, say.New("People only"), say.New("Leaderboards leave out rounds with bots. Titles and ratings stay the same."), g.PeopleOnly)}
}

// seasonNow renders the current season with its start and end.
func seasonNow(s standing.SeasonInfo) say.Message {
	parts := []say.Message{say.New("Now: **{season}**", s.Name())}
	if !s.Began.IsZero() {
		parts = append(parts, say.New("since {day}", say.Day(s.Began)))
	}
	if !s.Due.IsZero() {
		parts = append(parts, say.New("until {day}", say.Day(s.Due)))
	}
	return commas(parts...)
}

// TitleRole is the role of a title.
type TitleRole struct {
	Of      settings.Role
	Trouble say.Message // why the role can't be given; empty if it can
}

// RoleTitle is the title that is chosen on the page of roles. The zero value means none.
type RoleTitle struct {
	System string
	Title  game.Title
}

// String returns the title's value in the menu.
func (t RoleTitle) String() string { return t.System + "/" + string(t.Title) }

// ParseRoleTitle parses a value of the menu.
func ParseRoleTitle(value string) RoleTitle {
	system, title, ok := strings.Cut(value, "/")
	if !ok {
		return RoleTitle{}
	}
	return RoleTitle{system, game.Title(title)}
}

// RoleSettings returns the page about roles of titles. permitted says whether the bot may assign
// roles.
func RoleSettings(g GuildSettings, roles []TitleRole, chosen RoleTitle, permitted bool) []bot.Block {
	lines := []say.Message{say.New("**Roles for titles**: anyone who holds a title in this server gets its role, and keeps it as long as they hold the title.")}
	if !permitted {
		lines = append(lines, say.New("⚠️ I need the permission Manage Roles to do this. My own role must also be above the roles that I give."))
	}
	for _, x := range roles {
		lines = append(lines, say.New("{title}: {role}", g.TitleOf(x.Of.Title, x.Of.System), bot.Role(x.Of.Role)), say.Mark("-# ⚠️ ", x.Trouble, ""))
	}
	menu := bot.Select{ID: ids.Roles{}.ID(), Placeholder: say.New("Choose a title")}
	for _, x := range g.Games {
		for _, w := range g.TitlesOf(x.Name) {
			if t := (RoleTitle{x.Name, w.Title}); len(menu.Options) < 25 {
				menu.Options = append(menu.Options, bot.SelectOption{
					Label: clipped(g.ofGame(w.Title, x.Name), 100), Value: t.String(), Default: t == chosen,
				})
			}
		}
	}
	blocks := []bot.Block{texts(lines...), menu}
	if !g.Plays(chosen.System) {
		return blocks
	}
	id := ids.Setting{Page: ids.RolesPage, What: ids.SettingRole, System: chosen.System, Title: chosen.Title}
	picker := bot.Picker{ID: id.ID(), Of: bot.Roles, Placeholder: say.New("No role"), Min: 0, Max: 1}
	for _, x := range g.Roles {
		if x.System == chosen.System && x.Title == chosen.Title {
			picker.Chosen = []string{x.Role}
		}
	}
	return append(blocks, bot.Text(say.New("Choose a role for this title, or clear it to give none.")), picker)
}

// RoleTrouble renders the notice in a channel that a role can't be given.
func RoleTrouble(g GuildSettings, reason say.Message) bot.Message {
	return g.Message(bot.Message{Accent: amber, Blocks: []bot.Block{bot.Text(say.Mark("⚠️ ", reason, ""))}})
}
