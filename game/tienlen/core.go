package tienlen

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Players is the most seats.
const Players = 4

// suits is the order of the suits (rules.md T1).
var suits = kit.Order(card.Spades, card.Clubs, card.Diamonds, card.Hearts)

// CardsOf returns the set of natural cards.
func CardsOf(cards ...card.Card) kit.Cards { return suits.Of(cards...) }

// List returns the cards of a set in a new slice, low to high.
func List(s kit.Cards) []card.Card { return suits.List(s) }

// Twos are the 2s, which are in no sequence.
const Twos kit.Cards = 15 << 48

// aceOfHearts is the place of the highest card of a sequence.
const aceOfHearts = 47

// Kind is what a play is.
type Kind uint8

// The kinds (rules.md T3).
const (
	Single Kind = iota
	Pair
	Triple
	Four
	Sequence
	Pairs // in sequence
)

// Name is what players call the kind.
func (k Kind) Name() say.Text {
	return [...]say.Text{"Single", "Pair", "Triple", "Four of a kind", "Sequence", "Pair sequence", "", ""}[k&7]
}

// Play is a legal set of cards with its strength: the cards in bits 0 to 51, above
// them the place of the highest card, above that the kind. Pass is the play without
// cards.
type Play uint64

// Pass is no play.
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

// Kind returns what the play is; that of Pass means nothing.
func (p Play) Kind() Kind { return Kind(p >> kindShift) }

// High returns the place of the highest card.
func (p Play) High() int { return int(p >> highShift & 63) }

// Verb is what a seat does by the play.
func (p Play) Verb() game.Verb {
	if p == Pass {
		return game.Pass
	}
	return game.Play
}

// Size returns how many cards are played.
func (p Play) Size() int { return p.Cards().Len() }

// Append appends the cards, low to high.
func (p Play) Append(cards []card.Card) []card.Card { return suits.Append(cards, p.Cards()) }

// twos says whether a play is one to three 2s.
func (p Play) twos() bool { return p.Cards()&^Twos == 0 && p.Kind() < Four }

// Classify returns the play that some cards make; false when they make none.
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

// What beats 2s (rules.md T5), in the order of the choices.
const (
	south = iota
	narrow
	none
)

// house is the options that a round is played by.
type house struct {
	chops           uint8
	late, penalties bool
}

// Beats says whether a play can be played on another, which isn't Pass (rules.md T4, T5).
func (h *house) Beats(p, top Play) bool {
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

// chop says whether a play that beats another one, if there is one, is a chop (rules.md T10).
func (h *house) chop(p, top Play) bool {
	return top != Pass && h.chops != none && (top.Kind() == Four || top.Kind() == Pairs || top.twos() && p.Kind() != top.Kind())
}

// asks says whether those who passed are asked again over a play (rules.md T6).
func (h *house) asks(top Play) bool {
	switch k := top.Kind(); {
	case !h.late:
		return false
	case k == Pairs && top.Size() == 8:
		return top.High() < aceOfHearts
	default:
		return k == Four || k == Pairs && top.Size() == 6 || top.twos() && k <= Pair
	}
}

// value is what cards cost that are chopped or left over (rules.md T10): four 2s count
// as 2s and as a four.
func value(s kit.Cards) int {
	const red = 12 << 48 // ♦ and ♥
	sum := (s & Twos).Len() + (s & red).Len() + 4*s.Ranks(4).Len()
	switch n := longestPairs(s); {
	case n == 3:
		sum += 3
	case n > 3:
		sum += 5
	}
	return sum
}

// longestPairs is how many pairs the longest pair sequence of a hand has.
func longestPairs(hand kit.Cards) int {
	n := 0
	for rest := (hand &^ Twos).Ranks(2); rest != 0; rest &= rest >> 4 {
		n++
	}
	return n
}

// Core is a round as computer players copy and step it: a small value without
// pointers. Places at the table are counted clockwise from the dealer's left.
type Core struct {
	house
	Hands        [Players]kit.Cards
	Top          Play           // the play to beat; Pass when a lead is due
	Due          kit.Cards      // a card that the play must contain; none
	Out          [Players]uint8 // the places that are out, in that order; at the end of the round all
	Paid         [Players]int8  // points from penalties so far
	Seats        uint8          // how many play
	Gone         uint8          // how many are out
	Turn         uint8          // whose turn it is
	Owner        uint8          // who played Top
	Passed       uint8          // bit i: place i has passed in this trick
	Pot          uint8          // what chops of this trick have come to
	Payer, Payee uint8          // of the pot: whose play was chopped last, and who chopped it
	Over         bool
}

// Place is whose turn it is; -1 when the round is over.
func (c *Core) Place() int {
	if c.Over {
		return -1
	}
	return int(c.Turn)
}

// Step plays one of Legal's plays.
func (c *Core) Step(p Play) {
	if p == Pass {
		c.Passed |= 1 << c.Turn
		c.goOn()
		return
	}
	c.raise(p)
	c.Hands[c.Turn] &^= p.Cards()
	c.Top, c.Owner, c.Due = p, c.Turn, 0
	if c.Hands[c.Turn] == 0 {
		c.Out[c.Gone] = c.Turn
		c.Gone++
	}
	if c.Gone < c.Seats-1 {
		c.goOn()
		return
	}
	c.pay()
	last := c.holder(c.Turn)
	c.Out[c.Gone], c.Over = last, true
	c.Pot, c.Payer, c.Payee = uint8(c.owes()), last, c.Out[0]
	c.pay()
}

// raise puts into the pot what a play chops.
func (c *Core) raise(p Play) {
	if c.penalties && c.chop(p, c.Top) {
		c.Pot += uint8(value(c.Top.Cards()))
		c.Payer, c.Payee = c.Owner, c.Turn
	}
}

// owes is what the last pays the first for what is left over.
func (c *Core) owes() int {
	if !c.penalties {
		return 0
	}
	return value(c.Hands[c.Out[c.Seats-1]])
}

// goOn finds whose turn it is next, or ends the trick.
func (c *Core) goOn() {
	asks := c.asks(c.Top)
	for {
		if c.Turn++; c.Turn == c.Seats {
			c.Turn = 0
		}
		switch {
		case c.Turn == c.Owner:
			c.pay()
			c.Top, c.Passed = Pass, 0
			if c.Hands[c.Owner] == 0 {
				c.Turn = c.holder(c.Owner)
			}
			return
		case c.Hands[c.Turn] != 0 && (asks || c.Passed>>c.Turn&1 == 0):
			return
		}
	}
}

// holder is the next place clockwise that holds cards.
func (c *Core) holder(place uint8) uint8 {
	for {
		if place++; place == c.Seats {
			place = 0
		}
		if c.Hands[place] != 0 {
			return place
		}
	}
}

// pay pays the pot.
func (c *Core) pay() {
	c.Paid[c.Payer] -= int8(c.Pot)
	c.Paid[c.Payee] += int8(c.Pot)
	c.Pot = 0
}

// Score returns the points of a round that was played out, by place.
func (c *Core) Score() (points [Players]int) {
	for i, place := range c.Out[:c.Seats] {
		points[place] = int(c.Seats) - 1 - i + int(c.Paid[place])
	}
	return points
}
