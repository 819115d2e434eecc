package screen

import (
	"slices"
	"strconv"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/settings"
)

// The names, in custom ids, of the settings of tables.
const (
	SettingChannels  = "channels"
	SettingThreads   = "threads"
	SettingClock     = "clock"
	SettingComputers = "computers"
	SettingMentions  = "mentions"
	SettingTempo     = "tempo"
	SettingColors    = "colors"
	SettingBuried    = "buried"
)

// toggle returns a line of the panel with a setting that is on or off.
func toggle(page, what string, name, about say.Message, on bool) bot.Section {
	button := bot.Button{ID: ids.Setting{Page: page, What: what, Value: ids.On}.ID(), Label: say.New("Off")}
	if on {
		button = bot.Button{ID: ids.Setting{Page: page, What: what, Value: ids.Off}.ID(), Label: say.New("On"), Style: bot.Green}
	}
	return bot.Section{Texts: []bot.Text{texts(bold(name), small(about))}, Button: &button}
}

// buriedMenu returns the menu for when a buried board comes back.
func buriedMenu(g GuildSettings) bot.Select {
	counts := []int{3, 5, 10, 20, settings.MaxBuried}
	if g.Buried != 0 && !slices.Contains(counts, g.Buried) {
		counts = append(counts, g.Buried)
		slices.Sort(counts)
	}
	menu := bot.Select{ID: ids.Setting{Page: ids.TablesPage, What: SettingBuried}.ID()}
	for _, n := range counts {
		menu.Options = append(menu.Options, bot.SelectOption{Value: strconv.Itoa(n), Default: n == g.Buried, Label: say.New("More than {n} messages, or 2 minutes", n)})
	}
	menu.Options = append(menu.Options, bot.SelectOption{Value: "0", Default: g.Buried == 0, Label: say.New("Never: it stays where it was posted")})
	return menu
}

// TableSettings returns the page about tables. clock is the default turn clock, can are the bot's
// permissions in this channel, and trouble is the reason why cards are shown as words although
// pictures are enabled.
func TableSettings(g GuildSettings, clock time.Duration, can bot.Permissions, trouble say.Message) []bot.Block {
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
	chat := say.New("**Chat below a table:** the table comes back to the bottom when it's somebody's turn")
	if lacks := can.Missing(bot.ReadHistory); g.Buried > 0 && !lacks.Empty() {
		chat = say.Lines(chat, small(say.New("I can't count messages in this channel without the permission {permission}, so only the 2 minutes matter.", lacks)))
	}
	blocks := []bot.Block{
		bot.Text(say.New("**Channels** where tables can be opened. Choose none to allow all channels.")),
		bot.Picker{ID: ids.Setting{Page: ids.TablesPage, What: SettingChannels}.ID(), Of: bot.Channels, Placeholder: say.New("All channels"), Chosen: g.Channels[:min(len(g.Channels), 25)], Min: 0, Max: 25},
		bot.Text(say.New("**Turn clock**, unless the host chooses another one")),
		menu,
		bot.Text(say.New("**Pace** of bots and of automatic passes")),
		tempoMenu(g.Tempo),
		bot.Text(chat),
		buriedMenu(g),
		toggle(ids.TablesPage, SettingThreads, say.New("A thread for each table"), say.New("`/play` opens a thread for the table, and the channel only gets a link to it."), g.Threads),
		toggle(ids.TablesPage, SettingComputers, say.New("Bots"), say.New("Hosts can add them."), g.Computers),
		toggle(ids.TablesPage, SettingMentions, say.New("Mentions"), say.New("Players are mentioned when it's their turn, as they choose with `/preferences`."), g.Mentions),
		toggle(ids.TablesPage, SettingColors, say.New("Four suit colors"), say.New("On boards, clubs are green and diamonds are blue. Games about red and black keep to these. In their own hands, people choose with `/preferences`."), g.Colors == settings.FourColors),
	}
	if !trouble.Empty() {
		blocks = append(blocks, bot.Text(small(say.New("⚠️ Cards are shown as text: {reason}", trouble))))
	}
	return blocks
}
