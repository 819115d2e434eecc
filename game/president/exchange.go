package president

import (
	"math/bits"

	"deuces/game/card"
)

// giveDecision is a decision that is due in the exchange: the chair from chooses n cards to give to
// the chair to.
type giveDecision struct {
	from, to int8
	n        uint8
}

// gift is a set of cards that one chair gave another in the exchange.
type gift struct {
	from, to int8
	cards    card.Set
}

// exchange makes the parts of the exchange that need no decision, records the decisions that are
// due (rules.md P9), and returns the cards given.
func (p *Position) exchange() []gift {
	var gifts []gift
	give := func(from, to int8, cards card.Set) {
		p.move(from, to, cards)
		gifts = append(gifts, gift{from, to, cards})
	}
	n := p.rules.chairs
	president, asshole := p.holder(1), p.holder(n)
	if president < 0 {
		return nil
	}
	vice, last := int8(-1), int8(-1)
	if p.rules.hasVice() {
		vice, last = p.holder(2), p.holder(n-1)
	}
	pairs := []struct {
		up, down int8
		n        int
	}{{president, asshole, 2}, {vice, last, 1}}
	switch p.rules.exchange {
	case exchangeAuto, exchangeChoice:
		for _, t := range pairs {
			if t.up < 0 {
				continue
			}
			give(t.down, t.up, p.best(p.hands[t.down], t.n))
			if p.rules.exchange == exchangeAuto {
				give(t.up, t.down, p.worst(p.hands[t.up], t.n))
			} else {
				p.decisions[p.decisionsLeft] = giveDecision{t.up, t.down, uint8(t.n)}
				p.decisionsLeft++
			}
		}
	case exchangeMercy:
		if p.hands[asshole].Has(threeOfClubs) {
			p.decisions[0], p.decisionsLeft = giveDecision{asshole, president, 2}, 1
		} else {
			up, down := p.worst(p.hands[asshole], 2), p.best(p.hands[president], 2)
			give(asshole, president, up)
			give(president, asshole, down)
		}
		if vice >= 0 {
			up, down := p.best(p.hands[last], 1), p.worst(p.hands[vice], 1)
			give(last, vice, up)
			give(vice, last, down)
		}
	}
	return gifts
}

const (
	threeOfClubs    = card.Card(card.Three)<<2 | card.Card(card.Clubs)
	threeOfSpades   = card.Card(card.Three)<<2 | card.Card(card.Spades)
	threeOfDiamonds = card.Card(card.Three)<<2 | card.Card(card.Diamonds)
	queenOfHearts   = card.Card(card.Queen)<<2 | card.Card(card.Hearts)
)

// give makes the exchange decision of the chair whose turn it is, and starts play after the last
// one. With the option mercy the President's cards are given in return.
func (p *Position) give(m Move) (there, back gift) {
	t := p.decisions[0]
	there = gift{t.from, t.to, m.Cards()}
	back = gift{from: t.to, to: t.from}
	if p.rules.exchange == exchangeMercy {
		back.cards = p.best(p.hands[t.to], int(t.n))
	}
	p.move(there.from, there.to, there.cards)
	p.move(back.from, back.to, back.cards)
	p.decisions = [2]giveDecision{p.decisions[1]}
	p.decisionsLeft--
	p.begin()
	return there, back
}

// begin gives the turn to the chair that makes the next exchange decision or, after the last one,
// to the chair that leads the round.
func (p *Position) begin() {
	if p.decisionsLeft > 0 {
		p.turn = p.decisions[0].from
		return
	}
	for c := range int8(p.rules.chairs) {
		if p.holding>>c&1 != 0 && p.hands[c] == (card.Set{}) {
			p.leave(c)
		}
	}
	if p.holding&(p.holding-1) == 0 {
		p.end()
		return
	}
	if p.lead < 0 {
		p.lead = p.leader()
	}
	p.owner = p.lead
	p.clear()
	p.lead = p.turn
}

// leadRule returns the rule that decides who leads the round.
func (p *Position) leadRule() uint8 {
	if p.holder(1) >= 0 {
		return p.rules.laterLead
	}
	return p.rules.opening
}

// leadCard returns the card whose holder leads by a rule, or None if the rule names no card.
func leadCard(by uint8) card.Card {
	switch by {
	case leadQueen:
		return queenOfHearts
	case leadThree:
		return threeOfClubs
	case leadDiamond:
		return threeOfDiamonds
	}
	return card.None
}

// leader returns who leads by the rules, and sets mustPlayThree if 3c decides.
func (p *Position) leader() int8 {
	by := p.leadRule()
	switch by {
	case leadPresident:
		return p.holder(1)
	case leadAsshole:
		return p.holder(p.rules.chairs)
	}
	if named := leadCard(by); named != card.None {
		for c := range int8(p.rules.chairs) {
			if p.hands[c].Has(named) {
				p.mustPlayThree = by == leadThree
				return c
			}
		}
	}
	return 0
}

// holder returns the chair that holds a place from the previous round, or -1.
func (p *Position) holder(place uint8) int8 {
	for c := range int8(p.rules.chairs) {
		if p.lastPlaces[c] == int8(place) {
			return c
		}
	}
	return -1
}

// move moves cards from one chair to another.
func (p *Position) move(from, to int8, cards card.Set) {
	p.hands[from] = p.hands[from].Minus(cards)
	p.hands[to] = p.hands[to].Plus(cards)
}

// checkGift checks an exchange decision. The gift must have the right number of cards. With the
// option mercy they must be the lowest, or the lowest other than the 3 of clubs.
func (p *Position) checkGift(m Move) reason {
	t := p.decisions[0]
	hand := p.hands[t.from]
	if !m.IsGift() {
		return giveFirst
	}
	if p.rules.exchange != exchangeMercy {
		if m.Size() != min(int(t.n), hand.Len()) {
			return wrongGift
		}
		return legal
	}
	lowest, kept := p.mercyGifts()
	switch plain := withoutJokerNumbers(m.Cards()); {
	case plain == withoutJokerNumbers(lowest), plain == withoutJokerNumbers(kept):
		return legal
	case m.Size() != min(int(t.n), hand.Len()):
		return wrongGift
	}
	return notTheLowest
}

// mercyGifts returns what the Asshole may give with the option mercy: the lowest cards, or the
// lowest cards that aren't the 3 of clubs.
func (p *Position) mercyGifts() (lowest, kept card.Set) {
	hand := p.hands[p.decisions[0].from]
	others := hand
	for others.Remove(threeOfClubs) {
		continue
	}
	n := int(p.decisions[0].n)
	return p.worst(hand, n), p.worst(others, n)
}

// withoutJokerNumbers returns cards in a form in which all Jokers are equal.
func withoutJokerNumbers(cards card.Set) [3]uint64 {
	const naturals = 1<<card.Joker1 - 1
	return [3]uint64{cards[0] & naturals, cards[1] & naturals, uint64(bits.OnesCount8(jokersIn(&cards)))}
}

// gifts appends all exchange decisions of the chair whose turn it is.
func (p *Position) gifts(buf []Move) []Move {
	t := p.decisions[0]
	hand := p.hands[t.from]
	if p.rules.exchange == exchangeMercy {
		lowest, kept := p.mercyGifts()
		return append(buf, giftOf(lowest), giftOf(kept))
	}
	switch min(int(t.n), hand.Len()) {
	case 0:
		return append(buf, giftOf(card.Set{}))
	case 1:
		for c := range p.distinct(hand) {
			buf = append(buf, giftOf(card.SetOf(c)))
		}
		return buf
	}
	for c := range p.distinct(hand) {
		rest := hand
		rest.Remove(c)
		for d := range p.distinct(rest) {
			if d >= c {
				buf = append(buf, giftOf(card.SetOf(c, d)))
			}
		}
	}
	return buf
}

// distinct yields each different card of a hand once; all Jokers count as one.
func (p *Position) distinct(hand card.Set) func(yield func(card.Card) bool) {
	return func(yield func(card.Card) bool) {
		for rest := hand[0]; rest != 0; rest &= rest - 1 {
			c := card.Card(bits.TrailingZeros64(rest))
			if !yield(c) || c.IsJoker() {
				return
			}
		}
	}
}

// best returns the n highest cards of a hand, or all if it has fewer. Cards are ordered by rank,
// then suit; Jokers are highest.
func (p *Position) best(hand card.Set, n int) card.Set {
	return extreme(hand, n, p.rules.worth)
}

// worst returns the n lowest cards of a hand, or all if it has fewer.
func (p *Position) worst(hand card.Set, n int) card.Set {
	return extreme(hand, n, func(c card.Card) uint8 { return 255 - p.rules.worth(c) })
}

// extreme returns the n cards of a hand with the greatest weight, or all if it has fewer.
func extreme(hand card.Set, n int, weight func(card.Card) uint8) (s card.Set) {
	for range min(n, hand.Len()) {
		most := card.None
		for c := range hand.All() {
			if most == card.None || weight(c) > weight(most) {
				most = c
			}
		}
		hand.Remove(most)
		s.Add(most)
	}
	return s
}

// worth orders single cards for exchanges and for sorting: by rank, then suit. If suits don't
// matter their order is s>h>d>c. Jokers are highest, and *3 is the highest Joker.
func (r *roundRules) worth(c card.Card) uint8 {
	if c.IsJoker() {
		return uint8(c)
	}
	suits := max(r.suits, suitsPoker)
	return uint8(c.Rank())<<2 | power[suits][c.Suit()]
}
