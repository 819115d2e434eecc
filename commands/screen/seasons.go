package screen

import (
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/standing"
)

// SeasonsPerPage is how many seasons a page of the hall of fame has.
const SeasonsPerPage = 3

// Fame renders a page of the hall of fame, the newest season first; last is the last
// page there is. Without a season there is none.
func Fame(g GuildSettings, at ids.Fame, last int, seasons []standing.HallOfFame) bot.Message {
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(say.New("## 🏛️ Hall of fame"))}}
	if len(seasons) == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.New("No season is on yet: the first begins with the first round.")))
		return msg
	}
	for _, f := range seasons {
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(say.Verbatim(clipLines(g.fame(f), 1200))),
			bot.Row{{ID: ids.Season{Number: f.Season.Number}.ID(), Label: say.Verbatim("Leaderboard of " + f.Season.Name()), Emoji: "🏆"}})
	}
	if last > 0 {
		msg.Blocks = append(msg.Blocks, bot.Row{
			{ID: ids.Fame{Page: max(at.Page-1, 0), Part: "back"}.ID(), Emoji: "◀️", Disabled: at.Page == 0},
			{ID: ids.Fame{Page: min(at.Page+1, last)}.ID(), Emoji: "▶️", Disabled: at.Page == last},
		})
	}
	return msg
}

// SeasonOver is the post at the end of a season.
func SeasonOver(g GuildSettings, f standing.HallOfFame) bot.Message {
	return g.Message(bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(say.New("## 🏁 The season is over")),
		bot.Text(say.Verbatim(clipLines(g.fame(f), 3000))),
		bot.Text(say.New("-# A new season has begun. Nothing is lost: `/seasons` has them all, and the leaderboard of each.")),
		bot.Row{{ID: ids.Season{Number: f.Season.Number}.ID(), Label: say.New("Final leaderboard"), Emoji: "🏆"}},
	}})
}

// fame is what a season is remembered for.
func (g GuildSettings) fame(f standing.HallOfFame) []string {
	lines := []string{"### " + f.Season.Name()}
	when := "on now"
	if !f.Season.Ended.IsZero() {
		when = "ended " + day(f.Season.Ended)
	}
	lines = append(lines, fmt.Sprintf("-# %s · %s · %s", when, count(f.Rounds, "round"), count(f.Players, "player")))
	best := slices.DeleteFunc(slices.Clone(f.Honours), func(x standing.Honour) bool {
		return x.Order == standing.ByPoints && (x.System == "" || g.penalty(x.System)) // of several games they don't add up
	})
	if all := honours(best, ""); len(all) > 0 {
		lines = append(lines, "🏅 **All games** · "+strings.Join(all, " · "))
	}
	for _, s := range g.Games {
		if told := honours(best, s.Name); len(told) > 0 {
			lines = append(lines, "🏅 **"+s.Title+"** · "+strings.Join(told, " · "))
		}
		if titles := g.mostTitled(best, s.Name); len(titles) > 0 {
			lines = append(lines, "-# most often "+strings.Join(titles, " · "))
		}
	}
	return lines
}

// honours say who was best in a system, "" for all together.
func honours(all []standing.Honour, system string) (lines []string) {
	words := map[standing.Order]string{standing.ByPoints: "most points", standing.ByWins: "most matches won", standing.ByRating: "best rating"}
	for _, x := range all {
		if what := words[x.Order]; what != "" && x.System == system {
			lines = append(lines, what+": "+winners(x)+" ("+number(x.Value)+")")
		}
	}
	return lines
}

// mostTitled say who held each title of a system most often, the best title first.
func (g GuildSettings) mostTitled(all []standing.Honour, system string) (lines []string) {
	for _, w := range g.TitlesOf(system) {
		for _, x := range all {
			if x.System == system && x.Title == w.Title {
				lines = append(lines, g.word(x.Title, system)+": "+winners(x)+" ("+times(x.Value)+")")
			}
		}
	}
	return lines
}

// winners are those who share an honour.
func winners(x standing.Honour) string {
	var names []string
	for _, w := range x.Winners[:min(len(x.Winners), 3)] {
		names = append(names, DisplayName(w.Name))
	}
	if more := len(x.Winners) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return List(names)
}
