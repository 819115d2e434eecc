package ai

import (
	"math/bits"

	"deuces/game/card"
)

// counts is the number of cards of each height, four bits each. The height of a card is its rank,
// from 1, the lowest, to 13. In inverted order the heights are reversed, so that 13 is the 3.
// Jokers have height 14 in both orders.
type counts uint64

const (
	highest = 13
	jokers  = 14
	heights = 15
)

// countOf counts a set of cards by rank.
func countOf(s card.Set) counts { return counts(s.Ranks()) }

// of returns the number of cards of a height.
func (c counts) of(height int) int { return int(c >> (4 * height) & 15) }

// size returns the number of cards.
func (c counts) size() (n int) {
	for ; c != 0; c >>= 4 {
		n += int(c & 15)
	}
	return n
}

// mirrored converts counts by rank to counts by height in inverted order.
func (c counts) mirrored() counts {
	n := bits.ReverseBytes64(uint64(c) & (1<<(4*jokers) - 1))
	n = n>>4&0x0f0f_0f0f_0f0f_0f0f | n&0x0f0f_0f0f_0f0f_0f0f<<4
	return counts(n>>4) | c>>(4*jokers)<<(4*jokers)
}

// groups returns the number of different heights, without Jokers.
func (c counts) groups() int {
	x := uint64(c) & (1<<(4*jokers) - 1)
	x |= x >> 1
	x |= x >> 2
	return bits.OnesCount64(x & 0x1111_1111_1111_1111)
}

// height returns a rank's height in normal or inverted order.
func height(r card.Rank, inverted bool) int {
	if inverted && r != card.Joker {
		return jokers - int(r)
	}
	return int(r)
}
