package tienlen

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Players is the maximum number of seats.
const Players = 4

// suits is the order of the suits (rules.md T1).
var suits = kit.Order(card.Spades, card.Clubs, card.Diamonds, card.Hearts)

// CardsOf returns the set of the given natural cards.
func CardsOf(cards ...card.Card) kit.Cards { return suits.Of(cards...) }

// List returns the cards of a set in a new slice, low to high.
func List(s kit.Cards) []card.Card { return suits.List(s) }

// Twos are the 2s, which can't be part of a sequence.
const Twos kit.Cards = 15 << 48

// aceOfHearts is the bit of the highest card that a sequence can have.
const aceOfHearts = 47

// Kind is the kind of a play.
type Kind uint8

// The kinds (rules.md T3).
const (
	Single Kind = iota
	Pair
	Triple
	Four
	Sequence
	Pairs // three or more pairs in sequence
)

// Name returns the kind's name for players.
func (k Kind) Name() say.Text {
	return [...]say.Text{"Single", "Pair", "Three of a kind", "Four of a kind", "Sequence", "Pair sequence", "", ""}[k&7]
}

// Play is a legal set of cards with its strength. Bits 0 to 51 are the cards, the bits above are
// the highest card, and the bits above these the kind.
type Play uint64

// Pass is the play without cards.
const Pass Play = 0

const (
	highShift = 52
	kindShift = 58
)

func play(k Kind, cards kit.Cards) Play {
	return Play(k)<<kindShift | Play(cards.High())<<highShift | Play(cards)
}

// Cards returns the cards of the play.
func (p Play) Cards() kit.Cards { return kit.Cards(p & (1<<highShift - 1)) }

// Kind returns the kind; it means nothing for Pass.
func (p Play) Kind() Kind { return Kind(p >> kindShift) }

// High returns the bit of the highest card.
func (p Play) High() int { return int(p >> highShift & 63) }

// Verb returns the kind of action.
func (p Play) Verb() game.Verb {
	if p == Pass {
		return game.Pass
	}
	return game.Play
}

// Size returns the number of cards.
func (p Play) Size() int { return p.Cards().Len() }

// Append appends the cards, low to high.
func (p Play) Append(cards []card.Card) []card.Card { return suits.Append(cards, p.Cards()) }

// twos reports whether the play is one to three 2s.
func (p Play) twos() bool { return p.Cards()&^Twos == 0 && p.Kind() < Four }

// Classify returns the play that some cards make, or false.
func Classify(s kit.Cards) (Play, bool) {
	n, ranks := s.Len(), s.Ranks(1)
	if n == 0 {
		return Pass, false
	}
	if ranks&(ranks-1) == 0 {
		return play(Kind(n-1), s), true
	}
	count := ranks.Len()
	line := ranks>>ranks.Low() == kit.Lowest&(1<<(4*count)-1) && s&Twos == 0 && count >= 3
	switch {
	case line && n == count:
		return play(Sequence, s), true
	case line && s.Ranks(2) == ranks && n == 2*count:
		return play(Pairs, s), true
	}
	return Pass, false
}

// What beats 2s (rules.md T5), in the order of the choices of the option chops.
const (
	south = iota
	narrow
	none
)

// roundRules has the options that matter during a round.
type roundRules struct {
	chops                uint8
	lateChops, penalties bool
}

// Beats reports whether p beats top, which must not be Pass (rules.md T4, T5).
func (h *roundRules) Beats(p, top Play) bool {
	k, t := p.Kind(), top.Kind()
	if k == t && p.Size() == top.Size() {
		return p.High() > top.High()
	}
	pairs := 0
	if k == Pairs {
		pairs = p.Size() / 2
	}
	switch {
	case k != Four && k != Pairs, h.chops == none:
		return false
	case h.chops == narrow:
		return top.twos() && (t == Single && (k == Four || pairs == 3) || t == Pair && pairs == 4 || t == Triple && pairs == 5)
	case top.twos() && k == Four:
		return t <= Pair
	case top.twos():
		return pairs >= 3+int(t) // three for a 2, four for two, five for three
	case t == Four:
		return pairs >= 4
	case t == Pairs && k == Four:
		return top.Size() == 6
	case t == Pairs:
		return p.Size() > top.Size() && pairs >= 4
	}
	return false
}

// isChop reports whether p, which beats top, is a chop (rules.md T10). For a lead it is false.
func (h *roundRules) isChop(p, top Play) bool {
	return top != Pass && h.chops != none && (top.Kind() == Four || top.Kind() == Pairs || top.twos() && p.Kind() != top.Kind())
}

// asksAgain reports whether players who passed may chop this top play (rules.md T6).
func (h *roundRules) asksAgain(top Play) bool {
	switch k := top.Kind(); {
	case !h.lateChops:
		return false
	case k == Pairs && top.Size() == 8:
		return top.High() < aceOfHearts
	default:
		return k == Four || k == Pairs && top.Size() == 6 || top.twos() && k <= Pair
	}
}

// value returns what cards cost if they are chopped or left over (rules.md T10). Four 2s count both
// as 2s and as four of a kind.
func value(s kit.Cards) int {
	const red = 12 << 48 // ♦ and ♥
	sum := (s & Twos).Len() + (s & red).Len() + 4*s.Ranks(4).Len()
	return sum + [...]int{3: 3, 4: 5, 5: 5, 6: 5}[longestPairs(s)]
}

// longestPairs returns the length of the longest pair sequence in a hand, in pairs.
func longestPairs(hand kit.Cards) int {
	n := 0
	for rest := (hand &^ Twos).Ranks(2); rest != 0; rest &= rest >> 4 {
		n++
	}
	return n
}

// Core is a round that simulations copy and step: a small value without pointers. Places are
// counted clockwise from the dealer's left.
type Core struct {
	roundRules
	Hands        [Players]kit.Cards
	Top          Play           // the play to beat; Pass if the turn is a lead
	MustPlay     kit.Cards      // a card that the play must contain, or none
	Out          [Players]uint8 // places in the order in which they went out; all of them once the round is over
	Paid         [Players]int8  // points from penalties so far
	Seats        uint8          // number of players
	OutCount     uint8          // number of places that are out
	Turn         uint8          // whose turn it is
	Owner        uint8          // who played Top
	Passed       uint8          // bit i: place i passed in this trick
	Pot          uint8          // value of the chops in this trick
	Payer, Payee uint8          // who pays the pot (the last one who was chopped) and who gets it (the last one who chopped)
	Over         bool
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
		c.advance()
		return
	}
	c.addToPot(p)
	c.Hands[c.Turn] &^= p.Cards()
	c.Top, c.Owner, c.MustPlay = p, c.Turn, 0
	if c.Hands[c.Turn] == 0 {
		c.Out[c.OutCount] = c.Turn
		c.OutCount++
	}
	if c.OutCount < c.Seats-1 {
		c.advance()
		return
	}
	c.pay()
	c.Over, c.Payer, c.Payee = true, c.nextHolder(c.Turn), c.Out[0]
	c.Out[c.OutCount] = c.Payer
	c.Pot = uint8(c.owes())
	c.pay()
}

// addToPot adds the value of the top play to the pot if p chops it.
func (c *Core) addToPot(p Play) {
	if c.penalties && c.isChop(p, c.Top) {
		c.Pot += uint8(value(c.Top.Cards()))
		c.Payer, c.Payee = c.Owner, c.Turn
	}
}

// owes returns what the last place pays the first for the cards left over.
func (c *Core) owes() int {
	if !c.penalties {
		return 0
	}
	return value(c.Hands[c.Out[c.Seats-1]])
}

// advance gives the turn to the next place, or ends the trick.
func (c *Core) advance() {
	asks := c.asksAgain(c.Top)
	for {
		switch c.Turn = (c.Turn + 1) % c.Seats; {
		case c.Turn == c.Owner:
			c.pay()
			c.Top, c.Passed = Pass, 0
			if c.Hands[c.Owner] == 0 {
				c.Turn = c.nextHolder(c.Owner)
			}
			return
		case c.Hands[c.Turn] != 0 && (asks || c.Passed>>c.Turn&1 == 0):
			return
		}
	}
}

// nextHolder returns the next place clockwise that holds cards.
func (c *Core) nextHolder(place uint8) uint8 {
	for place = (place + 1) % c.Seats; c.Hands[place] == 0; {
		place = (place + 1) % c.Seats
	}
	return place
}

func (c *Core) pay() {
	c.Paid[c.Payer] -= int8(c.Pot)
	c.Paid[c.Payee] += int8(c.Pot)
	c.Pot = 0
}

// Score returns the points of a finished round, by place.
func (c *Core) Score() (points [Players]int) {
	for i, place := range c.Out[:c.Seats] {
		points[place] = int(c.Seats) - 1 - i + int(c.Paid[place])
	}
	return points
}
