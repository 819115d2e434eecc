package president

import (
	"math/bits"

	"deuces/game/card"
)

// coup is a coup or guillotine of this round; it settles at the end.
type coup struct {
	maker      int8
	guillotine bool
}

// row is single cards of one rank played in successive turns: the last three of
// them, so that the next can be the fourth (rules.md P6).
type row struct {
	rank    card.Rank
	n       uint8    // how many of the last plays belong to it, at most 3
	chairs  [3]int8  // who played them, latest first
	natural [3]bool  // and whether the card was natural
	suits   [3]uint8 // the suit of a natural card, a bit; 0 of a Joker
}

// special brings about what is particular to a play, before its maker may go
// out and the turn passes on.
func (p *Position) special(m Move, chair int8) Effect {
	var e Effect
	if p.rules.rows() && p.fourth(m, chair) {
		return p.turnOver(e)
	}
	switch is := p.rules.special(m); is {
	case Coup, Guillotine:
		return p.overthrow(chair, is)
	case Inversion:
		if p.rules.four == fourInvertRound && p.inverted {
			return e // it lasts until the round ends
		}
		p.inverted = !p.inverted
		e.Is = Inversion
	case Revolution:
		return p.turnOver(e)
	}
	return e
}

// special says what a set of four or more brings about: a Coup, a Guillotine, an
// Inversion, a Revolution, or nothing (rules.md P6, P7).
func (r *ruleSet) special(m Move) Happening {
	if m.Size() < 4 {
		return 0
	}
	natural, jokers := bits.OnesCount8(m.natural()), m.Jokers()
	switch {
	case natural == 0:
		return 0
	case r.coup && m.Size() == 5 && (jokers == 1 || jokers == 2):
		return Coup
	case r.guillotine && natural == 4 && jokers == 2:
		return Guillotine
	case r.four == fourInvert, r.four == fourInvertRound:
		return Inversion
	case r.four == fourRevolution:
		return Revolution
	}
	return 0
}

// turnOver is a revolution: the order and the direction turn. Do ends the trick.
func (p *Position) turnOver(e Effect) Effect {
	p.inverted, p.counter = !p.inverted, !p.counter
	p.row = row{}
	e.Is |= Revolution
	return e
}

// fourth says whether a play is the fourth single card of its rank in a row, by
// the fourth chair; and remembers it for those to come.
func (p *Position) fourth(m Move, chair int8) bool {
	r := &p.row
	if m.Size() != 1 {
		*r = row{}
		return false
	}
	if m.Rank() != r.rank {
		*r = row{rank: m.Rank()}
	}
	natural, suit := m.natural() != 0, m.natural()&15
	if c := r.chairs; r.n == 3 && c[0] != c[1] && c[0] != c[2] && c[1] != c[2] &&
		chair != c[0] && chair != c[1] && chair != c[2] &&
		(natural || r.natural[0] || r.natural[1] || r.natural[2]) && (!p.rules.apart || r.apart(suit)) {
		return true
	}
	r.chairs = [3]int8{chair, r.chairs[0], r.chairs[1]}
	r.natural = [3]bool{natural, r.natural[0], r.natural[1]}
	r.suits = [3]uint8{suit, r.suits[0], r.suits[1]}
	r.n = min(r.n+1, 3)
	return false
}

// apart says that three cards and a fourth are of different suits; a Joker is of one that
// is missing.
func (r *row) apart(suit uint8) bool {
	a, b, c := r.suits[0], r.suits[1], r.suits[2]
	return suit&(a|b|c) == 0 && a&(b|c) == 0 && b&c == 0
}

// overthrow is a coup or guillotine: the presidency that is held changes hands
// at once, the one being played for when the round settles (rules.md P7).
func (p *Position) overthrow(chair int8, is Happening) Effect {
	p.coups[p.ncoup] = coup{chair, is == Guillotine}
	p.ncoup++
	e := Effect{Is: is, Fell: -1}
	n := int8(p.rules.chairs)
	var order [MaxChairs]int8 // chairs by the place they hold
	for c := range n {
		if p.held[c] == 0 {
			return e
		}
		order[p.held[c]-1] = c
	}
	if order[0] != chair {
		e.Fell = order[0]
	}
	p.coups[p.ncoup-1].settle(order[:n])
	for place, c := range order[:n] {
		p.held[c] = int8(place) + 1
	}
	return e
}

// settle changes the places in an order of chairs, best first. Its maker swaps
// with the first; after a guillotine the first one swaps with the last, unless
// the maker was that.
func (c coup) settle(order []int8) {
	first, last := order[0], order[len(order)-1]
	if c.maker == first {
		return
	}
	swap := func(a, b int8) {
		for i, chair := range order {
			switch chair {
			case a:
				order[i] = b
			case b:
				order[i] = a
			}
		}
	}
	swap(c.maker, first)
	if c.guillotine && c.maker != last {
		swap(first, last)
	}
}

// Settled returns the chairs by settled place, best first: the order in which
// they went out, as the coups of the round changed it, in the order played. It
// is known when the round is over.
func (p *Position) Settled(buf []int8) []int8 {
	order := append(buf[:0], p.finish[:p.done]...)
	for _, c := range p.coups[:p.ncoup] {
		c.settle(order)
	}
	return order
}
