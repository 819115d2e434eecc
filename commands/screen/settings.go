package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
)

// The settings panel is one private message, a page a subject. What a page shows is
// in settings_*.go; what its buttons do is in package commands.

func settingsPages() []bot.SelectOption {
	return []bot.SelectOption{
		{Label: say.New("Tables"), Value: ids.TablesPage, Emoji: "🃏", Description: say.New("Channels, threads, turn clock, computer players, mentions, chat")},
		{Label: say.New("Titles"), Value: ids.TitlesPage, Emoji: "👑", Description: say.New("What titles are called")},
		{Label: say.New("Season"), Value: ids.SeasonPage, Emoji: "📅", Description: say.New("When a season of the leaderboard ends")},
		{Label: say.New("Roles"), Value: ids.RolesPage, Emoji: "🎭", Description: say.New("Discord roles that go with titles")},
		{Label: say.New("Presets"), Value: ids.PresetsPage, Emoji: "⭐", Description: say.New("Games with options of your own")},
		{Label: say.New("Data"), Value: ids.DataPage, Emoji: "🗄️", Description: say.New("How long data is kept after I am removed")},
	}
}

// SettingsPage is the page of a name; the first page if there is none of that name.
func SettingsPage(name string) string {
	pages := settingsPages()
	if slices.ContainsFunc(pages, func(o bot.SelectOption) bool { return o.Value == name }) {
		return name
	}
	return pages[0].Value
}

// SettingsPages are the names of all pages.
func SettingsPages() (names []string) {
	for _, o := range settingsPages() {
		names = append(names, o.Value)
	}
	return names
}

// Settings renders the panel with the blocks of a page; todo is the check-list, refused
// what was refused.
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
