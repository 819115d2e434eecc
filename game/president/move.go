package president

import (
	"math/bits"

	"deuces/game"
	"deuces/game/card"
)

// Move is a play, pass or exchange decision of a chair, packed into a word. Equal moves do the
// same. The zero Move is invalid.
//
// A play holds the natural cards, the Jokers, and what check compares:
//
//	bits 0-7    natural cards: which suits at least once, which suits twice
//	bits 8-13   Jokers: which of *1 *2 *3 at least once, which twice
//	bits 14-15  power of the set's suit, 0 if suits don't matter
//	bits 16-19  rank (card.Rank); card.Joker for Jokers that don't stand for a card
//	bits 20-23  size
//	bits 24-25  the suit that Jokers alone are named as
//	bits 26-27  verb
//
// A run has its lowest rank in the rank bits and its suit in bits 24-25. Bit 28 marks it. A bit for
// each of its ranks, from the lowest on, says where its natural cards are: the first eight bits are
// bits 0-7, the next two bits 14-15, and the last three bits 29-31.
//
// A gift (an exchange decision) has its cards in bits 0-5 and 6-11, the lower one first, and their
// number in the size bits.
type Move uint32

const (
	jokerShift = 8
	suitShift  = 14
	rankShift  = 16
	sizeShift  = 20
	asShift    = 24
	verbShift  = 26
	moreShift  = 29

	verbPlay Move = 1 << verbShift
	verbPass Move = 2 << verbShift
	verbGive Move = 3 << verbShift
	verbMask Move = 3 << verbShift

	runBit Move = 1 << 28
)

// PassMove is a pass.
const PassMove = verbPass

// IsPass reports whether the move is a pass.
func (m Move) IsPass() bool { return m == PassMove }

// IsGift reports whether the move is an exchange decision.
func (m Move) IsGift() bool { return m&verbMask == verbGive }

// Verb returns the kind of action.
func (m Move) Verb() game.Verb {
	switch {
	case m.IsPass():
		return game.Pass
	case m.IsGift():
		return game.Give
	}
	return game.Play
}

// Size returns the number of cards played or given.
func (m Move) Size() int { return int(m >> sizeShift & 15) }

// IsRun reports whether the move is a run: successive ranks of one suit (rules.md P12).
func (m Move) IsRun() bool { return m&runBit != 0 }

// Rank returns the rank of a set, and the lowest rank of a run. For Jokers alone it is the rank they
// are named as, or card.Joker if they aren't.
func (m Move) Rank() card.Rank { return card.Rank(m >> rankShift & 15) }

// Jokers returns the number of Jokers in a play.
func (m Move) Jokers() int { return bits.OnesCount32(uint32(m >> jokerShift & 63)) }

// As returns the card that Jokers alone stand for, and card.None for other plays.
func (m Move) As() card.Card {
	if m&verbMask != verbPlay || m.natural() != 0 || m.Rank() == card.Joker {
		return card.None
	}
	return card.New(m.Rank(), card.Suit(m>>asShift&3))
}

// Cards returns the cards played or given.
func (m Move) Cards() card.Set {
	if m.IsGift() {
		var s card.Set
		for i := range m.Size() {
			s.Add(card.Card(m >> (6 * i) & 63))
		}
		return s
	}
	once, twice := m.bits()
	if m.IsRun() {
		once, twice = m.runBits()
	}
	return card.Set{once, twice}
}

// runBits returns a run's cards as the two words of a card.Set.
func (m Move) runBits() (once, twice uint64) {
	x := uint64(m.runNaturals()) // spread to every fourth bit
	x = (x | x<<24) & 0x0000_00ff_0000_00ff
	x = (x | x<<12) & 0x000f_000f_000f_000f
	x = (x | x<<6) & 0x0303_0303_0303_0303
	x = (x | x<<3) & 0x1111_1111_1111_1111
	return x<<(m.Rank()<<2)<<m.runSuit() | uint64(m>>jokerShift&7)<<card.Joker1, uint64(m>>(jokerShift+3)&7) << card.Joker1
}

// runSuit returns the suit of a run.
func (m Move) runSuit() card.Suit { return card.Suit(m >> asShift & 3) }

// runNaturals returns a bit for each rank of a run, from the lowest on, that a natural card has.
func (m Move) runNaturals() uint16 {
	return uint16(m&255 | m>>suitShift&3<<8 | m>>moreShift<<10)
}

// runOf packs a run. The natural cards are given as in Move.runNaturals, the Jokers as in bits 8-13.
func runOf(suit card.Suit, lowest card.Rank, natural uint16, jokers uint8) Move {
	n, m := bits.OnesCount16(natural)+bits.OnesCount8(jokers), Move(natural)
	return verbPlay | runBit | Move(lowest)<<rankShift | Move(n)<<sizeShift | Move(suit)<<asShift | Move(jokers)<<jokerShift |
		m&255 | m>>8&3<<suitShift | m>>10<<moreShift
}

// bits returns a set's cards as the two words of a card.Set.
func (m Move) bits() (once, twice uint64) {
	shift := m >> rankShift & 15 << 2
	return uint64(m&15)<<shift | uint64(m>>jokerShift&7)<<card.Joker1,
		uint64(m>>4&15)<<shift | uint64(m>>(jokerShift+3)&7)<<card.Joker1
}

// natural returns the natural cards of a set: the low nibble has the suits that occur, the high
// nibble those that occur twice. It isn't 0 for a run either: some of the first eight are natural.
func (m Move) natural() uint8 { return uint8(m) }

// power orders plays of equal size by rank, then suit, in the normal order.
func (m Move) power() Move { return m >> suitShift & 63 }

// playOf packs a play of natural cards of one rank (as in Move.natural) and Jokers (as in bits
// 8-13). The parameter as is the card that Jokers alone stand for, or None if they keep their own
// rank.
func (r *roundRules) playOf(rank card.Rank, natural, jokers uint8, as card.Card) Move {
	n := bits.OnesCount8(jokers)
	switch {
	case natural != 0:
		m := r.joined(rank, jokers, n) + Move(bits.OnesCount8(natural))<<sizeShift | Move(natural)
		if n == 0 {
			m |= Move(highest[r.suits][natural&15]) << suitShift
		}
		return m
	case as == card.None:
		return r.joined(card.Joker, jokers, n)
	}
	return verbPlay | Move(as.Rank())<<rankShift | Move(power[r.suits][as.Suit()])<<suitShift |
		Move(as.Suit())<<asShift | Move(jokers)<<jokerShift | Move(n)<<sizeShift
}

// joined packs n Jokers that are played with natural cards of a rank. They give the play the
// highest suit (rules.md P2).
func (r *roundRules) joined(rank card.Rank, jokers uint8, n int) Move {
	m := verbPlay | Move(rank)<<rankShift | Move(jokers)<<jokerShift | Move(n)<<sizeShift
	if n > 0 && rank != card.Joker {
		m |= Move(power[r.suits][r.topSuit()]) << suitShift
	}
	return m
}

// giftOf packs an exchange decision of at most two cards.
func giftOf(cards card.Set) Move {
	m := verbGive | Move(cards.Len())<<sizeShift
	i := 0
	for c := range cards.All() {
		m |= Move(c) << (6 * i)
		i++
	}
	return m
}

// topSuit returns the highest suit; spades if suits don't matter.
func (r *roundRules) topSuit() card.Suit {
	if r.suits == suitsAustrian {
		return card.Hearts
	}
	return card.Spades
}

// power is the order of the suits, for each value of the option suits.
var power = [3][4]uint8{
	suitsPoker:    {card.Clubs: 0, card.Diamonds: 1, card.Hearts: 2, card.Spades: 3},
	suitsAustrian: {card.Clubs: 0, card.Spades: 1, card.Diamonds: 2, card.Hearts: 3},
}

// highest is the power of the highest suit in a nibble of suits, for each value of the option
// suits.
var highest = func() (h [3][16]uint8) {
	for suits := range h {
		for nibble := range h[suits] {
			for s := range uint8(4) {
				if nibble>>s&1 != 0 {
					h[suits][nibble] = max(h[suits][nibble], power[suits][s])
				}
			}
		}
	}
	return h
}()

// subsets lists, for each natural holding of one rank (as in Move.natural), every play that it
// allows, by size. Plays of k cards are all[suits][first[holding][k]:first[holding][k+1]]. They are
// packed as parts of a Move: cards, size and power of the suit.
var subsets = func() (t struct {
	all   [3][1296]Move
	first [256][10]uint16
}) {
	n := 0
	for holding := range 256 {
		for k := range 10 {
			t.first[holding][k] = uint16(n)
			for sub := range 256 {
				if !within(uint8(sub), uint8(holding)) || bits.OnesCount8(uint8(sub)) != k {
					continue
				}
				for suits := range t.all {
					t.all[suits][n] = Move(sub) | Move(k)<<sizeShift | Move(highest[suits][sub&15])<<suitShift
				}
				n++
			}
		}
	}
	return t
}()

// singles is the play of each single natural card, for each value of the option suits. subsets has
// the same plays; this table is faster for single cards.
var singles = func() (t [3][64]Move) {
	for suits := range t {
		for c := card.New(card.Three, card.Clubs); c < card.Joker1; c++ {
			r := roundRules{suits: uint8(suits)}
			t[suits][c] = r.playOf(c.Rank(), 1<<c.Suit(), 0, card.None)
		}
	}
	return t
}()

// within reports whether sub and holding are valid sets of natural cards (as in Move.natural) and
// holding contains sub.
func within(sub, holding uint8) bool {
	multiset := func(x uint8) bool { return x>>4&^x == 0 }
	return multiset(sub) && multiset(holding) && sub&^holding == 0
}

// lowestJokers[held][n] is the n lowest of the Jokers held, both as in bits 8-13. The lowest are
// played first, because Jokers differ only in the exchange.
var lowestJokers = func() (t [64][7]uint8) {
	for held := range uint8(64) {
		if held>>3&^held != 0 {
			continue
		}
		taken, n := uint8(0), 0
		for j := range 3 {
			for _, bit := range [2]uint8{1 << j, 8 << j} {
				if held&bit != 0 {
					taken |= bit
					n++
					t[held][n] = taken
				}
			}
		}
	}
	return t
}()

// jokersIn returns the Jokers of a hand, as in bits 8-13 of a Move.
func jokersIn(hand *card.Set) uint8 {
	return uint8(hand[0]>>card.Joker1&7 | hand[1]>>card.Joker1&7<<3)
}

// naturalsIn returns the cards of a rank in a hand, as in Move.natural.
func naturalsIn(hand *card.Set, r card.Rank) uint8 {
	shift := r & 15 << 2
	return uint8(hand[0]>>shift&15 | hand[1]>>shift&15<<4)
}
