package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/say"
)

// Hint tells what to play, and why.
func Hint(c ai.Choice) string {
	what := ""
	switch c.Action.Verb {
	case game.Pass:
		what = "pass"
	case game.Draw:
		what = "draw"
	case game.Give:
		what = "give " + faces(c.Action.Cards, card.None)
	default:
		what = "play " + faces(c.Action.Cards, c.Action.As)
	}
	if c.Reason.Empty() {
		return "💡 I would " + what + "."
	}
	return "💡 I would " + what + ": " + c.Reason.String() + "."
}

// hintButton is the button of a hand that asks for a hint.
func (s Snapshot) hintButton(at ids.Page) bot.Button {
	return bot.Button{ID: ids.HandPage{Verb: ids.VerbHint, Table: s.ID(), Decision: s.Decision(), Page: at}.ID(), Label: say.New("Hint"), Emoji: "💡"}
}
