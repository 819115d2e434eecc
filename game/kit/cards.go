package kit

import (
	"math/bits"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/card"
)

// Cards is a set of the 52 natural cards. Bit i is the i-th lowest card. Each rank has four
// neighboring bits, from 3 (bits 0 to 3) to 2 (bits 48 to 51). Each game orders the suits within a
// rank (Suits).
type Cards uint64

// Sets of cards.
const (
	Lowest Cards = 0x1111111111111 // the lowest card of every rank
	Deck   Cards = 1<<52 - 1
)

// Len returns how many cards the set holds.
func (s Cards) Len() int { return bits.OnesCount64(uint64(s)) }

// Low returns the bit of the lowest card.
func (s Cards) Low() int { return bits.TrailingZeros64(uint64(s)) }

// High returns the bit of the highest card, or -1 for an empty set.
func (s Cards) High() int { return 63 - bits.LeadingZeros64(uint64(s)) }

// Rank returns all four cards of the rank that a bit belongs to.
func Rank(place int) Cards { return 15 << (place &^ 3) }

// Above returns all cards higher than a bit. Above(-1) is the whole deck.
func Above(place int) Cards { return Deck &^ (1<<(place+1) - 1) }

// Counts returns the number of cards of each rank, stored in that rank's four bits.
func (s Cards) Counts() Cards {
	s -= s >> 1 & (Lowest * 5)
	return s&(Lowest*3) + s>>2&(Lowest*3)
}

// Ranks returns the lowest bit of each rank of which the set holds a given number of cards (1 to 4)
// or more.
func (s Cards) Ranks(least int) Cards {
	return (s.Counts() + Lowest*Cards(8-least)) & (Lowest * 8) >> 3
}

// Deal deals the set at random: hand i gets left[i] cards, and cards that no hand needs remain
// undealt. hands[but] isn't changed.
func (s Cards) Deal(hands []Cards, but uint8, left []int, r *rand.Rand) {
	var pool [52]Cards
	n := 0
	for ; s != 0; s &= s - 1 {
		pool[n] = s & -s
		n++
	}
	for place := range hands {
		if place == int(but) {
			continue
		}
		hands[place] = 0
		for range min(left[place], n) {
			i := r.IntN(n)
			n--
			hands[place] |= pool[i]
			pool[i] = pool[n]
		}
	}
}

// Suits is the order of the suits in a game.
type Suits struct {
	bySlot [4]card.Suit // low to high
	place  [4]int       // index in bySlot, by suit
}

// Order returns the order of the four suits, low to high.
func Order(suits ...card.Suit) *Suits {
	o := new(Suits)
	for place, s := range suits {
		o.bySlot[place], o.place[s] = s, place
	}
	return o
}

// Of returns the set of the given natural cards.
func (o *Suits) Of(cards ...card.Card) Cards {
	var set Cards
	for _, c := range cards {
		set |= 1 << (int(c.Rank()-card.Three)*4 + o.place[c.Suit()])
	}
	return set
}

// Card returns the card of a bit.
func (o *Suits) Card(place int) card.Card {
	return card.New(card.Three+card.Rank(place/4), o.bySlot[place&3])
}

// List returns the cards of a set in a new slice, low to high.
func (o *Suits) List(s Cards) []card.Card { return o.Append(make([]card.Card, 0, s.Len()), s) }

// Append appends the cards of a set to a slice, low to high.
func (o *Suits) Append(cards []card.Card, s Cards) []card.Card {
	for ; s != 0; s &= s - 1 {
		cards = append(cards, o.Card(s.Low()))
	}
	return cards
}

// Read returns the cards that an action plays; none for a pass. It is for games without Jokers,
// draw pile or exchange, and refuses actions that such a game doesn't have and cards that aren't in
// hand. leads means that the turn is a lead, where passing isn't allowed.
func (o *Suits) Read(a game.Action, hand Cards, leads bool) (Cards, error) {
	switch {
	case a.Verb == game.Pass && leads:
		return 0, game.RefuseWith(MustLead())
	case a.Verb == game.Pass:
		return 0, nil
	case a.Verb != game.Play:
		return 0, NoSuchAction()
	case len(a.Cards) == 0:
		return 0, NoCards()
	case a.As != card.None:
		return 0, CantStandFor()
	}
	var cards Cards
	for _, c := range a.Cards {
		switch {
		case c.IsJoker(), c.Rank() < card.Three || c.Rank() > card.Two || hand&o.Of(c) == 0:
			return 0, NotInHand(c, 1)
		case cards&o.Of(c) != 0:
			return 0, NotInHand(c, 2)
		}
		cards |= o.Of(c)
	}
	return cards, nil
}

// Sorted returns a hand sorted by rank and sorted by suit.
func (o *Suits) Sorted(s Cards) []game.Sorting {
	bySuit := make([]card.Card, 0, s.Len())
	for suit := range 4 {
		bySuit = o.Append(bySuit, s&(Lowest<<suit))
	}
	return []game.Sorting{{By: "rank", Hand: o.List(s)}, {By: "suit", Hand: bySuit}}
}
