package president

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// Observation returns the position as a seat sees it. Other hands are empty until SetHand fills
// them. Chair c is the seat v.Order[c]. It returns an error once the round is over.
func Observation(v game.View) (Position, error) {
	p, chair, err := kit.Public[Position](v)
	if err == nil {
		p.hands[chair] = card.SetOf(v.Hand...)
	}
	return p, err
}

// Opening returns the position in which a chair leads the round, with these hands and places from
// the previous round. If 3c must be played, that chair is assumed to hold it.
func (r *Rules) Opening(hands []card.Set, held []int, leader int) Position {
	p := Position{rules: r.rules, lead: -1, turn: int8(leader), owner: int8(leader), trickLeader: int8(leader)}
	p.rules.chairs = uint8(len(hands))
	for c, hand := range hands {
		if p.hands[c], p.lastPlaces[c] = hand, int8(held[c]); hand != (card.Set{}) {
			p.holding |= 1 << c
		}
	}
	p.mustPlayThree = p.leadRule() == leadThree
	return p
}

// Terms are the options that a computer player needs to evaluate plays.
type Terms struct {
	Suits         bool // sets of one rank are ordered by their highest suit
	Larger        bool // a larger set may follow, if it is higher
	LargerLower   bool // a larger set may follow even if it is lower
	SameSizeLower bool // a set of the same size may follow even if it is lower
	Equal         bool // a set of the same rank and size may follow
	FewerTwos     bool // twos beat a set that has one card more
	JokersWild    bool // Jokers can be played with other cards
	JokersNamed   bool // Jokers alone stand for a card; otherwise they rank above 2
	PassIsFinal   bool // whoever passed sits out the rest of the trick
	Mercy         bool // in the exchange the best players give their highest cards; otherwise the last players give theirs
	ReturnChosen  bool // the cards returned in the exchange are chosen; otherwise they are the lowest
	NoLastPair    bool // the last play can't be a pair
}

// Terms returns the options that computer players need.
func (p *Position) Terms() Terms {
	l := &p.rules
	return Terms{
		Suits: l.suits != suitsNone, Equal: l.equal != equalNo, FewerTwos: l.fewerTwos,
		Larger: l.size != sizeSame, LargerLower: l.size >= sizeBigger, SameSizeLower: l.size == sizeAny,
		JokersWild: l.jokersWild, JokersNamed: l.jokersNamed, PassIsFinal: l.passIsFinal || l.oneTurnEach,
		Mercy: l.exchange == exchangeMercy, ReturnChosen: l.exchange == exchangeChoice,
		NoLastPair: l.noLastPair,
	}
}

// Holding returns a bit for each chair that holds cards.
func (p *Position) Holding() uint16 { return p.holding }

// SittingOut returns a bit for each chair that can't play again in this trick.
func (p *Position) SittingOut() uint16 {
	switch {
	case p.rules.passIsFinal:
		return p.passed | p.trick.barred
	case p.rules.oneTurnEach && p.top != 0 && p.turn >= 0:
		barred := p.holding &^ (1 << p.turn)
		for c := p.nextAfter(p.turn, p.trickLeader, p.holding); c >= 0; c = p.nextAfter(c, p.trickLeader, p.holding) {
			barred &^= 1 << c
		}
		return barred
	}
	return p.trick.barred
}

// LastPlace returns a chair's place from the previous round, from 1; 0: none.
func (p *Position) LastPlace(chair int) int { return int(p.lastPlaces[chair]) }

// HasCoups reports whether a coup or guillotine will change the places of this round.
func (p *Position) HasCoups() bool { return p.coupCount > 0 }

// OutBefore returns how many chairs went out before a chair, or -1 if it still plays.
func (p *Position) OutBefore(chair int) int {
	for i, c := range p.outOrder[:p.outCount] {
		if int(c) == chair {
			return i
		}
	}
	return -1
}

// Worth orders single cards as the exchange does: by rank, then suit; Jokers are highest.
func (p *Position) Worth(c card.Card) uint8 { return p.rules.worth(c) }

// Action returns a move as an action.
func (p *Position) Action(m Move) game.Action { return kit.Action(play{m, &p.rules}) }

// PlayOnTable returns the Move that plays these public cards, which are a set or in the order of a run.
// The parameter as is used only if all of them are Jokers.
func (p *Position) PlayOnTable(cards []card.Card, as card.Card) Move {
	return p.rules.playOnTable(cards, as)
}

// playOnTable implements PlayOnTable.
func (r *roundRules) playOnTable(cards []card.Card, as card.Card) Move {
	if isRun(cards) {
		return runFrom(cards)
	}
	set := card.SetOf(cards...)
	for c := range set.All() {
		if !c.IsJoker() {
			return r.playOf(c.Rank(), naturalsIn(&set, c.Rank()), jokersIn(&set), card.None)
		}
	}
	return r.playOf(card.Joker, 0, jokersIn(&set), as)
}
