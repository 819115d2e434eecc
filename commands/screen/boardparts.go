package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/say"
)

// What several boards have in common.

// head is the first line of every board.
func (s Snapshot) head(what string) bot.Text {
	return bot.Text(say.Verbatim("## " + s.Game + " · " + what))
}

// resumeButton lets the clock of a paused match go on.
func (s Snapshot) resumeButton() bot.Button {
	return bot.Button{ID: s.button(ids.VerbResume), Label: say.New("Play on"), Style: bot.Green}
}

// rulesButton opens the rules as the table is set.
func (s Snapshot) rulesButton() bot.Button {
	return bot.Button{ID: ids.Rules{Table: s.ID()}.ID(), Label: say.New("Rules"), Emoji: "📖"}
}

// clockwise are the seats in the order of play, from the dealer's left.
func (s Snapshot) clockwise() []game.Seat {
	if order := s.Public.Order; len(order) == len(s.People) {
		return order
	}
	order := make([]game.Seat, len(s.People))
	for i := range order {
		order[i] = game.Seat(i)
	}
	return order
}

// pauseText says that the match waits for its players, and until when.
func (s Snapshot) pauseText() string {
	text := "### ⏸️ Paused: nobody seems to be there\nThe clock waits until one of the players clicks anything."
	if s.Deserted() {
		text = "### ⏸️ Paused: everyone has left\nThe clock waits until somebody takes a seat with `/join`."
	}
	if deadline := s.Deadline(); !deadline.IsZero() {
		text += " The table closes " + bot.Relative(deadline) + "."
	}
	return text
}
