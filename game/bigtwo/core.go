package bigtwo

import (
	"math/bits"

	"deuces/game/card"
	"deuces/say"
)

// Cards is a set of cards: bit i is the i-th lowest card of the deck, from 3♦
// (bit 0) to 2♠ (bit 51). Four neighbouring bits are a rank, in the order of
// the suits, d c h s.
type Cards uint64

// Masks of Cards.
const (
	ThreeOfDiamonds Cards = 1
	lowest          Cards = 0x1111111111111 // the lowest suit of every rank
	run             Cards = 0x11111         // five successive ranks of one suit
)

// CardsOf returns the set of natural cards.
func CardsOf(cards ...card.Card) Cards {
	var set Cards
	for _, c := range cards {
		set |= 1 << index(c)
	}
	return set
}

// index is a card's place in the deck's order. Notation has clubs below
// diamonds, Big Two has them above.
func index(c card.Card) int {
	i := int(c) - int(card.New(card.Three, card.Clubs))
	if i&2 == 0 {
		i ^= 1
	}
	return i
}

// at is the card at a place in the deck's order.
func at(i int) card.Card {
	if i&2 == 0 {
		i ^= 1
	}
	return card.New(card.Three, card.Clubs) + card.Card(i)
}

// Len returns how many cards the set holds.
func (s Cards) Len() int { return bits.OnesCount64(uint64(s)) }

// List returns the cards of the set in a new slice, low to high.
func (s Cards) List() []card.Card { return s.appendTo(make([]card.Card, 0, s.Len())) }

func (s Cards) appendTo(cards []card.Card) []card.Card {
	for ; s != 0; s &= s - 1 {
		cards = append(cards, at(s.low()))
	}
	return cards
}

func (s Cards) low() int  { return bits.TrailingZeros64(uint64(s)) }
func (s Cards) high() int { return 63 - bits.LeadingZeros64(uint64(s)) }

// counts returns the number of cards of every rank, each in that rank's four bits.
func (s Cards) counts() Cards {
	s -= s >> 1 & (lowest * 5)
	return s&(lowest*3) + s>>2&(lowest*3)
}

// Class is what a play is. Those of five cards rank in this order.
type Class uint8

// The classes (rules.md B3, B5).
const (
	Single Class = iota
	Pair
	Triple
	Straight
	Flush
	FullHouse
	Bomb
	StraightFlush
)

// Name is what players call the class.
func (c Class) Name() say.Text {
	return [...]say.Text{"Single", "Pair", "Triple", "Straight", "Flush", "Full House", "Bomb", "Straight Flush"}[c&7]
}

func (c Class) String() string { return string(c.Name()) }

// Play is a legal set of cards with its strength: the cards in bits 0 to 51,
// above them the place of the card that counts, above that the class. Pass is
// the play without cards.
type Play uint64

// Pass is no play.
const Pass Play = 0

const (
	highShift  = 52
	classShift = 58
)

func play(c Class, high int, cards Cards) Play {
	return Play(c)<<classShift | Play(high)<<highShift | Play(cards)
}

// Cards returns the cards of the play.
func (p Play) Cards() Cards { return Cards(p & (1<<highShift - 1)) }

// Class returns what the play is; that of Pass means nothing.
func (p Play) Class() Class { return Class(p >> classShift) }

// High returns the place of the card that counts: the highest card, or the lowest of
// the rank where suits don't count.
func (p Play) High() int { return int(p >> highShift & 63) }

// Beats says whether the play can be played on another, which isn't Pass
// (rules.md B3): the same number of cards, and higher.
func (p Play) Beats(top Play) bool {
	c, t := p.Class(), top.Class()
	return (c == t || c >= Straight && t >= Straight) && p>>highShift > top>>highShift
}

// Classify returns the play that some cards make; false when they make none.
func Classify(s Cards) (Play, bool) {
	counts := s.counts()
	triple, four := (counts+lowest*5)&(lowest*8), counts&(lowest*4)
	ranks := (counts + lowest*7) & (lowest * 8) >> 3
	switch s.Len() {
	case 1:
		return play(Single, s.low(), s), true
	case 2:
		return play(Pair, s.high(), s), ranks&(ranks-1) == 0
	case 3:
		return play(Triple, s.low()&^3, s), ranks&(ranks-1) == 0
	case 5:
		return five(s, ranks, triple, four)
	}
	return Pass, false
}

func five(s, ranks, triple, four Cards) (Play, bool) {
	flush := false
	for suit := range 4 {
		flush = flush || s&^(lowest<<suit) == 0
	}
	straight := ranks>>ranks.low() == run
	switch {
	case straight && flush:
		return play(StraightFlush, s.high(), s), true
	case four != 0:
		return play(Bomb, four.low()&^3, s), true
	case triple != 0 && ranks.Len() == 2:
		return play(FullHouse, triple.low()&^3, s), true
	case flush:
		return play(Flush, s.high(), s), true
	case straight:
		return play(Straight, s.high(), s), true
	}
	return Pass, false
}

// Players is the number of seats.
const Players = 4

// Core is a round as computer players copy and step it: a small value without
// pointers. Places at the table are counted clockwise from the dealer's left.
type Core struct {
	Hands  [Players]Cards
	Top    Play  // the play to beat; Pass when a lead is due
	Turn   uint8 // whose turn it is
	Owner  uint8 // who played Top; it has control when all others pass
	Passed uint8 // bit i: place i has passed in this trick, and played nothing since
	Passes uint8 // passes in a row
	Due    bool  // the play must contain 3♦
	Over   bool  // a hand is empty: that of Turn, who has won
}

// Step plays one of Legal's plays.
func (c *Core) Step(p Play) {
	if p == Pass {
		c.Passed |= 1 << c.Turn
		c.Turn = (c.Turn + 1) % Players
		if c.Passes++; c.Passes == Players-1 {
			c.Top, c.Passed, c.Passes = Pass, 0, 0
		}
		return
	}
	c.Hands[c.Turn] &^= p.Cards()
	if c.Hands[c.Turn] == 0 {
		c.Over = true
	}
	c.Top, c.Owner, c.Passes, c.Due = p, c.Turn, 0, false
	c.Passed &^= 1 << c.Turn
	if !c.Over {
		c.Turn = (c.Turn + 1) % Players
	}
}
