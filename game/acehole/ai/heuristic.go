package ai

import (
	"math/bits"
	"math/rand/v2"

	"deuces/game/acehole"
	"deuces/game/card"
)

// What the heuristics weigh, found by trying: playing against one another
// with other numbers was worse.
const (
	forPoint  = 3  // each point that is got rid of
	forCard   = 17 // each card
	forJoker  = 60 // keeping a Joker
	forWild   = 30 // keeping a face card or a six
	forClosed = 4  // each card of the deck that can't follow
	forAfter  = 5  // each card left in hand that can
	forLike   = 15 // each card left in hand that has another of its rank
	forHurry  = 2  // each point, for each card that somebody holds less than four
)

// heuristic plays by a few rules: it gets rid of points, keeps what can nearly
// always be played for when nothing else can, plays runs and sets whole, leaves a
// top card that few cards can follow but many of its own, and draws only if it
// must.
type heuristic struct {
	list [room]acehole.Play
}

// choose returns what to do; the place whose turn it is can do something.
func (h *heuristic) choose(c *acehole.Core) acehole.Play { return h.play(&kinds[asNormal], c, 0, nil) }

// anything returns something that fits.
func (h *heuristic) anything(c *acehole.Core, r *rand.Rand) acehole.Play {
	list := moves(c, h.list[:0], false)
	return list[r.IntN(len(list))]
}

// fewest is how many cards the one of the others holds who holds fewest.
func fewest(c *acehole.Core) int {
	n := 1 << 10
	for place := range c.Seats {
		if place != c.Turn {
			n = min(n, c.Hands[place].Len())
		}
	}
	return n
}

// weigh says how good a play is where another place holds so few cards.
func weigh(c *acehole.Core, p acehole.Play, few int) int {
	return int(kinds[asNormal].likes(c, p, few))
}

// all is one of each of the cards that there are.
const all = 1<<(uint(card.Joker2)+1) - 1<<firstCard

const firstCard = uint(card.Three) << 2

// like counts the cards of a hand that have one of their rank.
func like(hand uint64) int {
	const lowest = 0x1111111111111110
	n := hand - hand>>1&(lowest*5)
	n = n&(lowest*3) + n>>2&(lowest*3)
	twos := (n + lowest*6) & (lowest * 8) >> 3
	return bits.OnesCount64(hand & (twos * 15))
}
