package acehole

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Check returns the play that an action means, or an *Illegal.
func (s *roundState) Check(a game.Action) (Play, error) {
	left := s.Drawn < s.Core.Cards
	switch {
	case a.Verb == game.Draw && !left:
		return 0, game.Refuse("The draw pile is empty: play one of your cards.")
	case a.Verb == game.Draw && !s.CanDraw:
		return 0, game.Refuse("You can't draw while you can play a card.")
	case a.Verb == game.Draw:
		return Draw, nil
	case a.Verb == game.Pass:
		return 0, game.Refuse("You can't pass in Acehole: play a card, or draw if none fits.")
	case a.Verb != game.Play:
		return 0, game.Refuse("You don't give cards away in Acehole.")
	case len(a.Cards) == 0:
		return 0, game.Refuse("Choose the cards to play.")
	case a.As != card.None:
		return 0, game.Refuse("A Joker is just a Joker in Acehole; it doesn't stand for another card.")
	}
	cards, err := findCards(s.Hands[s.Core.Turn], a.Cards)
	if err != nil {
		return 0, err
	}
	if why := whyNotTogether(cards, s.Up); !why.Empty() {
		return 0, game.RefuseWith(why)
	}
	if !follows(s.Top, cards[0], s.Up) {
		return 0, game.RefuseWith(whyNotOn(s.Top, cards[0], s.Up))
	}
	return PlayOf(cards...), nil
}

// findCards finds the cards of an action in a hand. AnyJoker stands for the lowest Joker that the
// action doesn't name otherwise.
func findCards(hand card.Set, wanted []card.Card) ([]card.Card, error) {
	cards := make([]card.Card, len(wanted))
	for i, c := range wanted {
		if c == card.AnyJoker {
			continue
		}
		if c > card.Joker3 || !hand.Has(c) {
			if slices.Contains(cards[:i], c) {
				return nil, game.Refuse("You don't have another {card}.", c.Face())
			}
			return nil, game.Refuse("You don't have {card}.", c.Face())
		}
		hand.Remove(c)
		cards[i] = c
	}
	for i, c := range wanted {
		if c != card.AnyJoker {
			continue
		}
		cards[i] = card.Joker1
		for cards[i] < card.AnyJoker && !hand.Has(cards[i]) {
			cards[i]++
		}
		if cards[i] == card.AnyJoker {
			return nil, game.Refuse("You don't have that many Jokers.")
		}
		hand.Remove(cards[i])
	}
	return cards, nil
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
	faces, numbers := 0, 0
	for _, c := range cards {
		switch {
		case isFace(c):
			faces++
		case number(c) > 0:
			numbers++
		default:
			return say.New("Aces go only with Aces, and Jokers only with Jokers: they can't be part of a run.")
		}
		if c.Suit() != cards[0].Suit() {
			return say.New("Several cards must have the same rank, or be a run of one suit.")
		}
	}
	switch {
	case faces > 0 && numbers > 0:
		return say.New("A run must be all numbers or all face cards.")
	case up:
		return say.New("The count goes up, so a run must go up without a gap: 7♥ 8♥ 9♥, or J♠ Q♠ K♠.")
	}
	return say.New("The count goes down, so a run must go down without a gap: 9♥ 8♥ 7♥, or K♠ Q♠ J♠.")
}

// whyNotOn says why a card can't be played on the top card.
func whyNotOn(t, b card.Card, up bool) say.Message {
	card, top := b.Face(), t.Face()
	switch {
	case isFace(b) && b.Red():
		return say.New("{card} goes only on red cards, and {top} is black.", card, top)
	case isFace(b):
		return say.New("{card} goes only on black cards, and {top} is red.", card, top)
	case isAce(b) && b.Red():
		return say.New("{card} goes only on black cards, and {top} is red too.", card, top)
	case isAce(b):
		return say.New("{card} goes only on red cards, and {top} is black too.", card, top)
	case isAce(t):
		return say.New("The only number that goes on an Ace is a six of its color, so {card} can't go on {top}.", card, top)
	case b.Suit() == t.Suit() && up:
		return say.New("The count goes up, and {card} isn't higher than {top}.", card, top)
	case b.Suit() == t.Suit():
		return say.New("The count goes down, and {card} isn't lower than {top}.", card, top)
	}
	return say.New("{card} can't go on {top}: neither the suit nor the rank matches.", card, top)
}

func isAce(c card.Card) bool { return c.Rank() == card.Ace }
