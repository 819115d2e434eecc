package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/standing"
	"deuces/table"
)

// MatchesPerPage is how many past matches a page of the history has.
const MatchesPerPage = 5

// History renders a page of past matches, the newest first.
func History(g GuildSettings, at ids.History, found standing.MatchPage) bot.Message {
	title := "## 🗂️ Matches"
	if at.System != "" {
		title += " · " + g.Title(at.System)
	}
	if at.Whose != "" {
		title += " with " + bot.Mention(at.Whose)
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(say.Verbatim(title))}}
	for _, m := range found.Matches {
		msg.Blocks = append(msg.Blocks, bot.Section{
			Texts:  []bot.Text{bot.Text(say.Verbatim(g.matchLines(m)))},
			Button: &bot.Button{ID: ids.OpenMatch(table.ID(m.Match)), Label: say.New("Open")},
		})
	}
	if len(found.Matches) == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.New("No match of this is over yet.")))
		return msg
	}
	last := LastHistoryPage(found.Total)
	back, next := at, at
	back.Page, back.Part = max(at.Page-1, 0), "back"
	next.Page, next.Part = min(at.Page+1, last), ""
	msg.Blocks = append(msg.Blocks, bot.Text(say.Verbatim(fmt.Sprintf("-# page %d of %d · %s", at.Page+1, last+1, matches(found.Total)))), bot.Row{
		{ID: back.ID(), Emoji: "◀️", Disabled: at.Page == 0},
		{ID: next.ID(), Emoji: "▶️", Disabled: at.Page == last},
	})
	return msg
}

// LastHistoryPage is the last page of so many matches, from 0.
func LastHistoryPage(total int) int { return max(0, (total-1)/MatchesPerPage) }

// matchLines is a match in two lines.
func (g GuildSettings) matchLines(m standing.Summary) string {
	head := fmt.Sprintf("**%s** · %s · %s", g.Title(m.System), bot.Date(m.Ended), count(m.Rounds, "round"))
	if m.Computers {
		head += " · with computers"
	}
	players := slices.Clone(m.Players)
	if g.penalty(m.System) {
		slices.SortStableFunc(players, func(a, b standing.Part) int { // fewest points first
			if a.Winner != b.Winner {
				return map[bool]int{true: -1, false: 1}[a.Winner]
			}
			return cmp.Compare(a.Points, b.Points)
		})
	}
	var parts []string
	for _, p := range players[:min(len(players), 8)] {
		part := DisplayName(p.Name)
		if p.Player.IsComputer() {
			part = "a computer"
		}
		part += " " + number(p.Points)
		if p.Winner {
			part = "🏆 " + part
		}
		parts = append(parts, part)
	}
	if more := len(players) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return head + "\n" + strings.Join(parts, " · ")
}
