package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/standing"
)

// SettingPlan is how custom_ids name when seasons end.
const SettingPlan = "plan"

// SeasonSettings is the page of seasons. ask: it asks whether to end the one that
// is in progress.
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
	return []bot.Block{text, menu, bot.Section{Texts: []bot.Text{bot.Text(now)}, Button: &button}}
}

// seasonNow says which season is in progress, and since and until when.
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
