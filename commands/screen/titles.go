package screen

import (
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/standing"
)

// TitlesPage is a page of the titles that are held in a guild or in one of its channels,
// and of the longest streaks there: rounds in a row for which somebody held a title.
type TitlesPage struct {
	At      ids.Titles
	Channel string // the channel, if At asks for one
	Running []standing.Streak
	Longest []standing.Streak // those of the page, and one more if there are more pages
}

// StreaksPerPage is how many streaks a page of the titles has.
const StreaksPerPage = 5

// Titles renders a page of the titles.
func Titles(g GuildSettings, p TitlesPage) bot.Message {
	at := p.At
	head := say.New("👑 Titles in this server")
	if at.Channel {
		head = say.New("👑 Titles in {channel}", bot.Channel(p.Channel))
	}
	held := g.titlesHeld(p.Running, at.System)
	if held.Empty() {
		held = say.New("Nobody holds a title yet. Play a round with other people to win one.")
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{
		texts(banner(head), small(say.New("As of the last round. Rounds with computer players don't count."))),
		bot.Text(clippedLines(2200, held)),
	}}
	longest := slices.DeleteFunc(p.Longest, func(r standing.Streak) bool { return r.Rounds < 2 }) // one round is no streak
	more := len(longest) > StreaksPerPage
	longest = longest[:min(len(longest), StreaksPerPage)]
	if len(longest) > 0 {
		lines := []say.Message{heading(say.New("Longest streaks"))}
		for _, r := range longest {
			lines = append(lines, g.streak(r))
		}
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(clippedLines(1500, lines...)))
	}
	other := bot.Button{ID: ids.Titles{System: at.System, Channel: !at.Channel, Part: "where"}.ID(), Label: say.New("This channel"), Emoji: "📍"}
	if at.Channel {
		other.Label, other.Emoji = say.New("Whole server"), "🏛️"
	}
	row := bot.Row{other}
	if at.Page > 0 || more {
		back, next := at, at
		back.Page, back.Part = max(at.Page-1, 0), "back"
		next.Page, next.Part = at.Page+1, ""
		row = append(row,
			bot.Button{ID: back.ID(), Label: say.New("Previous"), Emoji: "◀️", Disabled: at.Page == 0},
			bot.Button{ID: next.ID(), Label: say.New("Next"), Emoji: "▶️", Disabled: !more})
	}
	msg.Blocks = append(msg.Blocks, row)
	return msg
}

// titlesHeld says who holds the titles of a system, "" for all; nothing if nobody does.
func (g GuildSettings) titlesHeld(running []standing.Streak, system string) say.Message {
	var held []say.Message
	for _, x := range g.Games {
		if system != "" && x.Name != system {
			continue
		}
		lines := []say.Message{bold(say.New(x.Title))}
		for _, w := range g.TitlesOf(x.Name) {
			for _, r := range running {
				if r.System == x.Name && r.Title == w.Title {
					lines = append(lines, holder(g.word(w.Title, x.Name), r))
				}
			}
		}
		if len(lines) > 1 {
			held = append(held, lines...)
		}
	}
	return say.Lines(held...)
}

// holder says who has a title, and for how long or from whom.
func holder(title say.Message, r standing.Streak) say.Message {
	who := DisplayName(r.Name)
	switch {
	case r.Rounds > 1:
		return say.New("{title}: {who}, {n:# round|# rounds} in a row", title, who, r.Rounds)
	case r.Deposed != 0 && r.DeposedRounds > 1:
		return say.New("{title}: {who}, taken from {other} after {n:# round|# rounds}", title, who, DisplayName(r.DeposedName), r.DeposedRounds)
	case r.Deposed != 0:
		return say.New("{title}: {who}, taken from {other}", title, who, DisplayName(r.DeposedName))
	}
	return say.New("{title}: {who}", title, who)
}

// streak is one of the longest streaks, in two lines.
func (g GuildSettings) streak(r standing.Streak) say.Message {
	notes := []say.Message{say.Days(r.Began, r.Last)}
	if r.Running {
		notes[0] = say.New("since {day}, and still going", say.Day(r.Began))
	}
	if r.Deposed != 0 {
		notes = append(notes, say.New("taken from {other}", DisplayName(r.DeposedName)))
	}
	if !r.Running && r.By != 0 {
		notes = append(notes, say.New("lost to {other}", DisplayName(r.ByName)))
	}
	return say.Lines(
		dotted(DisplayName(r.Name), g.TitleOf(r.Title, r.System), bold(say.New("{n:# round|# rounds}", r.Rounds))),
		small(dotted(notes...)))
}
