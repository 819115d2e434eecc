package screen

import (
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/settings"
)

// The settings of the page of tables, as custom_ids name them.
const (
	SettingChannels  = "channels"
	SettingThreads   = "threads"
	SettingClock     = "clock"
	SettingComputers = "computers"
	SettingMentions  = "mentions"
)

// toggle is a line of the panel that is on or off.
func toggle(what, name, about string, on bool) bot.Section {
	button := bot.Button{ID: ids.Setting{Page: ids.TablesPage, What: what, Value: ids.On}.ID(), Label: say.New("Off")}
	if on {
		button = bot.Button{ID: ids.Setting{Page: ids.TablesPage, What: what, Value: ids.Off}.ID(), Label: say.New("On"), Style: bot.Green}
	}
	return bot.Section{Texts: []bot.Text{bot.Text(say.Verbatim("**" + name + "**\n-# " + about))}, Button: &button}
}

// TableSettings is the page of tables. clock is the turn clock where the guild sets
// none.
func TableSettings(g GuildSettings, clock time.Duration) []bot.Block {
	clocks := []time.Duration{0, 15 * time.Second, 30 * time.Second, time.Minute, 90 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour, settings.NoClock}
	if !slices.Contains(clocks, g.Clock) {
		clocks = slices.Insert(clocks, 1, g.Clock)
	}
	menu := bot.Select{ID: ids.Setting{Page: ids.TablesPage, What: SettingClock}.ID()}
	for _, d := range clocks {
		line := bot.SelectOption{Value: d.String(), Default: d == g.Clock, Label: clockWords(max(d, 0))}
		if d == 0 {
			line.Label = say.New("Bot default: {clock}", clockWords(clock))
		}
		menu.Options = append(menu.Options, line)
	}
	return []bot.Block{
		bot.Text(say.New("**Channels** where tables open; with none chosen, everywhere")),
		bot.Picker{ID: ids.Setting{Page: ids.TablesPage, What: SettingChannels}.ID(), Of: bot.Channels, Placeholder: say.New("Everywhere"), Chosen: g.Channels[:min(len(g.Channels), 25)], Min: 0, Max: 25},
		bot.Text(say.New("**Turn clock**, where /play doesn't name another")),
		menu,
		toggle(SettingThreads, "A thread for each table", "`/play` opens one; the channel only says where", g.Threads),
		toggle(SettingComputers, "Computer players", "hosts may seat them", g.Computers),
		toggle(SettingMentions, "Mentions", "the player to move may be notified", g.Mentions),
	}
}
