package ai

import (
	"deuces/game/bigtwo"
	"deuces/game/kit"
)

// Tracked is a round, together with the cards that have been played, and the lowest plays that each
// place has passed on.
type Tracked struct {
	bigtwo.Core
	gone     cards
	declined [players]declined
}

// declined is the lowest rank or class that a place has passed on: for singles and pairs the rank
// plus one, for plays of five the class, counted from Straight = 1. 0 means that it hasn't passed on any.
type declined struct{ single, pair, five uint8 }

// Step makes a legal play.
func (t *Tracked) Step(p play) {
	if p == pass {
		d, value := &t.declined[t.Turn], uint8(t.Top.High()/4+1)
		switch c := t.Top.Class(); c {
		case bigtwo.Single:
			d.single = lower(d.single, value)
		case bigtwo.Pair:
			d.pair = lower(d.pair, value)
		case bigtwo.Triple:
		default:
			d.five = lower(d.five, uint8(c-bigtwo.Straight+1))
		}
	}
	t.gone |= p.Cards()
	t.Core.Step(p)
}

func lower(old, value uint8) uint8 {
	if old == 0 || value < old {
		return value
	}
	return old
}

// unseen returns the cards that the place whose turn it is can't see: those that others hold, and
// between two players those that weren't dealt.
func (t *Tracked) unseen() cards { return deck &^ t.gone &^ t.Hands[t.Turn] }

// strongest has what some cards could make: the strength of the strongest play of each class, or -1.
type strongest struct {
	bigtwo.Variant
	high  [8]int8
	kinds uint8 // a bit for each class of which there are plays
}

// strongestOf returns the strongest plays of cards that are spread over several hands. most is the
// size of the largest hand.
func strongestOf(v *bigtwo.Variant, s cards, most int) strongest {
	b := strongest{Variant: *v, high: v.Strongest(s)}
	for c, size := range [8]int{1, 2, 3, 5, 5, 5, 5, 5} {
		if most < size {
			b.high[c] = -1
		}
		if b.high[c] >= 0 {
			b.kinds |= 1 << c
		}
	}
	return b
}

// unbeatable reports whether none of the strongest plays can beat p.
func (b *strongest) unbeatable(p play) bool {
	c := p.Class()
	return !b.beatByOther(c) && p.High() > int(b.high[c])
}

// beatByOther reports whether one of the strongest plays of another class beats any play of class c.
func (b *strongest) beatByOther(c bigtwo.Class) bool { return b.BeatenBy[c]&b.kinds&^(1<<c) != 0 }

// countUnbeatable counts the plays of a split that none of the strongest plays can beat.
func (b *strongest) countUnbeatable(s *split) (sure int) {
	n := s.rest.Counts()
	ones := n & lowest &^ (n >> 1)
	twos := (n>>1 | n>>2) & lowest &^ n // two or four
	threes := n & (n >> 1) & lowest
	if !b.Has(bigtwo.Triple) { // three of a kind are a single and a pair
		ones, twos, threes = ones|threes, twos|threes, 0
	}
	above := func(ranks cards, c bigtwo.Class) int { // ranks with a card above the strongest of a class
		if b.beatByOther(c) {
			return 0
		}
		s := s.rest & (ranks * 15) & kit.Above(int(b.high[c]))
		return ((s | s>>1 | s>>2 | s>>3) & lowest).Len()
	}
	sure = above(ones, bigtwo.Single) + above(twos, bigtwo.Pair)
	if !b.beatByOther(bigtwo.Triple) {
		sure += (threes & kit.Above(int(b.high[bigtwo.Triple]))).Len()
	}
	for _, f := range s.fives {
		if f != pass && b.unbeatable(f) {
			sure++
		}
	}
	return sure
}
