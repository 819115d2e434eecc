package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/say"
)

// Hint tells what to play, and why.
func Hint(c ai.Choice) say.Message {
	cards := faces(c.Action.Cards, c.Action.As)
	if c.Reason.Empty() {
		switch c.Action.Verb {
		case game.Pass:
			return say.New("💡 I'd pass.")
		case game.Draw:
			return say.New("💡 I'd draw.")
		case game.Give:
			return say.New("💡 I'd give {cards}.", cards)
		}
		return say.New("💡 I'd play {cards}.", cards)
	}
	switch c.Action.Verb {
	case game.Pass:
		return say.New("💡 I'd pass: {reason}.", c.Reason)
	case game.Draw:
		return say.New("💡 I'd draw: {reason}.", c.Reason)
	case game.Give:
		return say.New("💡 I'd give {cards}: {reason}.", cards, c.Reason)
	}
	return say.New("💡 I'd play {cards}: {reason}.", cards, c.Reason)
}

// hintButton is the button of a hand that asks for a hint.
func (s Snapshot) hintButton(at ids.Page) bot.Button {
	return bot.Button{ID: ids.HandPage{Verb: ids.VerbHint, Table: s.ID(), Decision: s.Decision(), Page: at}.ID(), Label: say.New("Hint"), Emoji: "💡"}
}
