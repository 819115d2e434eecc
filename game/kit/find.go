package kit

import (
	"slices"

	"deuces/game/card"
)

// FindCards returns the cards of a hand that an action names, in the same order. AnyJoker stands for the
// lowest Joker that the action doesn't name otherwise. The error is an *game.Illegal if the hand lacks a
// card.
func FindCards(hand card.Set, named []card.Card) ([]card.Card, error) {
	cards := make([]card.Card, len(named))
	anyJokers := 0
	for i, c := range named {
		switch {
		case c == card.AnyJoker:
			anyJokers++
			continue
		case c > card.Joker3 || !hand.Remove(c):
			n := 1
			if slices.Contains(cards[:i], c) {
				n = 2
			}
			return nil, NotInHand(c, n)
		}
		cards[i] = c
	}
	for i, c := range named {
		if c != card.AnyJoker {
			continue
		}
		joker := card.Joker1
		for joker <= card.Joker3 && !hand.Remove(joker) {
			joker++
		}
		if joker > card.Joker3 {
			return nil, NotInHand(c, anyJokers)
		}
		cards[i] = joker
	}
	return cards, nil
}
