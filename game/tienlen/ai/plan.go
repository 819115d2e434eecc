package ai

import (
	"deuces/game/ai"
	"deuces/game/kit"
	"deuces/game/tienlen"
)

// turnCost is the cost of a play that never wins a trick. The cost of a plan is the sum over its
// plays.
const turnCost = 64

// rebate is the amount by which a play costs less because it may win the trick, by rank from 3 to
// 2.
var rebate = [...][13]int{
	tienlen.Single: {0, 0, 0, 0, 0, 1, 2, 4, 7, 11, 18, 32, 52},
	tienlen.Pair:   {2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 42, 58},
	tienlen.Triple: {14, 15, 17, 19, 21, 24, 27, 31, 35, 40, 46, 54, 62},
}

// cost returns the cost of a play by its kind, its highest rank and its number of cards.
func cost(k tienlen.Kind, rank, size int) int {
	switch k {
	case tienlen.Sequence:
		return turnCost - 8 - 2*size - rank
	case tienlen.Pairs:
		return turnCost - 56
	case tienlen.Four:
		return turnCost - 60
	}
	return turnCost - rebate[k][rank]
}

// planner computes plans and remembers them. Suits don't matter to it: hands with the same ranks
// have the same plan.
type planner map[kit.Cards]int

// plan returns the lowest cost of getting rid of a hand. The lowest rank is played as a set or as
// the start of a sequence.
func (pl planner) plan(hand kit.Cards) int { return pl.of(hand.Counts()) }

func (pl planner) of(counts kit.Cards) int {
	if counts == 0 {
		return 0
	}
	if c, known := pl[counts]; known {
		return c
	}
	low := counts.Low() &^ 3
	n := int(counts >> low & 15)
	least := cost(tienlen.Kind(n-1), low/4, n) + pl.of(counts&^(15<<low))
	for each := 1; each <= min(n, 2); each++ {
		rest, kind := counts, tienlen.Sequence
		if each == 2 {
			kind = tienlen.Pairs
		}
		for at := low; at < 48 && int(counts>>at&15) >= each; at += 4 {
			rest -= kit.Cards(each) << at
			if long := (at-low)/4 + 1; long >= 3 {
				least = min(least, cost(kind, at/4, each*long)+pl.of(rest))
			}
		}
	}
	pl[counts] = least
	return least
}

// Weights of Normal besides the plan, in 64ths of a turn.
const (
	cardBonus       = 12 // for each card played
	passScore       = -14
	dangerBonus     = 40 // for playing anything, per card below four in the smallest other hand
	chopBonus       = 60 // for a chop
	unbeatableBonus = 10 // for a play that is certain to win the trick, unless it is chopped
)

// evaluation is Normal's view of one decision.
type evaluation struct {
	*tienlen.Core
	planner
	legal  []tienlen.Play
	hand   kit.Cards
	unseen kit.Cards
	before int // plan of the hand
	fewest int // smallest number of cards of another player
}

func newEvaluation(c *tienlen.Core) *evaluation {
	t := &evaluation{Core: c, planner: planner{}, hand: c.Hands[c.Turn], fewest: 13}
	t.legal = c.Legal(nil)
	for place, hand := range c.Hands[:c.Seats] {
		if place != int(c.Turn) && hand != 0 {
			t.unseen |= hand
			t.fewest = min(t.fewest, hand.Len())
		}
	}
	t.before = t.plan(t.hand)
	return t
}

// unbeatable reports whether no unseen cards beat a play, chops aside.
func (t *evaluation) unbeatable(p tienlen.Play) bool {
	above := t.unseen & kit.Above(p.High())
	if p.Kind() <= tienlen.Four {
		return above&(15*t.unseen.Ranks(p.Size())) == 0
	}
	return above&^tienlen.Twos == 0
}

// score returns how good a play is.
func (t *evaluation) score(p tienlen.Play) int {
	if p == tienlen.Pass {
		return passScore
	}
	after := t.hand &^ p.Cards()
	if after == 0 {
		return 1 << 20
	}
	v := t.before - t.plan(after) + cardBonus*p.Size() - p.High()%4
	if t.fewest < 4 {
		v += dangerBonus * (4 - t.fewest)
	}
	if t.unbeatable(p) {
		v += unbeatableBonus
	}
	if t.isChop(p) {
		v += chopBonus
	}
	return v
}

// isChop reports whether a play beats a top play of another kind or size.
func (t *evaluation) isChop(p tienlen.Play) bool {
	return p != tienlen.Pass && t.Top != tienlen.Pass && (p.Kind() != t.Top.Kind() || p.Size() != t.Top.Size())
}

// best returns the play with the highest score.
func (t *evaluation) best() tienlen.Play { return ai.BestBy(t.legal, t.score) }

// playoutMove returns the move of a playout: as many cards as possible without breaking up groups,
// and of those the lowest. It keeps 2s as long as the hand is large.
func playoutMove(c *tienlen.Core, legal []tienlen.Play) tienlen.Play {
	hand := c.Hands[c.Turn]
	return ai.BestBy(legal, func(p tienlen.Play) int {
		left := hand.Len() - p.Size()
		v := 16*p.Size() - p.High() - 20*tienlen.LeftBehind(hand, p)
		switch big := p.Kind() == tienlen.Four || p.Kind() == tienlen.Pairs; {
		case p == tienlen.Pass:
			return -60
		case left == 0:
			return 1 << 20
		case p.Cards()&tienlen.Twos != 0 && left > 4:
			return v - 40
		case big && c.Top == tienlen.Pass:
			return v - 60
		case big:
			return v + 100
		}
		return v
	})
}
