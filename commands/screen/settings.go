package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
)

// The settings panel is one private message, a page a subject. What a page shows is
// in settings_*.go; what its buttons do is in package commands.

func settingsPages() []bot.SelectOption {
	return []bot.SelectOption{
		{Label: say.New("Tables"), Value: ids.TablesPage, Emoji: "🃏", Description: say.New("Channels, threads, turn clock, computer players, mentions")},
		{Label: say.New("Titles"), Value: ids.TitlesPage, Emoji: "👑", Description: say.New("What titles are called")},
		{Label: say.New("Season"), Value: ids.SeasonPage, Emoji: "📅", Description: say.New("When the leaderboard's season ends")},
		{Label: say.New("Roles"), Value: ids.RolesPage, Emoji: "🎭", Description: say.New("Discord roles that go with titles")},
		{Label: say.New("Presets"), Value: ids.PresetsPage, Emoji: "⭐", Description: say.New("Options with a name, offered or locked")},
		{Label: say.New("Data"), Value: ids.DataPage, Emoji: "🗄️", Description: say.New("How long data is kept when I am removed")},
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

// Settings renders the panel with the blocks of a page; refused is what was refused.
func Settings(page, refused string, blocks []bot.Block) bot.Message {
	menu := bot.Select{ID: ids.Setting{Page: ids.PageMenu}.ID(), Options: settingsPages()}
	head := "## ⚙️ Settings · "
	for i, o := range menu.Options {
		if menu.Options[i].Default = o.Value == page; o.Value == page {
			head += o.Label.String()
		}
	}
	head += "\n-# What you choose holds at once. Tables that are open keep their options and their clock."
	if refused != "" {
		head += "\n⚠️ " + refused
	}
	return bot.Message{Accent: blurple, Blocks: append([]bot.Block{bot.Text(say.Verbatim(head)), menu, bot.Divider{}}, blocks...)}
}
