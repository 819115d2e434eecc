package screen

import (
	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/internal/say"
)

// hintText renders the hint's play and reason, if there is a hint.
func (s Snapshot) hintText() say.Message {
	if s.Hint == nil {
		return say.Message{}
	}
	c := s.Hint
	cards := s.inline.faces(c.Action.Cards, c.Action.As)
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

// hintButton returns the button for a hint.
func (s Snapshot) hintButton(at ids.Page) bot.Button {
	return bot.Button{ID: ids.HandPage{Verb: ids.VerbHint, Table: s.ID, Decision: s.Decision, Page: at}.ID(), Label: say.New("Hint"), Emoji: "💡"}
}

// hinted returns the button that makes the hint's play.
func (t turn) hinted(a game.Action) bot.Button {
	o := offer(t.view, a)
	id := ids.Act{Table: t.table, Decision: t.decision, Action: a, Sort: t.sort, Hinted: true}
	return bot.Button{ID: id.ID(), Label: clipped(doing(o), 80), Emoji: "💡", Style: bot.Green}
}

// doing returns the label of an offer as an action: "Play 7♥ 7♦".
func doing(o game.Offer) say.Message {
	cards := plain(o.Action.Cards, o.Action.As)
	label := o.Label
	switch {
	case o.Action.Verb == game.Give:
		label = say.New("Give {cards}", cards)
	case len(o.Action.Cards) > 0:
		label = say.New("Play {cards}", cards)
	}
	return dotted(label, o.Effect)
}
