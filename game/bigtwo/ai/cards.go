package ai

import (
	"math/bits"

	"deuces/game/bigtwo"
)

// The engine's words, in short.
type (
	cards = bigtwo.Cards
	play  = bigtwo.Play
)

const (
	pass    = bigtwo.Pass
	players = bigtwo.Players
	lowest  = cards(0x1111111111111) // the lowest suit of every rank
	deck    = cards(1<<52 - 1)
)

func low(s cards) int  { return bits.TrailingZeros64(uint64(s)) }
func high(s cards) int { return 63 - bits.LeadingZeros64(uint64(s)) }

// over is all cards above a place; -1 is below all.
func over(place int) cards { return deck &^ (1<<(place+1) - 1) }

// rankOf is all cards of the rank at a place, which is the rank's lowest.
func rankOf(base int) cards { return 15 << base }

// counts returns the number of cards of every rank, each in that rank's four bits.
func counts(s cards) cards {
	s -= s >> 1 & (lowest * 5)
	return s&(lowest*3) + s>>2&(lowest*3)
}
