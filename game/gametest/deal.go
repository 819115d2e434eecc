package gametest

import (
	"fmt"
	"slices"

	"deuces/game"
	"deuces/game/card"
)

// Deal returns a Chance with which the first round of a match deals these hands. The hands are by
// seat and in notation. Cards that they leave open come from the rest of the deck. next lists the
// cards after the hands (in Acehole the top card, then the pile). Deal works for every game,
// because it first finds out where Setup deals each card of the deck.
func Deal(rules game.Rules, seats int, hands []string, next string) (game.Chance, error) {
	deck := rules.Deck(seats)
	setup := rules.Setup(seats, game.Chance{Deck: deck, Draws: deck}, nil)
	var order []int // positions in the deck: those of the first seat's cards, then of the next seat's, then the rest
	taken := make([]bool, len(deck))
	for _, hand := range setup.Hands {
		for _, c := range hand {
			i := 0
			for deck[i] != c || taken[i] {
				i++
			}
			order, taken[i] = append(order, i), true
		}
	}
	for i := range deck {
		if !taken[i] {
			order = append(order, i)
		}
	}

	rest := slices.Clone(deck)
	parts := make([][]card.Card, seats+1)
	for i, text := range append(slices.Clone(hands), make([]string, seats-len(hands))...) {
		if err := take(&rest, &parts[i], text); err != nil {
			return game.Chance{}, err
		}
	}
	if err := take(&rest, &parts[seats], next); err != nil {
		return game.Chance{}, err
	}
	for i, hand := range setup.Hands {
		missing := len(hand) - len(parts[i])
		if missing < 0 {
			return game.Chance{}, fmt.Errorf("seat %d is dealt %d cards, fewer than the %d that are named", i, len(hand), len(parts[i]))
		}
		parts[i], rest = append(parts[i], rest[:missing]...), rest[missing:]
	}
	c := game.Chance{Deck: make([]card.Card, len(deck)), Draws: deck}
	for i, x := range slices.Concat(append(parts, rest)...) {
		c.Deck[order[i]] = x
	}
	return c, nil
}

// take moves the cards that a text names from one slice to another.
func take(from, to *[]card.Card, text string) error {
	cards, err := card.ParseAll(text)
	if err != nil {
		return err
	}
	for _, c := range cards {
		i := slices.Index(*from, c)
		if i < 0 {
			return fmt.Errorf("%v is named more often than it is in the deck", c)
		}
		*from, *to = slices.Delete(*from, i, i+1), append(*to, c)
	}
	return nil
}
