package deal

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"deuces/game"
	"deuces/game/card"
)

// Chance draws the randomness of a round from a source of random bytes. cards is Rules.Deck for the
// same number of seats.
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

// shuffle permutes cards with equal probability for every order (Fisher–Yates).
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

// uniform returns a number from 0 to n-1 with equal probability. It discards the 32-bit words from
// the highest multiple of n up, because they would favor low numbers.
func uniform(random io.Reader, n int) (int, error) {
	const words = 1 << 32
	fair := words - words%uint64(n)
	var b [4]byte
	for {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fmt.Errorf("read random bytes: %w", err)
		}
		if word := uint64(binary.LittleEndian.Uint32(b[:])); word < fair {
			return int(word % uint64(n)), nil
		}
	}
}
