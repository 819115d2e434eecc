package ai

import (
	"math/bits"
	"math/rand/v2"

	"deuces/game/acehole"
	"deuces/game/card"
)

// Weights of the heuristics, tuned in matches between players with different numbers.
const (
	pointWeight    = 3  // per point that is played
	cardWeight     = 17 // per card that is played
	jokerWeight    = 60 // for keeping a Joker
	wildWeight     = 30 // for keeping a face card or a six
	closedWeight   = 4  // per card in the deck that can't follow
	followUpWeight = 5  // per card left in the hand that can follow
	sameRankWeight = 15 // per card left in the hand that has another of its rank
	hurryWeight    = 2  // per point that is played, for each card below four in the smallest other hand
)

// heuristic chooses moves by a few rules: play expensive cards, keep cards that fit almost always
// for when nothing else does, play runs and sets as a whole, leave a top card that many cards of
// its own hand but few others can follow, and draw only if nothing fits.
type heuristic struct {
	list [bufferSize]acehole.Play
}

// choose returns the move. At least one must be possible.
func (h *heuristic) choose(c *acehole.Core) acehole.Play {
	return h.play(&playerModels[modelNormal], c, 0, nil)
}

func (h *heuristic) randomMove(c *acehole.Core, r *rand.Rand) acehole.Play {
	list := promisingMoves(c, h.list[:0], false)
	return list[r.IntN(len(list))]
}

// fewestCards returns the smallest number of cards that another player holds.
func fewestCards(c *acehole.Core) int {
	n := 1 << 10
	for place := range c.Seats {
		if place != c.Turn {
			n = min(n, c.Hands[place].Len())
		}
	}
	return n
}

// heuristicScore returns how good a play is. few is the smallest number of cards that another
// player holds.
func heuristicScore(c *acehole.Core, p acehole.Play, few int) int {
	return int(playerModels[modelNormal].score(c, p, few))
}

// allCards has the bit of every card.
const allCards = 1<<(uint(card.Joker2)+1) - 1<<firstCard

const firstCard = uint(card.Three) << 2

// countSameRank counts the cards of a hand that have another of their rank.
func countSameRank(hand uint64) int {
	const lowest = 0x1111111111111110
	n := hand - hand>>1&(lowest*5)
	n = n&(lowest*3) + n>>2&(lowest*3)
	twos := (n + lowest*6) & (lowest * 8) >> 3
	return bits.OnesCount64(hand & (twos * 15))
}
