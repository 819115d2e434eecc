package bigtwo

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Cards is a set of cards in the order of a table: by rank from 3 to 2, within a rank by suit.
type Cards = kit.Cards

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

// Play is a legal set of cards with its strength. Bits 0 to 51 are the cards. The bits above are the
// strength within the class and the class, and of a play that becomes a game.Action the order of the
// suits (Variant.marked).
type Play uint64

// Pass is the play without cards.
const Pass Play = 0

const (
	highShift  = 52
	classShift = 58
	orderShift = 61
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
	suits := suitOrders[p>>orderShift]
	if c := p.Class(); c != FullHouse && c != Bomb {
		return suits.Append(cards, p.Cards())
	}
	counts := p.Cards() & kit.Rank(p.High())
	return suits.Append(suits.Append(cards, counts), p.Cards()&^counts)
}

// Class returns the class; it means nothing for Pass.
func (p Play) Class() Class { return Class(p >> classShift & 7) }

// High returns the strength among plays of the same class. It is the bit of the card that decides:
// the highest card or, if suits don't count, the lowest of the rank. Only of a straight through A 2 or
// 2 3, and of a flush where suits come first, it is another number below 64.
func (p Play) High() int { return int(p >> highShift & 63) }

// Classify returns the play that some cards make, or false.
func (v *Variant) Classify(s Cards) (Play, bool) {
	counts := s.Counts()
	ranks := (counts + kit.Lowest*7) & (kit.Lowest * 8) >> 3
	same := ranks&(ranks-1) == 0
	switch s.Len() {
	case 1:
		return play(Single, s.Low(), s), true
	case 2:
		return play(Pair, s.High(), s), same
	case 3:
		return play(Triple, s.Low()&^3, s), same && v.Has(Triple)
	case 5:
		return v.five(s, counts, ranks)
	}
	return Pass, false
}

func (v *Variant) five(s, counts, ranks Cards) (Play, bool) {
	triple, four := (counts+kit.Lowest*5)&(kit.Lowest*8), counts&(kit.Lowest*4)
	p := Pass
	switch n := ranks.Len(); {
	case n == 2 && four != 0:
		p = play(Bomb, four.Low()&^3, s)
	case n == 2 && triple != 0:
		p = play(FullHouse, triple.Low()&^3, s)
	case n == 5:
		flush, straight := oneSuit(s), v.straightOf(ranks)
		switch {
		case straight != nil:
			c := Straight
			if flush {
				c = StraightFlush
			}
			decides := s & kit.Rank(int(straight.bases[4]))
			p = play(c, straight.order+decides.Low()&3, s)
		case flush && v.Has(Flush):
			p = play(Flush, v.flushHigh(s), s)
		}
	}
	return p, p != Pass
}

func oneSuit(s Cards) bool {
	for suit := range 4 {
		if s&^(kit.Lowest<<suit) == 0 {
			return true
		}
	}
	return false
}

// Players is the maximum number of seats.
const Players = 4

// Core is a round that simulations copy and step: a small value without pointers. Places are
// counted clockwise from the dealer's left.
type Core struct {
	Variant
	Seats          uint8 // number of players
	Turn           uint8 // whose turn it is
	Owner          uint8 // who played Top, and leads if all others pass
	Passed         uint8 // bit i: place i passed in this trick and hasn't played since
	Passes         uint8 // passes since Top was played
	MustPlayLowest bool  // the play must contain the lowest card of the hand
	Over           bool  // Turn has won: its hand is empty, or a dragon
	Hands          [Players]Cards
	Top            Play // the play to beat; Pass if the turn is a lead
}

// Fresh returns the start of a round with the same options, without hands, in which leader leads.
func (c *Core) Fresh(leader uint8) Core {
	return Core{Variant: c.Variant, Seats: c.Seats, Turn: leader}
}

// Place returns whose turn it is, or -1 once the round is over.
func (c *Core) Place() int {
	if c.Over {
		return -1
	}
	return int(c.Turn)
}

// Next returns the next place clockwise.
func (c *Core) Next() uint8 { return c.after(c.Turn) }

func (c *Core) after(place uint8) uint8 {
	if place+1 < c.Seats {
		return place + 1
	}
	return 0
}

// Step makes a legal play.
func (c *Core) Step(p Play) {
	if p == Pass {
		c.Passed |= 1 << (c.Turn & 7) // below 8 a shift needs no check
		c.advance()
		if c.Passes++; c.Turn == c.Owner {
			c.Top, c.Passed, c.Passes = Pass, 0, 0
		}
		return
	}
	c.Hands[c.Turn] &^= p.Cards()
	c.Top, c.Owner, c.Passes, c.MustPlayLowest = p, c.Turn, 0, false
	c.Passed &^= 1 << (c.Turn & 7)
	if c.Hands[c.Turn] == 0 {
		c.Over = true
		return
	}
	c.advance()
}

// advance gives the turn to the next place that may play in this trick.
func (c *Core) advance() {
	if c.Seats == Players && !c.PassIsFinal {
		c.Turn = (c.Turn + 1) % Players // as Next does, but sooner
	} else {
		c.skipPassed()
	}
}

func (c *Core) skipPassed() {
	next := c.after(c.Turn)
	if c.PassIsFinal {
		for c.Passed>>(next&7)&1 != 0 {
			next = c.after(next)
		}
	}
	c.Turn = next
}

// SingleMustBeHighest reports whether a single must be the highest card in hand, because the next
// player has one card (rules.md B10, lastcard).
func (c *Core) SingleMustBeHighest() bool {
	next := c.Hands[c.Next()]
	return c.lastCard && !c.MustPlayLowest && next&(next-1) == 0
}
