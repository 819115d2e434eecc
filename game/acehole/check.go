package acehole

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

func (s *roundState) Check(a game.Action) (Play, error) {
	left := s.Drawn < s.Core.Cards
	switch {
	case a.Verb == game.Draw && !left:
		return 0, game.Refuse("The draw pile is empty: play one of your cards.")
	case a.Verb == game.Draw && !s.CanDraw:
		return 0, game.Refuse("You can't draw while you can play a card.")
	case a.Verb == game.Draw:
		return Draw, nil
	case a.Verb == game.Pass && left && s.CanDraw:
		return 0, game.Refuse("You can't pass in Acehole: play a card or draw one.")
	case a.Verb == game.Pass:
		return 0, game.Refuse("You can't pass in Acehole: play one of your cards.")
	case a.Verb != game.Play:
		return 0, kit.NoSuchAction()
	case len(a.Cards) == 0:
		return 0, kit.NoCards()
	case a.As != card.None:
		return 0, kit.CantStandFor()
	}
	cards, err := kit.FindCards(s.Hands[s.Core.Turn], a.Cards)
	if err != nil {
		return 0, err
	}
	if why := whyNotTogether(cards, s.Up); !why.Empty() {
		return 0, game.RefuseWith(why)
	}
	if !follows(s.Top, cards[0], s.Up) {
		return 0, game.RefuseWith(whyNotOn(s.Top, s.Up))
	}
	return PlayOf(cards...), nil
}

// whyNotTogether says why several cards can't be played together in this order. It is empty if they
// can.
func whyNotTogether(cards []card.Card, up bool) say.Message {
	set, run := true, true
	for i, c := range cards[1:] {
		set = set && c.Rank() == cards[0].Rank()
		run = run && runs(cards[i], c, up)
	}
	if set || run {
		return say.Message{}
	}
	examples := say.Commas(say.Verbatim("9♥ 8♥ 7♥"), say.Verbatim("K♠ Q♠ J♠"))
	if up {
		examples = say.Commas(say.Verbatim("7♥ 8♥ 9♥"), say.Verbatim("J♠ Q♠ K♠"))
	}
	return say.New("Cards played together must have one rank, or be a run of numbers or of face cards in one suit: {example}.", examples)
}

// whyNotOn says what can be played on the top card instead.
func whyNotOn(t card.Card, up bool) say.Message {
	return say.New("Play on {top}: {beats}.", t.Face(), goesOn(t, up))
}

func isAce(c card.Card) bool { return c.Rank() == card.Ace }
