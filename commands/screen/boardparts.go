package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/say"
	"deuces/match"
)

// This file has the parts that several boards share.

// head returns the first line of every board.
func (s Snapshot) head(what say.Message) bot.Text { return bot.Text(title(s.Game, what)) }

// title returns the first line of a message about a game.
func title(what say.Message, more ...say.Message) say.Message {
	return say.Mark("## ", dotted(append([]say.Message{what}, more...)...), "")
}

// resumeButton returns the button that resumes a paused match.
func (s Snapshot) resumeButton() bot.Button {
	return bot.Button{ID: s.button(ids.VerbResume), Label: say.New("Resume"), Style: bot.Green}
}

// rulesButton returns the button that opens the table's rules.
func (s Snapshot) rulesButton() bot.Button {
	return bot.Button{ID: ids.Rules{Table: s.ID}.ID(), Label: say.New("Rules"), Emoji: "📖"}
}

// clockwise returns the seats in the order of play, from the dealer's left.
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

// pauseText renders the note that the match waits for its players, and until when.
func (s Snapshot) pauseText() say.Message {
	head, waits := say.New("⏸️ Paused: nobody played in time"), say.New("The clock is stopped until a player clicks **Resume** or opens a hand.")
	if s.Deserted() {
		head, waits = say.New("⏸️ Paused: everyone has left"), say.New("The clock is stopped until somebody joins with `/join`.")
	}
	var closes say.Message
	if deadline := s.Deadline(); !deadline.IsZero() {
		closes = say.New("The table closes {time}.", bot.Relative(deadline))
	}
	return say.Lines(heading(head), say.Join(" ", waits, closes))
}

// Lines about people begin with the name, because a screen reader reads it first. The place comes
// after it.

// place returns a place in words: "1st".
func place(n int) say.Message {
	switch {
	case n%10 == 1 && n%100 != 11:
		return say.New("{n}st", n)
	case n%10 == 2 && n%100 != 12:
		return say.New("{n}nd", n)
	case n%10 == 3 && n%100 != 13:
		return say.New("{n}rd", n)
	}
	return say.New("{n}th", n)
}

// medal returns the medal of one of the first three places, or the place in words.
func medal(n int) say.Message {
	if medals := []string{"🥇", "🥈", "🥉"}; n <= len(medals) {
		return say.Verbatim(medals[n-1])
	}
	return place(n)
}

// earnsMedals reports whether the result of a match shows medals. It doesn't if nobody won or the
// players abandoned the match.
func earnsMedals(o game.Outcome, cause match.Cause) bool {
	return o.Winner != game.Nobody && cause != match.Abandoned && cause != match.Empty
}

// menuButton returns the button that opens the table's menu.
func (s Snapshot) menuButton() bot.Button {
	return bot.Button{ID: ids.Menu{Table: s.ID}.ID(), Label: say.New("⋯ More")}
}

func levelWord(l ai.Level) say.Message {
	switch l {
	case ai.Easy:
		return say.New("Easy")
	case ai.Hard:
		return say.New("Hard")
	}
	return say.New("Normal")
}
