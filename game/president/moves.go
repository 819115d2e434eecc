package president

import (
	"math/bits"

	"deuces/game/card"
)

// check returns why the chair whose turn it is may not make a move, or legal. The chair must hold
// the cards, and they must form a set. Both Moves and Apply rely on check, so they can't disagree.
func (p *Position) check(m Move) reason {
	switch {
	case p.decisionsLeft > 0:
		return p.checkGift(m)
	case m.IsGift():
		return nothingToGive
	case m.IsPass():
		if p.top == 0 {
			return leadsMust
		}
		return legal
	case m.Jokers() > 0 && m.natural() != 0 && !p.rules.jokersWild:
		return jokersApart
	case p.mustPlayThree && (m.Rank() != card.Three || m.natural()&1 == 0 || m.IsRun() && m.runSuit() != card.Clubs):
		return needsThree
	case p.rules.noLastPair && m.Size() == 2 && p.hands[p.turn].Len() == 2:
		return lastPair
	case p.top == 0:
		return legal
	}
	return p.beats(m)
}

// beats compares a play with the top play (rules.md P3).
func (p *Position) beats(m Move) reason {
	t := p.top
	if p.rules.more {
		if why, decided := p.checkTrick(m); decided {
			return why
		}
	}
	more, same := m.Size() > t.Size(), m.Size() == t.Size()
	higher := p.power(m) > p.power(t)
	if same && higher {
		return legal // with any options
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
	case ok, p.rules.equal != equalNo && same && m.Rank() == t.Rank(), p.rules.fewerTwos && p.fewerTwos(m):
		return legal
	}
	return tooWeak
}

// fewerTwos reports whether a play of natural twos beats the top play with one card fewer. That
// isn't possible while the ranks are inverted, nor against Jokers alone.
func (p *Position) fewerTwos(m Move) bool {
	return m.Rank() == card.Two && m.Jokers() == 0 && m.Size()+1 == p.top.Size() &&
		p.top.Rank() != card.Two && p.top.natural() != 0 && !p.inverted
}

// power returns a play's rank in the current order. Suits and Jokers are never inverted.
func (p *Position) power(m Move) Move {
	w := m.power()
	if p.inverted && m.Rank() != card.Joker {
		w = (Move(card.Joker)-w>>2)<<2 | w&3
	}
	return w
}

// Moves appends to buf[:0] every move of the chair whose turn it is and returns the result. Moves
// that rules.md R counts as one are listed once. The result is empty once the round is over. A
// buffer with room for 512 moves is enough for any hand dealt from one deck.
//
// The candidates are the sets whose size and rank could beat the top play, so that check is called
// rarely; check decides.
func (p *Position) Moves(buf []Move) []Move {
	buf = buf[:0]
	if p.turn < 0 {
		return buf
	}
	if p.decisionsLeft > 0 {
		return p.gifts(buf)
	}
	hand := &p.hands[p.turn] // a pointer, because copying the array is slow
	if p.rules.runs {
		switch least := p.top.Size(); {
		case p.top == 0:
			buf = p.runs(buf, minRun, 15)
		case p.top.IsRun():
			return p.runs(append(buf, PassMove), least, least)
		}
	}
	least, most := 1, 15
	if p.top != 0 {
		least = p.top.Size()
		if p.rules.size == sizeSame {
			most = least
		}
		buf = append(buf, PassMove)
	}
	reach := p.reach()
	if p.rules.smallTwos != 0 && p.top != 0 && least > 1 {
		fewest := least - 1
		if p.rules.clearAny {
			fewest = 1
		}
		buf = p.sets(buf, reach&^twos, 0, 0, least, most)
		buf = p.sets(buf, reach&twos, 0, 0, fewest, most)
	} else {
		buf = p.sets(buf, reach, 0, 0, least, most)
	}
	jokers := jokersIn(hand)
	if jokers == 0 {
		return buf
	}
	held := bits.OnesCount8(jokers)
	if p.rules.jokersWild {
		for j := 1; j <= held; j++ {
			buf = p.sets(buf, reach, lowestJokers[jokers][j], j, least-j, most-j)
		}
	}
	for j := max(1, least); j <= min(held, most); j++ {
		if m := p.rules.playOf(card.Joker, 0, lowestJokers[jokers][j], p.defaultName()); p.check(m) == legal {
			buf = append(buf, m)
		}
	}
	return buf
}

// twos are the natural 2s.
const twos = 15 << (card.Two << 2)

// ranksWith returns a bit for each rank of which the hand holds at least n (1 to 8) of the given
// cards. It counts all ranks at once.
func ranksWith(hand *card.Set, cards uint64, n int) uint64 {
	const ones = 0x1111_1111_1111_1111
	held := card.Set{hand[0] & cards, hand[1] & cards}
	// A count is at most 8, so adding 8-n sets a nibble's highest bit if it is at least n.
	return (held.Ranks() + uint64(8-n)*ones) & (8 * ones)
}

// sets appends plays of one rank that consist of least to most natural cards, out of the given
// cards, plus these n Jokers. It avoids calls of check: sizes from alwaysLegalFrom on are legal,
// and if suits don't matter all plays of one rank and size are legal or none is.
func (p *Position) sets(buf []Move, cards uint64, jokers uint8, n, least, most int) []Move {
	least, most = max(least, 1), min(most, 8)
	if least > most {
		return buf
	}
	hand := &p.hands[p.turn] // a pointer, because copying the array is slow
	restricted := p.rules.more && p.restricted()
	free := 16
	if !restricted {
		free = p.alwaysLegalFrom(cards)
	}
	free = min(max(free-n, least), most+1)
	if most == 1 && free == 1 && n == 0 {
		for rest := hand[0] & cards; rest != 0; rest &= rest - 1 {
			buf = append(buf, singles[p.rules.suits][bits.TrailingZeros64(rest)])
		}
		return buf
	}
	laid := &subsets.all[p.rules.suits]
	if n > 0 {
		laid = &subsets.all[suitsNone] // joined already has the highest suit
	}
	joined := p.rules.joined(0, jokers, n)
	alike := least == most && p.rules.suits == suitsNone && !p.mustPlayThree && !restricted
	for rest := ranksWith(hand, cards, least); rest != 0; rest &= rest - 1 {
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

// alwaysLegalFrom returns the size from which on all sets of these cards that reach allows are legal. It
// is 16, more than any set, if every candidate must be checked.
func (p *Position) alwaysLegalFrom(cards uint64) int {
	switch {
	case p.mustPlayThree, p.rules.noLastPair:
	case p.top == 0,
		p.rules.ranksOnly && !p.inverted && (cards&p.rules.smallTwos == 0 || p.top.Size() == 1 && p.top.Rank() < card.Two):
		return 1
	case p.rules.size >= sizeBigger:
		return p.top.Size() + 1
	}
	return 16
}

// restricted reports whether an option of rules.md P12 forbids plays of ranks and sizes that would be
// high enough, or some of a rank and size but not others.
func (p *Position) restricted() bool {
	return p.trick.bound || p.trick.lock != 0 || p.rules.spadeThree && p.top != 0 && p.top.loneJoker()
}

// defaultName returns the card that Jokers alone stand for if the player doesn't name one: the
// highest natural card in the current order, or of the rank that they must equal. It is None if
// Jokers don't stand for cards.
func (p *Position) defaultName() card.Card {
	switch {
	case !p.rules.jokersNamed:
		return card.None
	case p.trick.bound:
		return card.New(p.top.Rank(), p.rules.topSuit())
	case p.inverted:
		return card.New(card.Three, p.rules.topSuit())
	}
	return card.New(card.Two, p.rules.topSuit())
}

// reach returns the natural cards of all ranks that could beat the top play. It can include too
// many ranks, but never leaves one out that check allows.
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
	cards := uint64(naturals) >> (r << 2) << (r << 2)
	if p.inverted {
		cards = naturals & (1<<((min(r, card.Two)+1)<<2) - 1)
	}
	if !p.inverted {
		cards |= p.rules.smallTwos
	}
	if p.rules.spadeThree && p.top.loneJoker() {
		cards |= 1 << threeOfSpades
	}
	return cards
}

// nameOnTable returns the card that the top play's Jokers stand for, or one of its natural cards.
func (p *Position) nameOnTable() card.Card {
	name := p.top.As()
	for c := range p.top.Cards().All() {
		if !c.IsJoker() {
			name = c
		}
	}
	return name
}

// namedLikeTop returns the play m of Jokers alone with their name changed to the rank of the top
// play, if that name has an effect: it skips or binds a player, or it may complete four single cards in a
// row. Otherwise namedLikeTop returns 0. The Jokers are named as a card on the table, so that the
// name reveals nothing about hands.
func (p *Position) namedLikeTop(m Move) Move {
	if m.As() == card.None || p.top == 0 || p.top.Size() != m.Size() || p.top.Rank() == m.Rank() ||
		p.rules.equal < equalSkip && (p.rules.equal != equalYes || p.rules.four != fourRevolution || m.Size() > 1) {
		return 0
	}
	like := p.rules.playOf(card.Joker, 0, uint8(m>>jokerShift&63), p.nameOnTable())
	if p.check(like) != legal {
		return 0
	}
	return like
}
