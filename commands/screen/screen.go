// Package screen is what people see: functions from a snapshot of a table, or from
// plain data, to a bot.Message. Nothing in it waits or fails: it knows no context,
// no store and no registry of tables. What is done about a click is in package
// commands, which gathers the data, calls a screen, and returns its message.
//
// A table's messages are rendered from a Snapshot: the board (board.go), the short
// messages beside it (mention.go, vote.go) and each player's hand (hand.go). What a
// viewer gets is made from the View of their seat; the public messages from that of
// game.Watcher. The other screens (leaderboards, settings and so on) take their data
// as values, and a GuildSettings, which knows what things are called in a guild.
//
// The package names no game: it shows what Rules, Options, Views, Offers and News say.
package screen

import (
	"time"

	"deuces/bot"
	"deuces/internal/say"
)

// The colors of messages. A board's says from afar where its table stands.
const (
	blurple = 0x5865F2 // a lobby
	green   = 0x2E9E5B // a round is on
	crimson = 0xD8324A // and the order of the cards is turned over
	amber   = 0xE8A317 // between rounds
	gold    = 0xFFD54A // the match is won
	grey    = 0x80848E // paused, or ended early
)

// What the screens of a server's memory and settings are laid out with.

// banner stands above a whole message.
func banner(m say.Message) say.Message { return say.Mark("## ", m, "") }

// commas puts messages on one line, with commas between them and no "and".
func commas(messages ...say.Message) say.Message { return say.Join(", ", messages...) }

// texts makes a block of lines.
func texts(lines ...say.Message) bot.Text { return bot.Text(say.Lines(lines...)) }

// verbatim are texts that are the same in every language.
func verbatim(texts []string) []say.Message {
	messages := make([]say.Message, len(texts))
	for i, t := range texts {
		messages[i] = say.Verbatim(t)
	}
	return messages
}

// percent returns a share of a whole, rounded.
func percent(part, whole int) int { return (100*part + whole/2) / whole }

// clockWords says how long a turn may take.
func clockWords(d time.Duration) say.Message {
	if d == 0 {
		return say.New("No turn clock")
	}
	return say.New("{duration} per turn", Span(d))
}

// Span returns a duration in its largest whole unit: "90 seconds", "2 minutes", "24 hours".
func Span(d time.Duration) say.Message {
	switch {
	case d%time.Hour == 0:
		return say.New("{n:# hour|# hours}", int(d/time.Hour))
	case d%time.Minute == 0:
		return say.New("{n:# minute|# minutes}", int(d/time.Minute))
	}
	return say.New("{n:# second|# seconds}", int(d/time.Second))
}
