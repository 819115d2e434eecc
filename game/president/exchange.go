package president

import (
	"math/bits"

	"deuces/game/card"
)

// trade is an exchange decision that is due: from gives n cards to the other.
type trade struct {
	from, to int8
	n        uint8
}

// gift is cards that went from one chair to another in an exchange.
type gift struct {
	from, to int8
	cards    card.Set
}

// exchange does the part of the exchange that needs no decision, and notes the
// decisions that are due (rules.md P9). It returns what went where.
func (p *Position) exchange() []gift {
	var gifts []gift
	give := func(from, to int8, cards card.Set) {
		p.hand(from, to, cards)
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
				p.trades[p.due] = trade{t.up, t.down, uint8(t.n)}
				p.due++
			}
		}
	case exchangeMercy:
		if p.hands[asshole].Has(threeOfClubs) {
			p.trades[0], p.due = trade{asshole, president, 2}, 1
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
	threeOfClubs  = card.Card(card.Three)<<2 | card.Card(card.Clubs)
	queenOfHearts = card.Card(card.Queen)<<2 | card.Card(card.Hearts)
)

// give carries out the decision of the chair whose turn it is, and starts play
// when it was the last. Under mercy the President's cards come back in return.
func (p *Position) give(m Move) (there, back gift) {
	t := p.trades[0]
	there = gift{t.from, t.to, m.Cards()}
	back = gift{from: t.to, to: t.from}
	if p.rules.exchange == exchangeMercy {
		back.cards = p.best(p.hands[t.to], int(t.n))
	}
	p.hand(there.from, there.to, there.cards)
	p.hand(back.from, back.to, back.cards)
	p.trades = [2]trade{p.trades[1]}
	p.due--
	p.begin()
	return there, back
}

// begin gives the turn to whoever decides next: on cards to give, or as leader.
func (p *Position) begin() {
	if p.due > 0 {
		p.turn = p.trades[0].from
		return
	}
	for c := range int8(p.rules.chairs) {
		if p.hands[c] == (card.Set{}) {
			p.leave(c)
		}
	}
	if p.alive&(p.alive-1) == 0 {
		p.end()
		return
	}
	if p.lead < 0 {
		p.lead = p.leader()
	}
	p.maker = p.lead
	p.clear()
	p.lead = p.turn
}

// leads returns by what rule the round is led.
func (p *Position) leads() uint8 {
	if p.holder(1) >= 0 {
		return p.rules.leads
	}
	return p.rules.opening
}

// leader returns who leads by the rules, and binds the first play where 3c is due.
func (p *Position) leader() int8 {
	by, named := p.leads(), card.None
	switch by {
	case leadPresident:
		return p.holder(1)
	case leadAsshole:
		return p.holder(p.rules.chairs)
	case leadQueen:
		named = queenOfHearts
	case leadThree:
		named = threeOfClubs
	}
	if named != card.None {
		for c := range int8(p.rules.chairs) {
			if p.hands[c].Has(named) {
				p.bound = by == leadThree
				return c
			}
		}
	}
	return 0
}

// holder returns the chair that holds a place from the round before; -1: none.
func (p *Position) holder(place uint8) int8 {
	for c := range int8(p.rules.chairs) {
		if p.held[c] == int8(place) {
			return c
		}
	}
	return -1
}

// hand moves cards from one chair to another.
func (p *Position) hand(from, to int8, cards card.Set) {
	p.hands[from] = p.hands[from].Minus(cards)
	p.hands[to] = p.hands[to].Plus(cards)
}

// checkGift judges an exchange decision: as many cards as are due, and under
// mercy the lowest, or the lowest but the 3 of clubs.
func (p *Position) checkGift(m Move) reason {
	t := p.trades[0]
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
	lowest, kept := p.mercies()
	switch plain := alike(m.Cards()); {
	case plain == alike(lowest), plain == alike(kept):
		return legal
	case m.Size() != min(int(t.n), hand.Len()):
		return wrongGift
	}
	return notTheLowest
}

// mercies returns what the Asshole may give under mercy: the lowest cards, or
// the lowest of those that are not the 3 of clubs.
func (p *Position) mercies() (lowest, kept card.Set) {
	hand := p.hands[p.trades[0].from]
	others := hand
	for others.Remove(threeOfClubs) {
		continue
	}
	n := int(p.trades[0].n)
	return p.worst(hand, n), p.worst(others, n)
}

// alike returns cards with their Jokers taken for one another.
func alike(cards card.Set) [3]uint64 {
	const naturals = 1<<card.Joker1 - 1
	return [3]uint64{cards[0] & naturals, cards[1] & naturals, uint64(bits.OnesCount8(jokersIn(&cards)))}
}

// gifts appends all exchange decisions of the chair whose turn it is.
func (p *Position) gifts(buf []Move) []Move {
	t := p.trades[0]
	hand := p.hands[t.from]
	if p.rules.exchange == exchangeMercy {
		lowest, kept := p.mercies()
		return append(buf, giftOf(lowest), giftOf(kept))
	}
	switch min(int(t.n), hand.Len()) {
	case 0:
		return append(buf, giftOf(card.Set{}))
	case 1:
		for c := range p.kinds(hand) {
			buf = append(buf, giftOf(card.SetOf(c)))
		}
		return buf
	}
	for c := range p.kinds(hand) {
		rest := hand
		rest.Remove(c)
		for d := range p.kinds(rest) {
			if d >= c {
				buf = append(buf, giftOf(card.SetOf(c, d)))
			}
		}
	}
	return buf
}

// kinds yields each card of a hand once, one Joker for all.
func (p *Position) kinds(hand card.Set) func(yield func(card.Card) bool) {
	return func(yield func(card.Card) bool) {
		for rest := hand[0]; rest != 0; rest &= rest - 1 {
			c := card.Card(bits.TrailingZeros64(rest))
			if !yield(c) || c.IsJoker() {
				return
			}
		}
	}
}

// best returns the n highest cards of a hand, or all that it has: by rank, then
// suit, Jokers highest.
func (p *Position) best(hand card.Set, n int) card.Set {
	return extreme(hand, n, p.rules.worth)
}

// worst returns the n lowest cards of a hand, or all that it has.
func (p *Position) worst(hand card.Set, n int) card.Set {
	return extreme(hand, n, func(c card.Card) uint8 { return 255 - p.rules.worth(c) })
}

// extreme returns the n cards of a hand that weigh most, or all that it has.
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

// worth orders single cards for exchanges and hands: by rank, then suit (where
// suits rank nothing by s>h>d>c), Jokers highest and *3 the highest of them.
func (r *ruleSet) worth(c card.Card) uint8 {
	if c.IsJoker() {
		return uint8(c)
	}
	suits := max(r.suits, suitsPoker)
	return uint8(c.Rank())<<2 | power[suits][c.Suit()]
}
