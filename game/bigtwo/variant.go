package bigtwo

import (
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Variant has the options that matter during a round, as the tables that the core reads. Games in
// Hong Kong, Taipei, Manila and Jakarta differ only in these (rules.md B10).
type Variant struct {
	BeatenBy                           [8]uint8 // by class: bit c means that a play of class c beats it, in its own class only a higher one
	classes                            uint8    // bit c means that class c can be played
	order                              uint8    // of the suits, an index in suitOrders
	straights                          uint8    // an index in straightTables
	flushBySuit, PassIsFinal, lastCard bool
}

// suitOrders are the orders of the suits, low to high, in the order of the choices of the option
// suits. Only the conversion from and to cards knows the order: in a set of cards, the lowest suit
// always has the lowest bit.
var suitOrders = [...]*kit.Suits{
	kit.Order(card.Diamonds, card.Clubs, card.Hearts, card.Spades),
	kit.Order(card.Clubs, card.Diamonds, card.Hearts, card.Spades),
	kit.Order(card.Clubs, card.Spades, card.Hearts, card.Diamonds),
}

// straightTable has the straights of a table, each as its five ranks with its place in their order.
type straightTable struct {
	starts kit.Cards // the straights that there are, as bits of the ranks that they begin with in A 2 3 … K A 2
	all    [11]straight
	with2  say.Text // which straights with a 2 there are, for players
}

// straight is five ranks in a row.
type straight struct {
	ranks kit.Cards // the lowest card of each rank
	bases [5]uint8  // the ranks' lowest bits; suits are compared in the last one
	order int       // 4 times its place in the order of straights; of those without a wrap it is the bit of the highest rank
}

// straightTables lists the straights by their lowest rank, lowest first, in the order of the choices
// of the option straights. twoDecides means that suits are compared in the 2 wherever there is one,
// and not in the last of the five ranks.
var straightTables = [...]straightTable{
	newStraights("3456789TJ", true, "J Q K A 2, the highest"),
	newStraights("3456789T2A", true, "A 2 3 4 5, the highest, and 2 3 4 5 6, the next"),
	newStraights("A23456789T", false, "A 2 3 4 5, the lowest, and 2 3 4 5 6, the next"),
	newStraights("A3456789T2", true, "2 3 4 5 6, the highest, and A 2 3 4 5, the lowest"),
	newStraights("3456789T", true, "none"),
}

// loop has the ranks in the order in which straights can begin and end.
const loop = "A23456789TJQKA2"

func newStraights(starts string, twoDecides bool, with2 say.Text) (t straightTable) {
	t.with2 = with2
	const two = 12 * 4
	for place, rank := range []byte(starts) {
		i := strings.IndexByte(loop, rank)
		s := straight{order: 4 * (place - strings.IndexByte(starts, '3') + 4)}
		for k := range s.bases {
			s.bases[k] = uint8((i + k + 11) % 13 * 4)
			s.ranks |= 1 << s.bases[k]
		}
		for k, base := range s.bases {
			if twoDecides && base == two {
				s.bases[k], s.bases[4] = s.bases[4], base
			}
		}
		t.starts |= 1 << (4 * i)
		t.all[i] = s
	}
	return t
}

// loopLowest is the lowest card of each rank in the order of loop.
const loopLowest kit.Cards = 0x111111111111111

// looped returns a set of cards with the ranks in the order of loop.
func looped(s kit.Cards) kit.Cards { return s<<8 | s>>44 }

// inARow returns the lowest bits of five successive ranks of a suit.
func inARow(s kit.Cards) kit.Cards { return s & (s >> 4) & (s >> 8) & (s >> 12) & (s >> 16) }

// straightOf returns the straight that five ranks are, or nil.
func (v *Variant) straightOf(ranks kit.Cards) *straight {
	t := &straightTables[v.straights]
	if start := inARow(looped(ranks)) & t.starts; start != 0 {
		return &t.all[start.Low()/4]
	}
	return nil
}

// flushHigh returns the strength of five cards of a suit.
func (v *Variant) flushHigh(s kit.Cards) int {
	if high := s.High(); v.flushBySuit {
		return high&3<<4 | high>>2
	}
	return s.High()
}

// Of returns the set of the given natural cards.
func (v *Variant) Of(cards ...card.Card) Cards { return suitOrders[v.order].Of(cards...) }

// List returns the cards of a set in a new slice, low to high.
func (v *Variant) List(s Cards) []card.Card { return suitOrders[v.order].List(s) }

// Card returns the card of a bit.
func (v *Variant) Card(place int) card.Card { return suitOrders[v.order].Card(place) }

// Action returns a play as an action.
func (v *Variant) Action(p Play) game.Action { return kit.Action(v.marked(p)) }

// marked returns a play with the order of its suits, which Play.Append needs.
func (v *Variant) marked(p Play) Play {
	if p == Pass {
		return Pass
	}
	return p | Play(v.order)<<orderShift
}

// Has reports whether a class of plays can be played.
func (v *Variant) Has(c Class) bool { return v.classes>>c&1 != 0 }

// Beats reports whether a play beats top, which must not be Pass (rules.md B3, B10).
func (v *Variant) Beats(p, top Play) bool {
	c, t := p.Class(), top.Class()
	if c == t {
		return p.High() > top.High()
	}
	return v.BeatenBy[t]>>c&1 != 0
}

func variantOf(set kit.Settings) Variant {
	const fives, bombs = 1<<Straight | 1<<Flush | 1<<FullHouse | 1<<Bomb | 1<<StraightFlush, 1<<Bomb | 1<<StraightFlush
	v := Variant{
		classes: 1<<Single | 1<<Pair | 1<<Triple | fives,
		order:   uint8(set.Index("suits")), straights: uint8(set.Index("straights")),
		flushBySuit: set.Is("flush", "suit"), PassIsFinal: set.Is("pass", "out"), lastCard: set.Is("lastcard", "highest"),
	}
	if set.Is("triples", "no") {
		v.classes &^= 1 << Triple
	}
	if set.Is("flush", "none") {
		v.classes &^= 1 << Flush
	}
	for c := range StraightFlush + 1 {
		by := uint8(1) << c
		higher := uint8(0xff) << c
		if set.Is("cross", "yes") && c >= Straight {
			by |= higher
		}
		if set.Is("bombs", "yes") {
			by |= higher & bombs
		}
		v.BeatenBy[c] = by & v.classes
	}
	return v
}
