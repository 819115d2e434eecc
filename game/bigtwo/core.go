package bigtwo

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Cards is a set of cards in Big Two's order, from 3♦ to 2♠, with the suits d c h s.
type Cards = kit.Cards

// ThreeOfDiamonds is the lowest card.
const ThreeOfDiamonds Cards = 1

// run is five ranks in a row of one suit, from the lowest card.
const run Cards = 0x11111

// suits is the order of the suits (rules.md B1).
var suits = kit.Order(card.Diamonds, card.Clubs, card.Hearts, card.Spades)

// CardsOf returns the set of the given natural cards.
func CardsOf(cards ...card.Card) Cards { return suits.Of(cards...) }

// List returns the cards of a set in a new slice, low to high.
func List(s Cards) []card.Card { return suits.List(s) }

// Class is the kind of a play. The classes of five cards are in ascending order.
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

// Name returns the class's name for players.
func (c Class) Name() say.Text {
	return [...]say.Text{"Single", "Pair", "Three of a kind", "Straight", "Flush", "Full House", "Bomb", "Straight Flush"}[c&7]
}

func (c Class) String() string { return string(c.Name()) }

// Play is a legal set of cards with its strength. Bits 0 to 51 are the cards, the bits above are
// the card that decides, and the bits above these the class.
type Play uint64

// Pass is the play without cards.
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

// Verb returns the kind of action.
func (p Play) Verb() game.Verb {
	if p == Pass {
		return game.Pass
	}
	return game.Play
}

// Size returns the number of cards.
func (p Play) Size() int { return p.Cards().Len() }

// Append appends the cards in the order in which people put them down: low to high, but in a Full
// House or a Bomb the three or four that decide come first.
func (p Play) Append(cards []card.Card) []card.Card {
	if c := p.Class(); c != FullHouse && c != Bomb {
		return suits.Append(cards, p.Cards())
	}
	counts := p.Cards() & kit.Rank(p.High())
	return suits.Append(suits.Append(cards, counts), p.Cards()&^counts)
}

// Class returns the class; it means nothing for Pass.
func (p Play) Class() Class { return Class(p >> classShift) }

// High returns the bit of the card that decides: the highest card or, if suits don't count, the
// lowest of the rank.
func (p Play) High() int { return int(p >> highShift & 63) }

// Beats reports whether the play beats top, which must not be Pass (rules.md B3).
func (p Play) Beats(top Play) bool {
	c, t := p.Class(), top.Class()
	return (c == t || c >= Straight && t >= Straight) && p>>highShift > top>>highShift
}

// Classify returns the play that some cards make, or false.
func Classify(s Cards) (Play, bool) {
	counts := s.Counts()
	triple, four := (counts+kit.Lowest*5)&(kit.Lowest*8), counts&(kit.Lowest*4)
	ranks := (counts + kit.Lowest*7) & (kit.Lowest * 8) >> 3
	switch s.Len() {
	case 1:
		return play(Single, s.Low(), s), true
	case 2:
		return play(Pair, s.High(), s), ranks&(ranks-1) == 0
	case 3:
		return play(Triple, s.Low()&^3, s), ranks&(ranks-1) == 0
	case 5:
		return five(s, ranks, triple, four)
	}
	return Pass, false
}

func five(s, ranks, triple, four Cards) (Play, bool) {
	flush := false
	for suit := range 4 {
		flush = flush || s&^(kit.Lowest<<suit) == 0
	}
	straight := ranks>>ranks.Low() == run
	switch {
	case straight && flush:
		return play(StraightFlush, s.High(), s), true
	case four != 0:
		return play(Bomb, four.Low()&^3, s), true
	case triple != 0 && ranks.Len() == 2:
		return play(FullHouse, triple.Low()&^3, s), true
	case flush:
		return play(Flush, s.High(), s), true
	case straight:
		return play(Straight, s.High(), s), true
	}
	return Pass, false
}

// Players is the number of seats.
const Players = 4

// Core is a round that simulations copy and step: a small value without pointers. Places are
// counted clockwise from the dealer's left.
type Core struct {
	Hands         [Players]Cards
	Top           Play  // the play to beat; Pass if the turn is a lead
	Turn          uint8 // whose turn it is
	Owner         uint8 // who played Top, and leads if all others pass
	Passed        uint8 // bit i: place i passed in this trick and hasn't played since
	Passes        uint8 // passes in a row
	MustPlayThree bool  // the play must contain 3♦
	Over          bool  // the hand of Turn is empty
}

// Place returns whose turn it is, or -1 once the round is over.
func (c *Core) Place() int {
	if c.Over {
		return -1
	}
	return int(c.Turn)
}

// Step makes a legal play.
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
	c.Top, c.Owner, c.Passes, c.MustPlayThree = p, c.Turn, 0, false
	c.Passed &^= 1 << c.Turn
	if !c.Over {
		c.Turn = (c.Turn + 1) % Players
	}
}
