package president

import (
	"math/bits"
	"slices"

	"deuces/game/card"
)

// coup is a coup or guillotine of this round. It changes the places at the end of the round.
type coup struct {
	by         int8
	guillotine bool
}

// singlesRow is up to three single cards of one rank played in successive turns. The next one can
// be the fourth (rules.md P6).
type singlesRow struct {
	rank    card.Rank
	n       uint8    // number of cards in the row, at most 3
	chairs  [3]int8  // who played them, latest first
	natural [3]bool  // whether each card was natural
	suits   [3]uint8 // the suit bit of each natural card; 0 for a Joker
}

// applySpecial applies the special effect of a play, before the chair can go out and before the
// turn moves on.
func (p *Position) applySpecial(m Move, chair int8) Effect {
	is := p.rules.special(m)
	if p.rules.fourInARow() && p.isFourthInARow(m, chair) {
		is = Revolution
	}
	switch is {
	case Coup, Guillotine:
		return p.overthrow(chair, is)
	case Inversion:
		if p.rules.four == fourInvertRound && p.inverted != p.trick.turned {
			return Effect{} // a second inversion changes nothing
		}
		p.inverted = !p.inverted
	case Revolution: // Do ends the trick
		p.inverted, p.counter = !p.inverted, !p.counter
		p.row = singlesRow{}
	}
	return Effect{Happened: is}
}

// special returns the special effect of a play: Coup, Guillotine, Inversion, Revolution, or 0
// (rules.md P6, P7).
func (r *roundRules) special(m Move) Happening {
	if m.Size() < 4 {
		return 0
	}
	natural, jokers := bits.OnesCount8(m.natural()), m.Jokers()
	switch {
	case natural == 0, m.IsRun() && !r.runsRevolt:
		return 0
	case m.IsRun():
	case r.coup && m.Size() == 5 && (jokers == 1 || jokers == 2):
		return Coup
	case r.guillotine && natural == 4 && jokers == 2:
		return Guillotine
	}
	switch r.four {
	case fourInvert, fourInvertRound:
		return Inversion
	case fourRevolution:
		return Revolution
	}
	return 0
}

// isFourthInARow reports whether a play is the fourth single card of its rank in a row, each by a
// different chair. If not, it adds the play to the row.
func (p *Position) isFourthInARow(m Move, chair int8) bool {
	r := &p.row
	if m.Size() != 1 {
		*r = singlesRow{}
		return false
	}
	if m.Rank() != r.rank {
		*r = singlesRow{rank: m.Rank()}
	}
	natural, suit := m.natural() != 0, m.natural()&15
	if c := r.chairs; r.n == 3 && c[0] != c[1] && c[0] != c[2] && c[1] != c[2] &&
		chair != c[0] && chair != c[1] && chair != c[2] &&
		(natural || r.natural[0] || r.natural[1] || r.natural[2]) && (!p.rules.fourSuits || r.differentSuits(suit)) {
		return true
	}
	r.chairs = [3]int8{chair, r.chairs[0], r.chairs[1]}
	r.natural = [3]bool{natural, r.natural[0], r.natural[1]}
	r.suits = [3]uint8{suit, r.suits[0], r.suits[1]}
	r.n = min(r.n+1, 3)
	return false
}

// differentSuits reports whether the three cards and a fourth have four different suits. A Joker
// counts as a missing suit.
func (r *singlesRow) differentSuits(suit uint8) bool {
	a, b, c := r.suits[0], r.suits[1], r.suits[2]
	return suit&(a|b|c) == 0 && a&(b|c) == 0 && b&c == 0
}

// overthrow carries out a coup or guillotine. The places held from the last round change at once,
// those of this round at its end (rules.md P7).
func (p *Position) overthrow(chair int8, is Happening) Effect {
	p.coups[p.coupCount] = coup{chair, is == Guillotine}
	p.coupCount++
	e := Effect{Happened: is, Overthrown: -1}
	n := int8(p.rules.chairs)
	var order [MaxChairs]int8 // chairs by place
	for c := range n {
		if p.lastPlaces[c] == 0 {
			return e
		}
		order[p.lastPlaces[c]-1] = c
	}
	if order[0] != chair {
		e.Overthrown = order[0]
	}
	p.coups[p.coupCount-1].settle(order[:n])
	for place, c := range order[:n] {
		p.lastPlaces[c] = int8(place) + 1
	}
	return e
}

// settle applies the coup to chairs in order of place, best first. The player of the coup swaps
// with the first. After a guillotine the former first then swaps with the last, unless the player
// was last.
func (c coup) settle(order []int8) {
	first, last := order[0], order[len(order)-1]
	if c.by == first {
		return
	}
	swap := func(a, b int8) {
		i, j := slices.Index(order, a), slices.Index(order, b)
		order[i], order[j] = b, a
	}
	swap(c.by, first)
	if c.guillotine && c.by != last {
		swap(first, last)
	}
}
