package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/standing"
)

// SettingPlan is how custom_ids name when seasons end.
const SettingPlan = "plan"

// SeasonSettings is the page of seasons. ask: it asks whether to close the one that
// is on.
func SeasonSettings(g GuildSettings, seasons []standing.SeasonInfo, ask bool) []bot.Block {
	menu := bot.Select{ID: ids.Setting{Page: ids.SeasonPage, What: SettingPlan}.ID(), Options: []bot.SelectOption{
		{Label: say.New("When somebody here closes it"), Value: string(standing.ByHand)},
		{Label: say.New("Monthly"), Value: string(standing.Monthly), Description: say.New("at the first moment of each month, UTC")},
		{Label: say.New("Quarterly"), Value: string(standing.Quarterly), Description: say.New("of January, April, July and October, UTC")},
	}}
	for i := range menu.Options {
		menu.Options[i].Default = menu.Options[i].Value == string(g.Season)
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
	button := bot.Button{ID: ids.Setting{Page: ids.SeasonPage, What: ids.SettingClose, Value: ids.Ask}.ID(), Label: say.New("Close it now…"), Style: bot.Red, Disabled: len(seasons) == 0}
	text := bot.Text(say.New("**The season ends**"))
	if ask {
		button = bot.Button{ID: ids.Setting{Page: ids.SeasonPage, What: ids.SettingClose, Value: ids.Now}.ID(), Label: say.New("Yes, close the season"), Style: bot.Red}
		now += "\nThe closing post comes into this channel, and a new season begins. Nothing is deleted."
	}
	return []bot.Block{text, menu, bot.Section{Texts: []bot.Text{bot.Text(say.Verbatim(now))}, Button: &button}}
}
