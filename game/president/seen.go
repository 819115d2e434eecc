package president

import (
	"fmt"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// Seen returns the core's position as a seat knows it: from its View, and from
// what the table was told in this round so far, oldest first. Its own hand is
// there; the others are empty until SetHand fills them with a guess. Chair c is
// the seat v.Order[c]. It fails once the round is over.
//
// Where 3c is due and another seat is to lead, that seat is taken to hold it.
func (r *Rules) Seen(v game.View, told []game.News) (Position, error) {
	p := Position{rules: r.rules, lead: -1, inverted: v.Inverted, counter: v.Dir == game.Counter}
	n := len(v.Order)
	if v.Phase == game.Over || n < 2 || n > MaxChairs || len(v.Players) != n {
		return p, fmt.Errorf("president: a view of phase %d and %d seats shows no position", v.Phase, n)
	}
	p.rules.chairs = uint8(n)
	var chair [MaxChairs]int8
	for c, seat := range v.Order {
		chair[seat] = int8(c)
		held := v.Players[seat]
		p.held[c] = int8(held.Held)
		if held.Cards > 0 || v.Phase == game.Exchanging {
			p.alive |= 1 << c
		}
		if held.Passed {
			p.passed |= 1 << c
		}
		if seat == v.Seat {
			p.hands[c] = card.SetOf(v.Hand...)
		}
	}
	for _, seat := range v.Out {
		p.finish[p.done] = chair[seat]
		p.done++
	}
	p.turn = chair[v.Turn]
	p.maker = p.turn
	if len(v.Top.Cards) > 0 {
		p.top, p.maker = p.rules.laid(v.Top.Cards, v.Top.As), chair[v.Top.Seat]
	}
	if v.Phase == game.Exchanging {
		p.maker = 0
		p.decide()
		return p, nil
	}
	p.recall(told, &chair)
	return p, nil
}

// Terms is what a player needs to know of the options to weigh plays; what may
// be played is for Moves to say.
type Terms struct {
	Suits  bool // sets of one rank differ by their highest suit
	Larger bool // a set with more cards may follow, if it is higher
	Lower  bool // and if it is not
	Any    bool // so may a set of as many cards that is lower
	Equal  bool // a set of the same rank and size may follow
	Fewer  bool // one two fewer is enough
	Joins  bool // Jokers join other cards
	Stands bool // Jokers alone stand for a card, else they are a rank above 2
	Once   bool // who passed sits out the rest of the trick
	Mercy  bool // in the exchange the best give their highest cards, else the last do
	Chosen bool // what goes back for the highest cards was chosen, else it is the lowest
	Parted bool // a pair can't be the last play: its cards go one by one
}

// Terms returns what a player needs to know of the options.
func (p *Position) Terms() Terms {
	l := &p.rules
	return Terms{
		Suits: l.suits != suitsNone, Equal: l.equal != equalNo, Fewer: l.fewer,
		Larger: l.size != sizeSame, Lower: l.size >= sizeBigger, Any: l.size == sizeAny,
		Joins: l.joins, Stands: l.stands, Once: l.once || l.lap,
		Mercy: l.exchange == exchangeMercy, Chosen: l.exchange == exchangeChoice,
		Parted: l.keepPair,
	}
}

// Alive returns the chairs that hold cards, a bit for each.
func (p *Position) Alive() uint16 { return p.alive }

// Barred returns the chairs that may not play again in this trick, a bit for each.
func (p *Position) Barred() uint16 {
	switch {
	case p.rules.once:
		return p.passed
	case p.rules.lap && p.top != 0 && p.turn >= 0:
		barred := p.alive &^ (1 << p.turn)
		for c := p.after(p.turn, p.opener, p.alive); c >= 0; c = p.after(c, p.opener, p.alive) {
			barred &^= 1 << c
		}
		return barred
	}
	return 0
}

// Held returns the place that a chair holds from the round before, from 1; 0: none.
func (p *Position) Held(chair int) int { return int(p.held[chair]) }

// Coups says whether a coup or guillotine will change the places of this round.
func (p *Position) Coups() bool { return p.ncoup > 0 }

// Out returns how many chairs are out before a chair; -1 while it is in.
func (p *Position) Out(chair int) int {
	for i, c := range p.finish[:p.done] {
		if int(c) == chair {
			return i
		}
	}
	return -1
}

// Worth orders single cards as the exchange does: by rank, then suit, Jokers highest.
func (p *Position) Worth(c card.Card) uint8 { return p.rules.worth(c) }

// Action returns a move as the table's door takes it.
func (p *Position) Action(m Move) game.Action { return kit.Action(play{m, &p.rules}) }

// Laid returns a play as a move: cards of one rank and Jokers, as they lie on the
// table.
func (p *Position) Laid(cards []card.Card, as card.Card) Move { return p.rules.laid(cards, as) }

// decide notes which exchange decisions are due, from whose turn it is.
func (p *Position) decide() {
	n := p.rules.chairs
	pairs := []trade{{p.holder(1), p.holder(n), 2}}
	switch {
	case p.rules.exchange == exchangeMercy:
		pairs[0].from, pairs[0].to = pairs[0].to, pairs[0].from
	case p.rules.hasVice():
		pairs = append(pairs, trade{p.holder(2), p.holder(n - 1), 1})
	}
	for _, t := range pairs {
		if t.from == p.turn || p.due > 0 {
			p.trades[p.due] = t
			p.due++
		}
	}
}

// recall finds in a round's news what no view shows: the row of single cards,
// the coups to be settled, and whether 3c is still due.
func (p *Position) recall(told []game.News, chair *[MaxChairs]int8) {
	p.bound = true
	p.opener = p.maker
	led := false
	for _, n := range told {
		switch n.Kind {
		case game.Played:
			p.bound = false
			if !led && p.top != 0 {
				p.opener = chair[n.Seat]
			}
			led = true
			if p.rules.rows() {
				p.fourth(p.rules.laid(n.Cards, n.As), chair[n.Seat])
			}
		case game.TrickWon:
			led = false
		case game.Revolution:
			p.row, led = row{}, false
		case game.Passed:
			p.row = row{}
		case game.Coup, game.Guillotine:
			p.coups[p.ncoup] = coup{chair[n.Seat], n.Kind == game.Guillotine}
			p.ncoup++
		}
	}
	by := p.rules.opening
	if p.holder(1) >= 0 {
		by = p.rules.leads
	}
	hand := p.hands[p.turn]
	p.bound = p.bound && by == leadThree && (hand == (card.Set{}) || hand.Has(threeOfClubs))
}

// laid packs a play that lies on the table.
func (r *ruleSet) laid(cards []card.Card, as card.Card) Move {
	set := card.SetOf(cards...)
	for c := range set.All() {
		if !c.IsJoker() {
			return r.playOf(c.Rank(), naturalsIn(&set, c.Rank()), jokersIn(&set), card.None)
		}
	}
	return r.playOf(card.Joker, 0, jokersIn(&set), as)
}
