package card

import (
	"iter"
	"math/bits"
)

// Set is a multiset of cards in which a card occurs at most twice, as in two decks. Sets can be
// compared with ==, and the zero Set is empty. Bit c of [0] is set if card c occurs, and bit c of
// [1] if it occurs twice.
type Set [2]uint64

// SetOf returns the set of some cards. A third copy of a card is dropped.
func SetOf(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s.Add(c)
	}
	return s
}

// Add adds one copy of a card. It does nothing if the set already has two.
func (s *Set) Add(c Card) {
	bit := uint64(1) << c
	s[1] |= s[0] & bit
	s[0] |= bit
}

// Remove removes one copy of a card and reports whether there was one.
func (s *Set) Remove(c Card) bool {
	bit := uint64(1) << c
	had := s[0]&bit != 0
	if s[1]&bit != 0 {
		s[1] &^= bit
	} else {
		s[0] &^= bit
	}
	return had
}

// Has reports whether the set has at least one copy of a card.
func (s Set) Has(c Card) bool { return s[0]>>c&1 != 0 }

// Count returns how many copies of a card the set holds: 0, 1 or 2.
func (s Set) Count(c Card) int { return int(s[0]>>c&1 + s[1]>>c&1) }

// Len returns the number of cards, counting copies.
func (s Set) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Contains reports whether s has every card of t at least as often as t has it.
func (s Set) Contains(t Set) bool { return t[0]&^s[0] == 0 && t[1]&^s[1] == 0 }

// Minus returns s without the cards of t, which s must contain.
func (s Set) Minus(t Set) Set {
	for c := range t.All() {
		s.Remove(c)
	}
	return s
}

// Plus returns all cards of two sets.
func (s Set) Plus(t Set) Set {
	for c := range t.All() {
		s.Add(c)
	}
	return s
}

// Intersect returns the cards that are in both sets, each with the smaller of its two counts.
func (s Set) Intersect(t Set) Set { return Set{s[0] & t[0], s[1] & t[1]} }

// Ranks returns the number of cards of each rank, in four bits per rank.
func (s Set) Ranks() uint64 {
	const ones = 0x1111_1111_1111_1111
	count := func(x uint64) uint64 {
		x -= x >> 1 & (5 * ones)
		return x&(3*ones) + x>>2&(3*ones)
	}
	return count(s[0]) + count(s[1])
}

// All yields the cards of the set, copies included, from the lowest Card up.
func (s Set) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for rest := s[0]; rest != 0; rest &= rest - 1 {
			c := Card(bits.TrailingZeros64(rest))
			if !yield(c) || s[1]>>c&1 != 0 && !yield(c) {
				return
			}
		}
	}
}

// Cards returns the cards of the set in a new slice, from the lowest Card up.
func (s Set) Cards() []Card {
	cards := make([]Card, 0, s.Len())
	for c := range s.All() {
		cards = append(cards, c)
	}
	return cards
}

// String returns the set in notation.
func (s Set) String() string { return Format(s.Cards()) }
