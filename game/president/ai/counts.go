package ai

import (
	"math/bits"

	"deuces/game/card"
)

// counts is how many cards there are of each height, four bits for each. The
// height of a card is its rank or, in inverted order, that rank's mirror image:
// 1 is the lowest and 13 the highest, and Jokers are at 14 either way.
type counts uint64

const (
	highest = 13
	jokers  = 14
	heights = 15
)

// countOf counts a set of cards by rank.
func countOf(s card.Set) counts { return counts(s.Ranks()) }

// of returns how many there are of a height.
func (c counts) of(height int) int { return int(c >> (4 * height) & 15) }

// size returns how many cards there are.
func (c counts) size() (n int) {
	for ; c != 0; c >>= 4 {
		n += int(c & 15)
	}
	return n
}

// mirrored turns counts by rank into counts by height of the inverted order.
func (c counts) mirrored() counts {
	n := bits.ReverseBytes64(uint64(c) & (1<<(4*jokers) - 1))
	n = n>>4&0x0f0f_0f0f_0f0f_0f0f | n&0x0f0f_0f0f_0f0f_0f0f<<4
	return counts(n>>4) | c>>(4*jokers)<<(4*jokers)
}

// groups returns how many heights there are any of, Jokers left out.
func (c counts) groups() int {
	x := uint64(c) & (1<<(4*jokers) - 1)
	x |= x >> 1
	x |= x >> 2
	return bits.OnesCount64(x & 0x1111_1111_1111_1111)
}

// height is a rank's height in upright or inverted order.
func height(r card.Rank, inverted bool) int {
	if inverted && r != card.Joker {
		return jokers - int(r)
	}
	return int(r)
}
