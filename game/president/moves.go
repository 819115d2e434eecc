package president

import (
	"math/bits"

	"deuces/game/card"
)

// check is the one judge of moves: why the chair whose turn it is may not make
// this one. The cards must be held and form a set. Moves lists what it passes,
// and Apply refuses what it does not.
func (p *Position) check(m Move) reason {
	switch {
	case p.due > 0:
		return p.checkGift(m)
	case m.IsGift():
		return nothingToGive
	case m.IsPass():
		if p.top == 0 {
			return leadsMust
		}
		return legal
	case m.Jokers() > 0 && m.natural() != 0 && !p.rules.joins:
		return jokersApart
	case p.bound && (m.Rank() != card.Three || m.natural()&1 == 0):
		return needsThree
	case p.rules.keepPair && m.Size() == 2 && p.hands[p.turn].Len() == 2:
		return lastPair
	case p.top == 0:
		return legal
	}
	return p.beats(m)
}

// beats compares a play with the top play (rules.md P3).
func (p *Position) beats(m Move) reason {
	t := p.top
	more, same := m.Size() > t.Size(), m.Size() == t.Size()
	higher := p.power(m) > p.power(t)
	if same && higher {
		return legal // by any rule
	}
	var ok bool
	switch p.rules.size {
	case sizeHigher:
		ok = more && higher
	case sizeBigger:
		ok = more
	case sizeAny:
		ok = more || same
	}
	switch {
	case ok, p.rules.equal != equalNo && same && m.Rank() == t.Rank(), p.rules.fewer && p.fewerTwos(m):
		return legal
	case !same && p.rules.size == sizeSame:
		return wrongSize
	case !same && !more:
		return tooFew
	case p.power(m) == p.power(t):
		return isEqual
	}
	return isLower
}

// fewerTwos says whether a play is natural twos on a set of one card more. It
// sleeps in inverted order, and Jokers alone are not beaten so.
func (p *Position) fewerTwos(m Move) bool {
	return m.Rank() == card.Two && m.Jokers() == 0 && m.Size()+1 == p.top.Size() &&
		p.top.Rank() != card.Two && p.top.natural() != 0 && !p.inverted
}

// power orders plays in the current order; suits and Jokers are never inverted.
func (p *Position) power(m Move) Move {
	w := m.power()
	if p.inverted && m.Rank() != card.Joker {
		w = (Move(card.Joker)-w>>2)<<2 | w&3
	}
	return w
}

// Moves appends to buf[:0] all that the chair whose turn it is may do, each once
// as rules.md R counts plays, and returns it: nothing when the round is over. A
// buffer with room for 512 suffices for any hand that is dealt from one deck.
//
// Candidates are the sets of a size and rank that could do at all, so that few
// are judged in vain; whether they do is for check.
func (p *Position) Moves(buf []Move) []Move {
	buf = buf[:0]
	if p.turn < 0 {
		return buf
	}
	if p.due > 0 {
		return p.gifts(buf)
	}
	hand := &p.hands[p.turn] // not copied: an array is no match for registers
	least, most := 1, 15
	if p.top != 0 {
		least = p.top.Size()
		if p.rules.size == sizeSame {
			most = least
		}
		buf = append(buf, PassMove)
	}
	reach := p.reach()
	if p.rules.fewer && p.top != 0 && least > 1 {
		buf = p.sets(buf, reach&^twos, 0, 0, least, most)
		buf = p.sets(buf, reach&twos, 0, 0, least-1, most)
	} else {
		buf = p.sets(buf, reach, 0, 0, least, most)
	}
	jokers := jokersIn(hand)
	if jokers == 0 {
		return buf
	}
	held := bits.OnesCount8(jokers)
	if p.rules.joins {
		for j := 1; j <= held; j++ {
			buf = p.sets(buf, reach, lowestJokers[jokers][j], j, least-j, most-j)
		}
	}
	for j := max(1, least); j <= min(held, most); j++ {
		if m := p.rules.playOf(card.Joker, 0, lowestJokers[jokers][j], p.unnamed()); p.check(m) == legal {
			buf = append(buf, m)
		}
	}
	return buf
}

// twos are the natural 2s.
const twos = 15 << (card.Two << 2)

// several returns a bit for each rank of some cards of which a hand holds n or
// more, n from 1 to 8; counted in all nibbles at once.
func several(hand *card.Set, cards uint64, n int) uint64 {
	const ones = 0x1111_1111_1111_1111
	held := card.Set{hand[0] & cards, hand[1] & cards}
	// At most 8 of a rank: 8-n more carry into a nibble's highest bit.
	return (held.Ranks() + uint64(8-n)*ones) & (8 * ones)
}

// sets appends the plays of least to most natural cards of one rank, of some
// cards if they are held, joined by some Jokers that may join. It asks check no
// more often than it must: some sizes are free, and plays of one rank and size
// stand or fall together where suits rank nothing.
func (p *Position) sets(buf []Move, cards uint64, jokers uint8, n, least, most int) []Move {
	least, most = max(least, 1), min(most, 8)
	if least > most {
		return buf
	}
	hand := &p.hands[p.turn] // not copied: an array is no match for registers
	laid := &subsets.all[p.rules.suits]
	if n > 0 {
		laid = &subsets.all[suitsNone] // joined has the suit
	}
	joined := p.rules.joined(0, jokers, n)
	free := min(max(p.free()-n, least), most+1)
	if most == 1 && free == 1 && n == 0 {
		for rest := hand[0] & cards; rest != 0; rest &= rest - 1 {
			buf = append(buf, singles[p.rules.suits][bits.TrailingZeros64(rest)])
		}
		return buf
	}
	alike := least == most && p.rules.suits == suitsNone && !p.bound
	for rest := several(hand, cards, least); rest != 0; rest &= rest - 1 {
		rank := card.Rank(bits.TrailingZeros64(rest) >> 2)
		first := &subsets.first[naturalsIn(hand, rank)]
		m := joined + Move(rank)<<rankShift
		if least < free {
			choices := laid[first[least]:first[free]]
			switch {
			case alike && p.check(m+choices[0]) == legal:
				for _, natural := range choices {
					buf = append(buf, m+natural)
				}
			case !alike:
				for _, natural := range choices {
					if m := m + natural; p.check(m) == legal {
						buf = append(buf, m)
					}
				}
			}
		}
		for _, natural := range laid[first[free]:first[most+1]] {
			buf = append(buf, m+natural)
		}
	}
	return buf
}

// free returns the size from which all plays are legal that sets comes upon: no
// set is as large as 16.
func (p *Position) free() int {
	switch {
	case p.bound, p.rules.keepPair:
		return 16
	case p.top == 0:
		return 1
	case p.rules.size >= sizeBigger:
		return p.top.Size() + 1
	case p.rules.ranksOnly() && !p.inverted: // reach has asked already
		return 1
	}
	return 16
}

// unnamed returns what Jokers alone stand for when nobody says: the highest
// natural card in the current order; None where they stand for themselves.
func (p *Position) unnamed() card.Card {
	switch {
	case !p.rules.stands:
		return card.None
	case p.inverted:
		return card.New(card.Three, p.rules.topSuit())
	}
	return card.New(card.Two, p.rules.topSuit())
}

// reach returns the natural cards of all ranks that could beat the top play: a
// bound for Moves, never narrower than check.
func (p *Position) reach() uint64 {
	const naturals = 1<<card.Joker1 - 1<<4
	if p.top == 0 || p.rules.size >= sizeBigger {
		return naturals
	}
	r := p.top.Rank()
	if p.rules.suits == suitsNone && p.rules.equal == equalNo {
		r++
		if p.inverted {
			r -= 2
		}
	}
	if p.inverted {
		return naturals & (1<<((min(r, card.Two)+1)<<2) - 1)
	}
	cards := uint64(naturals) >> (r << 2) << (r << 2)
	if p.rules.fewer {
		cards |= twos
	}
	return cards
}

// likeTop returns Jokers alone named as the rank that lies on top, where that
// does more than beat it: it skips, or may be the fourth of a row. 0 otherwise.
// The name is a card on the table, so that nobody wonders who holds it.
func (p *Position) likeTop(m Move) Move {
	if m.As() == card.None || p.top == 0 || p.top.Size() != m.Size() || p.top.Rank() == m.Rank() ||
		p.rules.equal != equalSkip && (p.rules.equal != equalYes || p.rules.four != fourRevolution || m.Size() > 1) {
		return 0
	}
	name := p.top.As()
	for c := range p.top.Cards().All() {
		if !c.IsJoker() {
			name = c
		}
	}
	like := p.rules.playOf(card.Joker, 0, uint8(m>>jokerShift&63), name)
	if p.check(like) != legal {
		return 0
	}
	return like
}
