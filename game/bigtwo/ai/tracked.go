package ai

import (
	"deuces/game/bigtwo"
	"deuces/game/kit"
)

// Tracked is a round, together with the lowest plays that each place has passed on.
type Tracked struct {
	bigtwo.Core
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
	t.Core.Step(p)
}

func lower(old, value uint8) uint8 {
	if old == 0 || value < old {
		return value
	}
	return old
}

// unseen returns the cards that all other places hold together.
func (t *Tracked) unseen() cards {
	var s cards
	for i, h := range t.Hands {
		if i != int(t.Turn) {
			s |= h
		}
	}
	return s
}

// strongest is the strongest play of each size that some cards could make: the bit of its deciding
// card, or -1. For plays of five it is class<<6 plus the bit.
type strongest struct{ single, pair, triple, five int }

// strongestOf returns the strongest plays of cards that are spread over several hands. most is the
// size of the largest hand.
func strongestOf(s cards, most int) strongest {
	b := strongest{-1, -1, -1, -1}
	if s == 0 {
		return b
	}
	b.single = s.High()
	n := s.Counts()
	twos := (n + lowest*6) & (lowest * 8) >> 3
	threes := (n + lowest*5) & (lowest * 8) >> 3
	if twos != 0 && most >= 2 {
		b.pair = (s & kit.Rank(twos.High())).High()
	}
	if threes != 0 && most >= 3 {
		b.triple = threes.High()
	}
	if most >= 5 {
		b.five = bestFive(s, n, twos, threes)
	}
	return b
}

// bestFive returns the strongest play of five that some cards could make. n counts the cards of
// each rank; twos and threes mark the ranks with at least two or three.
func bestFive(s, n, twos, threes cards) int {
	if lows := s & (s >> 4) & (s >> 8) & (s >> 12) & (s >> 16); lows != 0 {
		return int(bigtwo.StraightFlush)<<6 | (lows.High() + 16)
	}
	if fours := n & (lowest * 4) >> 2; fours != 0 && s.Len() > 4 {
		return int(bigtwo.Bomb)<<6 | fours.High()
	}
	if threes != 0 && twos.Len() > 1 {
		return int(bigtwo.FullHouse)<<6 | threes.High()
	}
	top := -1
	for suit := range 4 {
		if all := s & (lowest << suit); all.Len() >= 5 {
			top = max(top, all.High())
		}
	}
	if top >= 0 {
		return int(bigtwo.Flush)<<6 | top
	}
	ranks := (s | s>>1 | s>>2 | s>>3) & lowest
	if starts := ranks & (ranks >> 4) & (ranks >> 8) & (ranks >> 12) & (ranks >> 16); starts != 0 {
		return int(bigtwo.Straight)<<6 | (s & kit.Rank(starts.High()+16)).High()
	}
	return -1
}

// unbeatable reports whether none of the strongest plays can beat p.
func (b *strongest) unbeatable(p play) bool {
	switch c := p.Class(); c {
	case bigtwo.Single:
		return p.High() > b.single
	case bigtwo.Pair:
		return p.High() > b.pair
	case bigtwo.Triple:
		return p.High() > b.triple
	default:
		return int(c)<<6|p.High() > b.five
	}
}

// countUnbeatable counts the plays of a split that none of the strongest plays can beat.
func (b *strongest) countUnbeatable(s *split) int {
	n := s.rest.Counts()
	ones := n & lowest &^ (n >> 1)
	twos := (n>>1 | n>>2) & lowest &^ n // two or four
	threes := n & (n >> 1) & lowest
	pairs := s.rest & (twos * 15) & kit.Above(b.pair) // pairs whose higher card is above b.pair
	sure := (s.rest & (ones * 15) & kit.Above(b.single)).Len() + (threes & kit.Above(b.triple)).Len() +
		((pairs | pairs>>1 | pairs>>2 | pairs>>3) & lowest).Len()
	for _, f := range s.fives {
		if f == pass {
			break
		}
		if b.unbeatable(f) {
			sure++
		}
	}
	return sure
}

// penalties has the cost in points of each number of cards left in a hand.
type penalties [19]float32

func penaltiesOf(r *bigtwo.Rules) (c penalties) {
	for n := range c {
		c[n] = float32(r.Lost(1<<n-1, players))
	}
	return c
}

// winnings returns the points that the place whose turn it is wins if it goes out now.
func (c *penalties) winnings(t *Tracked) float32 {
	sum := float32(0)
	for place, h := range t.Hands {
		if place != int(t.Turn) {
			sum += c[h.Len()]
		}
	}
	return sum
}
