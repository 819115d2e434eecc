package acehole

import (
	"math/bits"

	"deuces/game"
	"deuces/game/card"
)

// MaxPlaces is the maximum number of players.
const (
	MaxPlaces = 10
	maxCards  = 2 * 54
)

// Play is Draw, or the cards played in one turn: six bits per card, the bottom card in the lowest
// bits, ended by zero. There is room for ten cards, and the longest play is a run of the nine
// numbers.
type Play uint64

// Draw draws a card from the pile.
const Draw Play = 1 << 63

const (
	cardBits = 6
	cardMask = 1<<cardBits - 1
)

// PlayOf returns the play of one to nine cards, bottom card first.
func PlayOf(cards ...card.Card) Play {
	var p Play
	for i, c := range cards {
		p |= Play(c) << (i * cardBits)
	}
	return p
}

// Verb returns the kind of action.
func (p Play) Verb() game.Verb {
	if p == Draw {
		return game.Draw
	}
	return game.Play
}

// Cards returns the cards of the play, bottom card first; none for Draw.
func (p Play) Cards() []card.Card { return p.Append(make([]card.Card, 0, p.Size())) }

// Size returns the number of cards.
func (p Play) Size() int { return (bits.Len64(uint64(p&^Draw)) + cardBits - 1) / cardBits }

// Append appends the cards, bottom card first.
func (p Play) Append(cards []card.Card) []card.Card {
	for p &^= Draw; p != 0; p >>= cardBits {
		cards = append(cards, p.bottom())
	}
	return cards
}

func (p Play) bottom() card.Card { return card.Card(p & cardMask) }

// top returns the last card of the play, which becomes the top card.
func (p Play) top() card.Card {
	last := (bits.Len64(uint64(p)) - 1) / cardBits * cardBits
	return card.Card(p >> last)
}

// Core is a round that simulations copy and step: a value without pointers. Places are numbered
// clockwise from the one that starts.
type Core struct {
	Hands    [MaxPlaces]card.Set
	Pile     [maxCards]card.Card // Pile[Drawn:Cards] are still in the pile, next card first
	Drawn    uint8
	Cards    uint8
	Top      card.Card
	Up       bool  // the count goes up
	Seats    uint8 // number of players
	Turn     uint8 // whose turn it is
	Owner    int8  // who played Top; -1: it was turned up
	Acehole  int8  // who last played an Ace on a card of the opposite color; -1: nobody
	FreeDraw bool  // players may always draw
	CanDraw  bool  // drawing is allowed in this turn: FreeDraw, or no play was legal when the turn began
	Over     bool
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
	if p == Draw {
		c.Hands[c.Turn].Add(c.Pile[c.Drawn])
		c.Drawn++
		c.Over = c.Drawn == c.Cards && c.playable() == 0
		return
	}
	below, hand := c.Top, &c.Hands[c.Turn]
	for rest := p; rest != 0; rest >>= cardBits {
		b := rest.bottom()
		hand.Remove(b)
		if b.Rank() == card.Ace && !below.IsJoker() && b.Red() != below.Red() {
			c.Acehole = int8(c.Turn)
		}
		below = b
	}
	c.Top, c.Owner = below, int8(c.Turn)
	if below.Rank() == card.Six {
		c.Up = !c.Up
	}
	if hand[0] == 0 {
		c.Over = true
		return
	}
	if c.Turn++; c.Turn == c.Seats {
		c.Turn = 0
	}
	c.begin()
}

// begin starts a turn, or ends the round if the place can neither play nor draw (rules.md A7).
func (c *Core) begin() {
	stuck := c.playable() == 0
	c.CanDraw = c.FreeDraw || stuck
	c.Over = stuck && c.Drawn == c.Cards
}

// playable returns the cards in hand, as bits, that can be the first card of a play.
func (c *Core) playable() uint64 { return c.Hands[c.Turn][0] & following[b2i(c.Up)][c.Top] }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Legal appends every legal play of the place whose turn it is. Each order of cards is listed once;
// Jokers and copies of a card are the same (rules.md R). Hands from one deck usually have fewer
// than a thousand plays; a hand with most of the cards of two decks has tens of thousands.
func (c *Core) Legal(plays []Play) []Play {
	hand, next := &c.Hands[c.Turn], &successor[b2i(c.Up)] // a pointer, because copying the array is slow
	starts := c.playable()
	for rest := starts & naturals; rest != 0; rest &= rest - 1 {
		first := card.Card(bits.TrailingZeros64(rest))
		p := Play(first)
		plays = append(plays, p)
		same := first &^ 3 // the rank's cards are four neighboring bits
		one, two := uint8(hand[0]>>same&15), uint8(hand[1]>>same&15)
		if one&(one-1)|two != 0 {
			one, two = without(one, two, 1<<(first&3))
			plays = sets(plays, p, cardBits, same, one, two)
		}
		shift := cardBits
		for b := next[first&63]; b != card.None && hand[0]>>(b&63)&1 != 0; b = next[b&63] {
			p |= Play(b) << shift
			plays = append(plays, p)
			shift += cardBits
		}
	}
	if starts&^naturals != 0 {
		plays = jokers(plays, *hand)
	}
	if c.CanDraw && c.Drawn < c.Cards {
		plays = append(plays, Draw)
	}
	return plays
}

// without removes a card of one suit, given as a bit, from the suits of a rank. one has the suits
// that are held at least once, and two those held twice.
func without(one, two, bit uint8) (uint8, uint8) {
	if two&bit != 0 {
		return one, two &^ bit
	}
	return one &^ bit, two
}

// sets appends p followed by every ordered selection of further cards of its rank.
func sets(plays []Play, p Play, shift int, same card.Card, one, two uint8) []Play {
	for rest := one; rest != 0; rest &= rest - 1 {
		bit := rest & -rest
		q := p | Play(same|card.Card(bits.TrailingZeros8(bit)))<<shift
		plays = append(plays, q)
		if one, two := without(one, two, bit); one != 0 {
			plays = sets(plays, q, shift+cardBits, same, one, two)
		}
	}
	return plays
}

// jokers appends the plays of one or more Jokers, lowest first.
func jokers(plays []Play, hand card.Set) []Play {
	var p Play
	shift := 0
	for j := card.Joker1; j <= card.Joker3; j++ {
		for range hand.Count(j) {
			p |= Play(j) << shift
			plays = append(plays, p)
			shift += cardBits
		}
	}
	return plays
}

// Lookup tables of which card can be played on which; index 1 is for a count that goes up.
var (
	following = [2][64]uint64{followers(false), followers(true)}
	successor = [2][64]card.Card{successors(false), successors(true)}
)

const naturals = 1<<card.Joker1 - 1

// followers returns, for each top card, the bits of the cards that can be played on it.
func followers(up bool) (table [64]uint64) {
	for t := card.New(card.Three, card.Clubs); t <= card.Joker3; t++ {
		for b := card.New(card.Three, card.Clubs); b <= card.Joker3; b++ {
			if follows(t, b, up) {
				table[t] |= 1 << b
			}
		}
	}
	return table
}

// successors returns, for each card, the next card of a run, or None.
func successors(up bool) (table [64]card.Card) {
	for a := card.New(card.Three, card.Clubs); a < card.Joker1; a++ {
		for b := card.New(card.Three, card.Clubs); b < card.Joker1; b++ {
			if runs(a, b, up) {
				table[a] = b
			}
		}
	}
	return table
}

// number returns the number on a card, 2 to 10, or 0.
func number(c card.Card) int {
	switch r := c.Rank(); {
	case r == card.Two:
		return 2
	case r >= card.Three && r <= card.Ten:
		return int(r-card.Three) + 3
	}
	return 0
}

func isFace(c card.Card) bool { return c.Rank() >= card.Jack && c.Rank() <= card.King }

// follows reports whether card b can be played on card t (rules.md A3).
func follows(t, b card.Card, up bool) bool {
	switch {
	case t.IsJoker(), b.IsJoker(), b.Rank() == t.Rank():
		return true
	case isFace(b):
		return b.Red() == t.Red()
	case b.Rank() == card.Ace:
		return b.Red() != t.Red()
	case b.Rank() == card.Six && b.Red() == t.Red():
		return true
	case b.Suit() != t.Suit():
		return false
	case number(t) > 0:
		return (number(b) > number(t)) == up
	}
	return isFace(t)
}

// runs reports whether b continues a run after a (rules.md A4): the next number or face card of the
// same suit.
func runs(a, b card.Card, up bool) bool {
	if !up {
		a, b = b, a
	}
	if a.Suit() != b.Suit() {
		return false
	}
	if isFace(a) {
		return isFace(b) && b.Rank() == a.Rank()+1
	}
	return number(a) > 0 && number(b) == number(a)+1
}

// Points returns what a card costs if it is left in a hand (rules.md A7).
func Points(c card.Card) int {
	switch {
	case c.IsJoker(), c.Rank() == card.Ace:
		return 20
	case isFace(c), c.Rank() == card.Six:
		return 10
	}
	return 5
}
