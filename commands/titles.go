package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deuces/bot"
	"deuces/game"
	"deuces/standing"
)

var titlesSpec = bot.Command{Name: "titles", Description: "Who holds the titles of this server and channel, and the longest reigns",
	Options: []bot.Option{gameOption("Which game; otherwise all", false)}}

// dynasties is how many reigns a page of /titles has.
const dynasties = 5

// here and server say in custom_ids whose titles are shown.
const (
	wholeServer = "server"
	thisChannel = "here"
)

// titlesHere answers /titles.
func (c *Commands) titlesHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	system, _, err := c.chosen(ctx, r, h, r.Options["game"])
	if err != nil {
		return bot.Reply{}, err
	}
	msg, err := c.titleBoard(ctx, r, h, system, wholeServer, 0)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// titlesTurned answers the buttons: "titles/GAME/WHERE/PAGE".
func (c *Commands) titlesTurned(ctx context.Context, r bot.Request) (bot.Reply, error) {
	h, err := c.house(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	system := ""
	if c.plays(r.Arg(0)) {
		system = r.Arg(0)
	}
	msg, err := c.titleBoard(ctx, r, h, system, r.Arg(1), natural(r.Arg(2)))
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(msg), nil
}

// titleBoard renders the titles that run in the server or the channel, and a page
// of the longest reigns there.
func (c *Commands) titleBoard(ctx context.Context, r bot.Request, h house, system, where string, page int) (bot.Message, error) {
	channel, name := "", "this server"
	if where == thisChannel {
		channel, name = r.Channel, bot.Channel(r.Channel)
	} else {
		where = wholeServer
	}
	running, err := c.Store.Running(ctx, r.Guild, channel)
	if err != nil {
		return bot.Message{}, err
	}
	longest, err := c.Store.Streaks(ctx, standing.StreakQuery{Guild: r.Guild, Channel: channel, System: system, Offset: page * dynasties, Limit: dynasties + 1})
	if err != nil {
		return bot.Message{}, err
	}
	var held []string
	for _, s := range c.Systems {
		if system != "" && s.Name != system {
			continue
		}
		lines := []string{"**" + s.Title + "**"}
		for _, w := range c.titles(h, s.Name) {
			for _, reign := range running {
				if reign.System == s.Name && reign.Title == w.Title {
					lines = append(lines, c.word(h, w.Title, s.Name)+": "+holder(reign))
				}
			}
		}
		if len(lines) > 1 {
			held = append(held, lines...)
		}
	}
	if len(held) == 0 {
		held = []string{"Nobody holds a title yet. The first round among people gives some."}
	}
	msg := bot.Message{Accent: gold, Blocks: []bot.Block{
		bot.Text("## 👑 Titles of " + name + "\n-# held since the last round; rounds with computer players don't count"),
		bot.Text(clipLines(held, 2200)),
	}}
	longest = slices.DeleteFunc(longest, func(r standing.Streak) bool { return r.Rounds < 2 }) // one round is no reign
	more := len(longest) > dynasties
	longest = longest[:min(len(longest), dynasties)]
	if len(longest) > 0 {
		lines := []string{"### The longest reigns"}
		for _, reign := range longest {
			lines = append(lines, c.reign(h, reign))
		}
		msg.Blocks = append(msg.Blocks, bot.Divider{}, bot.Text(clipLines(lines, 1500)))
	}
	named := system
	if named == "" {
		named = everything
	}
	id := func(where string, page int) string { return fmt.Sprintf("titles/%s/%s/%d", named, where, page) }
	row := bot.Row{{ID: id(thisChannel, 0) + "/where", Label: "This channel", Emoji: "📍"}}
	if where == thisChannel {
		row = bot.Row{{ID: id(wholeServer, 0) + "/where", Label: "The whole server", Emoji: "🏛️"}}
	}
	if page > 0 || more {
		row = append(row,
			bot.Button{ID: id(where, max(page-1, 0)) + "/back", Emoji: "◀️", Disabled: page == 0},
			bot.Button{ID: id(where, page+1), Emoji: "▶️", Disabled: !more})
	}
	msg.Blocks = append(msg.Blocks, row)
	return msg, nil
}

// holder says who has a title and for how long.
func holder(r standing.Streak) string {
	line := called(r.Name)
	if r.Rounds > 1 {
		line += ", " + inWords(r.Rounds) + " rounds running"
	}
	if r.Deposed != 0 && r.Rounds == 1 {
		line += ", who deposed " + called(r.DeposedName) + afterRounds(r.DeposedRounds)
	}
	return line
}

// afterRounds says how long somebody had a title whom it was taken from.
func afterRounds(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" after %s rounds", inWords(n))
}

// reign is a line of the longest reigns.
func (c *Commands) reign(h house, r standing.Streak) string {
	line := fmt.Sprintf("%s · %s · **%s**", called(r.Name), c.wordOf(h, r.Title, r.System), count(r.Rounds, "round"))
	var notes []string
	switch {
	case r.Running:
		notes = append(notes, "since "+day(r.Began)+", and still")
	default:
		notes = append(notes, days(r.Began, r.Last))
	}
	if r.Deposed != 0 {
		notes = append(notes, "deposed "+called(r.DeposedName))
	}
	if !r.Running && r.By != 0 {
		notes = append(notes, "deposed by "+called(r.ByName))
	}
	return line + "\n-# " + strings.Join(notes, " · ")
}

// inWords writes a small number as a sentence does.
func inWords(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return number(n)
}

// reigning says what the round that has just ended means for the best title of
// its system in the server: a reign that goes on, or one that ended. "" where it
// is neither.
func (s scene) reigning() string {
	words := s.titles()
	if len(words) == 0 {
		return ""
	}
	best := words[0]
	for _, r := range s.reigns {
		if r.System != s.System() || r.Title != best.Title || s.holderSeat(best.Title) < 0 {
			continue
		}
		if player := s.Players()[s.holderSeat(best.Title)]; player != r.Player {
			continue // another table's round came after it
		}
		switch {
		case r.Rounds > 1:
			return fmt.Sprintf("👑 %s is %s of the server %s rounds running.", called(r.Name), best.Word, inWords(r.Rounds))
		case r.Deposed != 0:
			return fmt.Sprintf("👑 %s is the new %s of the server and deposed %s%s.", called(r.Name), best.Word, called(r.DeposedName), afterRounds(r.DeposedRounds))
		}
	}
	return ""
}

// holderSeat is who got a title in the last round that was settled; game.Nobody
// where no one did.
func (s scene) holderSeat(title game.Title) game.Seat {
	results := s.Results()
	if len(results) == 0 {
		return game.Nobody
	}
	for seat, t := range results[len(results)-1].Titles {
		if t == title {
			return game.Seat(seat)
		}
	}
	return game.Nobody
}

// titles are a system's titles in the server's words, the best first.
func (c *Commands) titles(h house, system string) []game.TitleWord {
	for _, s := range c.Systems {
		if s.Name != system {
			continue
		}
		rules, err := s.New(nil)
		if err != nil {
			break
		}
		return h.Titles(rules.Titles())
	}
	return nil
}

// wordOf is a title with its system: "President of AHole", but "Big Two" alone.
func (c *Commands) wordOf(h house, title game.Title, system string) string {
	word := c.word(h, title, system)
	if strings.TrimPrefix(word, "👑 ") == c.title(system) {
		return word
	}
	return word + " of " + c.title(system)
}

// word is what a system calls a title in this server, with a crown for the best;
// with "" what the first calls it that has it.
func (c *Commands) word(h house, title game.Title, system string) string {
	for _, s := range c.Systems {
		words := c.titles(h, s.Name)
		if (system == "" || s.Name == system) && slices.ContainsFunc(words, func(w game.TitleWord) bool { return w.Title == title }) {
			return crown(words, title) + titleWord(words, title)
		}
	}
	return string(title)
}
