package acehole

import (
	"fmt"

	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

// check returns the play that an action is, or in a player's words why the
// rules refuse it.
func (s State) check(seat game.Seat, a game.Action) (Play, error) {
	turn, on := s.Turn()
	left := s.core.Drawn < s.core.Cards
	switch {
	case !on:
		return 0, game.Refuse("The round is over.")
	case seat != turn:
		return 0, game.Refuse("It isn't your turn.")
	case a.Verb == game.Draw && !left:
		return 0, game.Refuse("The draw pile is empty: play one of your cards.")
	case a.Verb == game.Draw && !s.core.Open:
		return 0, game.Refuse("You can play, so you can't draw.")
	case a.Verb == game.Draw:
		return Draw, nil
	case a.Verb == game.Pass:
		return 0, game.Refuse("Nobody passes in Acehole: play, or draw if you can't.")
	case a.Verb != game.Play:
		return 0, game.Refuse("No cards are given away in Acehole.")
	case len(a.Cards) == 0:
		return 0, game.Refuse("Name the cards that you play.")
	case a.As != card.None:
		return 0, game.Refuse("A Joker stands for no other card in Acehole.")
	}
	cards, err := held(s.hand(), a.Cards)
	if err != nil {
		return 0, err
	}
	if why := notTogether(cards, s.core.Up); why != "" {
		return 0, game.Refused(say.Verbatim(why))
	}
	if !follows(s.core.Top, cards[0], s.core.Up) {
		return 0, game.Refused(say.Verbatim(notOn(s.core.Top, cards[0], s.core.Up)))
	}
	return PlayOf(cards...), nil
}

// held finds the cards of an action in a hand: for AnyJoker the lowest Joker
// that is not named otherwise.
func held(hand card.Set, wanted []card.Card) ([]card.Card, error) {
	cards := make([]card.Card, len(wanted))
	for i, c := range wanted {
		if c == card.AnyJoker {
			continue
		}
		if c > card.Joker3 || !hand.Has(c) {
			return nil, game.Refuse("You don't hold {card}, or not as often.", c.Face())
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
			return nil, game.Refuse("You don't hold as many Jokers.")
		}
		hand.Remove(cards[i])
	}
	return cards, nil
}

// notTogether says why several cards can't be laid together in this order; ""
// when they can.
func notTogether(cards []card.Card, up bool) string {
	set, run := true, true
	for i, c := range cards[1:] {
		set = set && c.Rank() == cards[0].Rank()
		run = run && runs(cards[i], c, up)
	}
	if set || run {
		return ""
	}
	faces, numbers := 0, 0
	for _, c := range cards {
		switch {
		case isFace(c):
			faces++
		case number(c) > 0:
			numbers++
		default:
			return "Aces and Jokers go only with their like: together with other cards they make no set and no run."
		}
		if c.Suit() != cards[0].Suit() {
			return "Several cards must be of one rank, or a run of one suit."
		}
	}
	if faces > 0 && numbers > 0 {
		return "A run is all numbers or all face cards."
	}
	if up {
		return "The count goes up, so a run must rise without a gap: 7♥ 8♥ 9♥, or J♠ Q♠ K♠."
	}
	return "The count goes down, so a run must fall without a gap: 9♥ 8♥ 7♥, or K♠ Q♠ J♠."
}

// notOn says why a card can't go on the top card.
func notOn(t, b card.Card, up bool) string {
	direction, side := "down", "below"
	if up {
		direction, side = "up", "above"
	}
	switch {
	case isFace(b):
		return fmt.Sprintf("%s goes only on %s: %s is %s.", b.Face(), colour(b), t.Face(), colour(t))
	case b.Rank() == card.Ace:
		return fmt.Sprintf("An Ace goes only on the other colour: %s and %s are both %s.", b.Face(), t.Face(), colour(b))
	case t.Rank() == card.Ace:
		return fmt.Sprintf("No number follows an Ace, but for a six of its colour: %s can't go on %s.", b.Face(), t.Face())
	case b.Suit() == t.Suit():
		return fmt.Sprintf("The count goes %s, and %s isn't %s %s.", direction, b.Face(), side, t.Face())
	default:
		return fmt.Sprintf("%s can't go on %s: neither suit nor rank fits.", b.Face(), t.Face())
	}
}

func colour(c card.Card) string {
	if c.Red() {
		return "red"
	}
	return "black"
}
