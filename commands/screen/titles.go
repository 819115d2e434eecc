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

// TitlesPage is a page of the titles that run in a guild or in one of its channels,
// and of the longest reigns there.
type TitlesPage struct {
	At      ids.Titles
	Channel string // the channel, if At asks for one
	Running []standing.Streak
	Longest []standing.Streak // those of the page, and one more if there are more pages
}

// ReignsPerPage is how many reigns a page of the titles has.
const ReignsPerPage = 5

// Titles renders a page of the titles.
func Titles(g GuildSettings, p TitlesPage) bot.Message {
	at := p.At
	name := "this server"
	if at.Channel {
		name = bot.Channel(p.Channel)
	}
	held := g.titlesHeld(p.Running, at.System)
	if len(held) == 0 {
		held = []string{"Nobody holds a title yet. The first round among people gives some."}
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text(say.Verbatim("## 👑 Titles of " + name + "\n-# held since the last round; rounds with computer players don't count")),
		bot.Text(say.Verbatim(clipLines(held, 2200))),
	}}
	longest := slices.DeleteFunc(p.Longest, func(r standing.Streak) bool { return r.Rounds < 2 }) // one round is no reign
	more := len(longest) > ReignsPerPage
	longest = longest[:min(len(longest), ReignsPerPage)]
	if len(longest) > 0 {
		lines := []string{"### The longest reigns"}
		for _, reign := range longest {
			lines = append(lines, g.reign(reign))
		}
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(say.Verbatim(clipLines(lines, 1500))))
	}
	other := bot.Button{ID: ids.Titles{System: at.System, Channel: !at.Channel, Part: "where"}.ID(), Label: say.New("This channel"), Emoji: "📍"}
	if at.Channel {
		other.Label, other.Emoji = say.New("The whole server"), "🏛️"
	}
	row := bot.Row{other}
	if at.Page > 0 || more {
		back, next := at, at
		back.Page, back.Part = max(at.Page-1, 0), "back"
		next.Page, next.Part = at.Page+1, ""
		row = append(row,
			bot.Button{ID: back.ID(), Emoji: "◀️", Disabled: at.Page == 0},
			bot.Button{ID: next.ID(), Emoji: "▶️", Disabled: !more})
	}
	msg.Blocks = append(msg.Blocks, row)
	return msg
}

// titlesHeld are lines of who holds the titles of a system, "" for all.
func (g GuildSettings) titlesHeld(running []standing.Streak, system string) []string {
	var held []string
	for _, x := range g.Games {
		if system != "" && x.Name != system {
			continue
		}
		lines := []string{"**" + x.Title + "**"}
		for _, w := range g.TitlesOf(x.Name) {
			for _, reign := range running {
				if reign.System == x.Name && reign.Title == w.Title {
					lines = append(lines, g.word(w.Title, x.Name)+": "+holder(reign))
				}
			}
		}
		if len(lines) > 1 {
			held = append(held, lines...)
		}
	}
	return held
}

// holder says who has a title and for how long.
func holder(r standing.Streak) string {
	line := DisplayName(r.Name)
	if r.Rounds > 1 {
		line += ", " + inWords(r.Rounds) + " rounds running"
	}
	if r.Deposed != 0 && r.Rounds == 1 {
		line += ", who deposed " + DisplayName(r.DeposedName) + afterRounds(r.DeposedRounds)
	}
	return line
}

// afterRounds says how long the one who lost a title had held it.
func afterRounds(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" after %s rounds", inWords(n))
}

// reign is a line of the longest reigns.
func (g GuildSettings) reign(r standing.Streak) string {
	line := fmt.Sprintf("%s · %s · **%s**", DisplayName(r.Name), g.TitleOf(r.Title, r.System), count(r.Rounds, "round"))
	var notes []string
	switch {
	case r.Running:
		notes = append(notes, "since "+day(r.Began)+", and still")
	default:
		notes = append(notes, days(r.Began, r.Last))
	}
	if r.Deposed != 0 {
		notes = append(notes, "deposed "+DisplayName(r.DeposedName))
	}
	if !r.Running && r.By != 0 {
		notes = append(notes, "deposed by "+DisplayName(r.ByName))
	}
	return line + "\n-# " + strings.Join(notes, " · ")
}
