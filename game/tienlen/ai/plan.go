package ai

import (
	"deuces/game/ai"
	"deuces/game/kit"
	"deuces/game/tienlen"
)

// turn is what a play costs that never takes control; a plan is a sum of such costs.
const turn = 64

// back is what of a turn a set gives back by taking control, by its rank from 3 to 2.
var back = [...][13]int{
	tienlen.Single: {0, 0, 0, 0, 0, 1, 2, 4, 7, 11, 18, 32, 52},
	tienlen.Pair:   {2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 42, 58},
	tienlen.Triple: {14, 15, 17, 19, 21, 24, 27, 31, 35, 40, 46, 54, 62},
}

// cost is what a play of a kind costs by its highest rank.
func cost(k tienlen.Kind, rank, size int) int {
	switch k {
	case tienlen.Sequence:
		return turn - 8 - 2*size - rank
	case tienlen.Pairs:
		return turn - 56
	case tienlen.Four:
		return turn - 60
	}
	return turn - back[k][rank]
}

// planner plans hands. It looks at ranks alone: of two hands with the same ranks both
// plans are alike.
type planner map[kit.Cards]int

// plan is what getting rid of a hand costs at least: the lowest rank is played as a
// set, or as the beginning of a sequence.
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

// What normal weighs beside its plan, in 64ths of a turn.
const (
	forCard   = 12 // each card that is played
	forPass   = -14
	forDanger = 40 // playing anything, for each card that somebody has less than four
	forChop   = 60 // each point that a chop brings
	forSure   = 10 // a play that takes control
)

// thought is a decision that normal thinks about.
type thought struct {
	*tienlen.Core
	planner
	legal  []tienlen.Play
	hand   kit.Cards
	unseen kit.Cards
	before int // the plan of the hand
	fewest int // cards that one of the others holds
}

func newThought(c *tienlen.Core) *thought {
	t := &thought{Core: c, planner: planner{}, hand: c.Hands[c.Turn], fewest: 13}
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

// sure says that none of the unseen cards beats a play without a chop.
func (t *thought) sure(p tienlen.Play) bool {
	above := t.unseen & kit.Above(p.High())
	if p.Kind() <= tienlen.Four {
		return above&(15*t.unseen.Ranks(p.Size())) == 0
	}
	return above&^tienlen.Twos == 0
}

// worth says how good a play is.
func (t *thought) worth(p tienlen.Play) int {
	if p == tienlen.Pass {
		return forPass
	}
	after := t.hand &^ p.Cards()
	if after == 0 {
		return 1 << 20
	}
	v := t.before - t.plan(after) + forCard*p.Size() - p.High()%4
	if t.fewest < 4 {
		v += forDanger * (4 - t.fewest)
	}
	if t.sure(p) {
		v += forSure
	}
	if t.chops(p) {
		v += forChop
	}
	return v
}

// chops says whether a play beats another kind.
func (t *thought) chops(p tienlen.Play) bool {
	return p != tienlen.Pass && t.Top != tienlen.Pass && (p.Kind() != t.Top.Kind() || p.Size() != t.Top.Size())
}

// best returns what is worth most; the first of equals.
func (t *thought) best() tienlen.Play { return ai.Most(t.legal, t.worth) }

// quick is what playouts play: the most cards that tear little apart, of those the
// lowest; and no 2 before it has to, or the hand is small.
func quick(c *tienlen.Core, legal []tienlen.Play) tienlen.Play {
	hand := c.Hands[c.Turn]
	return ai.Most(legal, func(p tienlen.Play) int {
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
