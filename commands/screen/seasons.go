package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/standing"
)

// SeasonsPerPage is how many seasons a page of the hall of fame has.
const SeasonsPerPage = 3

// HallOfFame renders a page of the hall of fame, the newest season first; last is the
// last page there is. Without a season there is none.
func HallOfFame(g GuildSettings, at ids.HallOfFame, last int, seasons []standing.HallOfFame) bot.Message {
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{bot.Text(say.New("## 🏛️ Hall of fame"))}}
	if len(seasons) == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.New("No season yet. The first one starts with the first round.")))
		return msg
	}
	for _, f := range seasons {
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(clippedLines(1200, g.season(f))),
			bot.Row{{ID: ids.Season{Number: f.Season.Number}.ID(), Label: say.New("Leaderboard: {season}", f.Season.Name()), Emoji: "🏆"}})
	}
	if last > 0 {
		msg.Blocks = append(msg.Blocks, bot.Row{
			{ID: ids.HallOfFame{Page: max(at.Page-1, 0), Part: "back"}.ID(), Label: say.New("Previous"), Emoji: "◀️", Disabled: at.Page == 0},
			{ID: ids.HallOfFame{Page: min(at.Page+1, last)}.ID(), Label: say.New("Next"), Emoji: "▶️", Disabled: at.Page == last},
		})
	}
	return msg
}

// SeasonOver is the post at the end of a season.
func SeasonOver(g GuildSettings, f standing.HallOfFame) bot.Message {
	return g.Message(bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(say.New("## 🏁 The season is over")),
		bot.Text(clippedLines(3000, g.season(f))),
		bot.Text(say.New("-# A new season has begun. Nothing is lost: `/seasons` shows every season and its leaderboard.")),
		bot.Row{{ID: ids.Season{Number: f.Season.Number}.ID(), Label: say.New("Final leaderboard"), Emoji: "🏆"}},
	}})
}

// season is what a season is remembered for.
func (g GuildSettings) season(f standing.HallOfFame) say.Message {
	when := say.New("in progress")
	if !f.Season.Ended.IsZero() {
		when = say.New("ended {day}", say.Day(f.Season.Ended))
	}
	lines := []say.Message{
		heading(f.Season.Name()),
		small(dotted(when, say.New("{n:# round|# rounds}", f.Rounds), say.New("{n:# player|# players}", f.Players))),
	}
	best := slices.DeleteFunc(slices.Clone(f.Honours), func(x standing.Honour) bool {
		return x.Order == standing.ByPoints && (x.System == "" || g.Penalty(x.System)) // of several games they don't add up
	})
	awarded := func(what say.Message, system string) {
		if all := honours(best, system); len(all) > 0 {
			lines = append(lines, dotted(append([]say.Message{say.Mark("🏅 **", what, "**")}, all...)...))
		}
	}
	awarded(say.New("All games"), "")
	for _, s := range g.Games {
		awarded(say.New(s.Title), s.Name)
		if titles := g.mostTitled(best, s.Name); len(titles) > 0 {
			lines = append(lines, small(dotted(append([]say.Message{say.New("Held most often")}, titles...)...)))
		}
	}
	return say.Lines(lines...)
}

// honours say who was best in a system, "" for all together.
func honours(all []standing.Honour, system string) (lines []say.Message) {
	words := map[standing.Order]say.Text{
		standing.ByPoints: "most points: {who} ({n})",
		standing.ByWins:   "most matches won: {who} ({n})",
		standing.ByRating: "best rating: {who} ({n})",
	}
	for _, x := range all {
		if text, ok := words[x.Order]; ok && x.System == system {
			lines = append(lines, say.New(text, winners(x), x.Value))
		}
	}
	return lines
}

// mostTitled say who held each title of a system most often, the best title first.
func (g GuildSettings) mostTitled(all []standing.Honour, system string) (lines []say.Message) {
	for _, w := range g.TitlesOf(system) {
		for _, x := range all {
			if x.System == system && x.Title == w.Title {
				lines = append(lines, say.New("{title}: {who} ({n:once|# times})", g.word(x.Title, system), winners(x), x.Value))
			}
		}
	}
	return lines
}

// winners are those who share an honour.
func winners(x standing.Honour) say.Message {
	var names []say.Message
	for _, w := range x.Winners[:min(len(x.Winners), 3)] {
		names = append(names, DisplayName(w.Name))
	}
	if more := len(x.Winners) - len(names); more > 0 {
		names = append(names, say.New("{n} more", more))
	}
	return say.List(names...)
}
