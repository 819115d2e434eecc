// Package screen renders what people see: its functions turn a snapshot of a table, or other data, into a
// bot.Message. They don't wait and can't fail; they use no context, store or registry. Package commands
// handles clicks: it collects the data, calls a function of this package, and returns the message.
//
// The messages of a table are rendered from a Snapshot: the board (board.go), the mention of the player to
// move (mention.go), a vote (notes.go) and each player's hand (hand.go). A hand is rendered from the View of
// its seat, and a public message from that of game.Watcher. The other screens (leaderboards, settings and so
// on) get their data as values, with a GuildSettings for the guild's wording.
//
// The package names no game. It shows what Rules, Options, Views, Offers and News contain.
package screen

import (
	"time"

	"deuces/bot"
	"deuces/internal/say"
)

// The colors of messages. The color of a board shows the state of its table.
const (
	blurple = 0x5865F2 // lobby
	green   = 0x2E9E5B // a round is being played
	crimson = 0xD8324A // a round in which low cards beat high ones
	amber   = 0xE8A317 // between rounds
	gold    = 0xFFD54A // the match was won
	grey    = 0x80848E // paused, or ended early
)

// Helpers for the layout of messages.

func banner(m say.Message) say.Message { return say.Mark("## ", m, "") }

func texts(lines ...say.Message) bot.Text { return bot.Text(say.Lines(lines...)) }

// verbatim returns texts as messages that aren't translated.
func verbatim(texts []string) []say.Message {
	messages := make([]say.Message, len(texts))
	for i, t := range texts {
		messages[i] = say.Verbatim(t)
	}
	return messages
}

// previousNext returns the buttons for turning pages, or none if there is only one page. id returns the
// custom id of the button that leads to a page; part makes the two ids of a single page different.
func previousNext(at, last int, id func(page int, part string) string) bot.Row {
	if last == 0 {
		return nil
	}
	return bot.Row{
		{ID: id(max(at-1, 0), "back"), Label: say.New("Previous"), Emoji: "◀️", Disabled: at == 0},
		{ID: id(min(at+1, last), "next"), Label: say.New("Next"), Emoji: "▶️", Disabled: at == last},
	}
}

func percent(part, whole int) int { return (100*part + whole/2) / whole }

func clockWords(d time.Duration) say.Message {
	if d == 0 {
		return say.New("No turn clock")
	}
	return say.New("{duration} a turn", Span(d))
}

// Span returns a duration in its largest whole unit: "90 seconds", "2 minutes", "3 days".
func Span(d time.Duration) say.Message {
	switch day := 24 * time.Hour; {
	case d%day == 0 && d > 0:
		return say.New("{n:# day|# days}", int(d/day))
	case d%time.Hour == 0:
		return say.New("{n:# hour|# hours}", int(d/time.Hour))
	case d%time.Minute == 0:
		return say.New("{n:# minute|# minutes}", int(d/time.Minute))
	}
	return say.New("{n:# second|# seconds}", int(d/time.Second))
}
