package screen

import (
	"slices"
	"strconv"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
)

// SettingKeep is how custom_ids name how long data is kept.
const SettingKeep = "keep"

// DataSettings is the page of how long data is kept.
func DataSettings(g GuildSettings) []bot.Block {
	menu := bot.Select{ID: ids.Setting{Page: ids.DataPage, What: SettingKeep}.ID()}
	days := []int{1, 7, 30, 90, 365}
	if !slices.Contains(days, g.Keep) {
		days = append(days, g.Keep)
	}
	for _, n := range days {
		menu.Options = append(menu.Options, bot.SelectOption{Label: say.New("{n:# day|# days}", n), Value: strconv.Itoa(n), Default: n == g.Keep})
	}
	return []bot.Block{
		bot.Text(say.New("**If I am removed from this server**, I keep its tables, leaderboards, titles and settings for a while, in case it was a mistake. Then they are deleted. `/privacy` says what is stored.")),
		menu,
	}
}
