package screen

import (
	"cmp"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
	"deuces/standing"
)

// MatchesPerPage is how many past matches a page of the history has.
const MatchesPerPage = 5

// History renders a page of past matches, the newest first.
func History(g GuildSettings, at ids.History, found standing.MatchPage, everywhere bool) bot.Message {
	head := []say.Message{say.New("🗂️ Matches")}
	if at.System != "" {
		head = append(head, g.Title(at.System))
	}
	if at.Whose != "" {
		head = append(head, say.New("with {player}", bot.Mention(at.Whose)))
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(banner(dotted(head...)))}}
	for _, m := range found.Matches {
		msg.Blocks = append(msg.Blocks, bot.Section{
			Texts:  []bot.Text{bot.Text(g.matchLines(m))},
			Button: &bot.Button{ID: ids.OpenMatch(match.ID(m.Match)), Label: say.New("Open")},
		})
	}
	if len(found.Matches) == 0 {
		none := say.New("No finished matches in this channel yet. In another channel, `/history` shows the matches there.")
		if everywhere {
			none = say.New("No finished matches yet.")
		}
		msg.Blocks = append(msg.Blocks, bot.Text(none))
		return msg
	}
	last := LastHistoryPage(found.Total)
	back, next := at, at
	back.Page, back.Part = max(at.Page-1, 0), "back"
	next.Page, next.Part = min(at.Page+1, last), ""
	msg.Blocks = append(msg.Blocks, bot.Text(small(dotted(pageOf(at.Page, last), say.New("{n:# match|# matches}", found.Total)))), bot.Row{
		{ID: back.ID(), Label: say.New("Previous"), Emoji: "◀️", Disabled: at.Page == 0},
		{ID: next.ID(), Label: say.New("Next"), Emoji: "▶️", Disabled: at.Page == last},
	})
	return msg
}

// LastHistoryPage is the last page of so many matches, from 0.
func LastHistoryPage(total int) int { return max(0, (total-1)/MatchesPerPage) }

// matchLines is a match in two lines.
func (g GuildSettings) matchLines(m standing.Summary) say.Message {
	head := []say.Message{bold(g.Title(m.System)), say.Verbatim(bot.Date(m.Ended)), say.New("{n:# round|# rounds}", m.Rounds)}
	if m.Computers {
		head = append(head, say.New("with computer players"))
	}
	players := slices.Clone(m.Players)
	if g.Penalty(m.System) {
		slices.SortStableFunc(players, func(a, b standing.Part) int { // the winner, then the fewest points
			switch {
			case a.Winner == b.Winner:
				return cmp.Compare(a.Points, b.Points)
			case a.Winner:
				return -1
			}
			return 1
		})
	}
	var parts []say.Message
	for _, p := range players[:min(len(players), 8)] {
		parts = append(parts, score(p))
	}
	if more := len(players) - len(parts); more > 0 {
		parts = append(parts, say.New("{n} more", more))
	}
	return say.Lines(dotted(head...), dotted(parts...))
}

// score is a player's part in a match: who, and how many points.
func score(p standing.Part) say.Message {
	who := DisplayName(p.Name)
	if p.Player.IsComputer() {
		who = say.New("computer player")
	}
	if p.Winner {
		return say.New("{who} 🏆 {points}", who, p.Points)
	}
	return say.New("{who} {points}", who, p.Points)
}
