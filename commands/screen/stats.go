package screen

import (
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game/card"
	"deuces/say"
	"deuces/standing"
)

// statsFile is the picture's name.
const statsFile = "stats.png"

// Stats renders the statistics of somebody. picture is a PNG that shows them; nil if
// there is nothing to draw.
func Stats(g GuildSettings, at ids.Stats, s standing.Stats, picture []byte) bot.Message {
	title := "all games"
	if at.System != "" {
		title = g.Title(at.System)
	}
	head := "## 📊 " + bot.Mention(at.Whose) + " · " + title
	if at.Computers {
		head += "\n-# rounds with computer players too"
	}
	msg := bot.Message{Accent: blurple, Blocks: []bot.Block{bot.Text(say.Verbatim(head))}}
	if s.Rounds == 0 {
		msg.Blocks = append(msg.Blocks, bot.Text(say.New("No round of this was played to its end yet.")))
	} else {
		msg.Blocks = append(msg.Blocks, bot.Text(say.Verbatim(g.figures(s, at.System))))
		if picture != nil {
			msg.Files = []bot.File{{Name: statsFile, Data: picture}}
			msg.Blocks = append(msg.Blocks, bot.Gallery{{URL: "attachment://" + statsFile, Alt: say.Verbatim(Clip(pictured(s), 1024))}})
		}
	}
	menu, other := at, at
	menu.Part, other.Part, other.Computers = "game", "who", !at.Computers
	button := bot.Button{ID: other.ID(), Label: say.New("With computers"), Emoji: "🤖"}
	if at.Computers {
		button.Label, button.Emoji = say.New("People only"), "🧑"
	}
	msg.Blocks = append(msg.Blocks, bot.Select{ID: menu.ID(), Options: g.gameMenu(at.System)}, bot.Row{button})
	return msg
}

// figures says the figures in words.
func (g GuildSettings) figures(s standing.Stats, system string) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	noun := "point"
	if g.penalty(system) {
		noun = "penalty point"
	}
	add("**%s** and **%s**", count(s.Rounds, "round"), count(s.Points, noun))
	if s.Matches > 0 {
		add("Won **%d** of %s (%d %%)", s.Wins, matches(s.Matches), (100*s.Wins+s.Matches/2)/s.Matches)
	}
	if s.Rating != 0 {
		add("Rating **%d**", s.Rating)
	}
	if held := g.titlesCounted(s, system); len(held) > 0 {
		add("%s", strings.Join(held, " · "))
	}
	if s.Finish != card.None {
		add("Goes out with %s most often: %s", faces([]card.Card{s.Finish}, card.None), times(s.Finishes))
	}
	if s.Longest.Rounds > 1 {
		add("Longest reign: %s for %s", g.TitleOf(s.Longest.Title, s.Longest.System), count(s.Longest.Rounds, "round"))
	}
	if len(s.With) > 0 {
		var names []string
		for _, with := range s.With {
			names = append(names, fmt.Sprintf("%s (%d)", DisplayName(with.Name), with.Rounds))
		}
		add("Most played with: %s", strings.Join(names, ", "))
	}
	if s.Left > 0 {
		add("Left %s that others finished", count(s.Left, "round"))
	}
	add("-# %s", days(s.First, s.Last))
	return strings.Join(lines, "\n")
}

// titlesCounted says how often each title was held: all titles of one system, or the best
// title of each.
func (g GuildSettings) titlesCounted(s standing.Stats, system string) (held []string) {
	for _, x := range g.Games {
		if system != "" && x.Name != system {
			continue
		}
		for i, w := range g.TitlesOf(x.Name) {
			n := s.Titles[w.Title]
			if n == 0 || system == "" && i > 0 {
				continue
			}
			word := fmt.Sprintf("%d× %s", n, g.word(w.Title, system))
			if !strings.Contains(strings.Join(held, " · "), word) {
				held = append(held, word)
			}
		}
	}
	return held
}

// pictured says what the picture shows, for those who don't see it.
func pictured(s standing.Stats) string {
	var alt []string
	if n := len(s.Ratings); n > 1 {
		byRating := func(a, b standing.RatingPoint) int { return a.Rating - b.Rating }
		first, last := s.Ratings[0], s.Ratings[n-1]
		alt = append(alt, fmt.Sprintf("Rating over %s: from %d on %s to %d on %s, lowest %d, highest %d.",
			count(last.Round, "rated round"), first.Rating, day(first.At), last.Rating, day(last.At),
			slices.MinFunc(s.Ratings, byRating).Rating, slices.MaxFunc(s.Ratings, byRating).Rating))
	}
	var places []string
	for i, n := range s.Places {
		places = append(places, fmt.Sprintf("%s %s", ordinal(i+1), times(n)))
	}
	if len(places) > 0 {
		alt = append(alt, "Places: "+strings.Join(places, ", ")+".")
	}
	return strings.Join(alt, " ")
}
