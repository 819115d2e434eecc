package president

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// Observation returns the position as a seat sees it: the hands of others are empty until
// SetHand fills them with a guess. Chair c is the seat v.Order[c]. It fails once the round
// is over.
func Observation(v game.View) (Position, error) {
	p, chair, err := kit.Public[Position](v)
	if err == nil {
		p.hands[chair] = card.SetOf(v.Hand...)
	}
	return p, err
}

// Opening returns the position in which a chair leads the round: with these hands, and
// places held from the round before. Where 3c is due the chair is taken to hold it.
func (r *Rules) Opening(hands []card.Set, held []int, leader int) Position {
	p := Position{rules: r.rules, lead: -1, turn: int8(leader), maker: int8(leader), opener: int8(leader)}
	p.rules.chairs = uint8(len(hands))
	for c, hand := range hands {
		if p.hands[c], p.held[c] = hand, int8(held[c]); hand != (card.Set{}) {
			p.alive |= 1 << c
		}
	}
	p.bound = p.leads() == leadThree
	return p
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
