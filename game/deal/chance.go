package deal

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"deuces/game"
	"deuces/game/card"
)

// Chance makes the luck of one round from a source of random bytes: the cards in
// play, as Rules.Deck lists them, in two orders, and one of the seats.
func Chance(random io.Reader, cards []card.Card, seats int) (game.Chance, error) {
	c := game.Chance{Deck: slices.Clone(cards), Draws: slices.Clone(cards)}
	for _, cards := range [][]card.Card{c.Deck, c.Draws} {
		if err := shuffle(random, cards); err != nil {
			return game.Chance{}, err
		}
	}
	pick, err := uniform(random, seats)
	if err != nil {
		return game.Chance{}, err
	}
	c.Pick = pick
	return c, nil
}

// shuffle puts cards into an order of which all are equally likely (Fisher and
// Yates): each place from the last one down gets one of the cards that have no
// place yet.
func shuffle(random io.Reader, cards []card.Card) error {
	for i := len(cards) - 1; i > 0; i-- {
		j, err := uniform(random, i+1)
		if err != nil {
			return err
		}
		cards[i], cards[j] = cards[j], cards[i]
	}
	return nil
}

// uniform returns a number from 0 to n-1, each as likely as the others. Of the
// 2^32 words those above the last whole multiple of n would favour the low
// numbers: they are thrown away.
func uniform(random io.Reader, n int) (int, error) {
	const words = 1 << 32
	fair := words - words%uint64(n)
	var b [4]byte
	for {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fmt.Errorf("no random bytes: %w", err)
		}
		if word := uint64(binary.LittleEndian.Uint32(b[:])); word < fair {
			return int(word % uint64(n)), nil
		}
	}
}
