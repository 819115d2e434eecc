package president

import (
	"math/bits"

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

	// The options of rules.md P12. More reports whether any of them is on; if not, the others say nothing.
	More       bool
	Suited     bool // sets of one rank and size can differ in what they do or where they fit
	Runs       bool // runs are plays
	ClearAny   bool // a single 2 beats any set of natural cards
	SpadeThree bool // the 3 of spades beats a lone Joker

	// Cards as in the first word of a card.Set, of all suits.
	Stops          uint64    // whose sets end their tricks
	Clears         uint64    // whose natural sets do, while the ranks aren't inverted
	TurnsOver      uint64    // whose sets invert the ranks until the trick ends
	FoulLast       [2]uint64 // that make a last play foul: upright, inverted
	FoulSpadeThree bool      // so does the 3 of spades alone
}

// Terms returns the options that computer players need.
func (p *Position) Terms() Terms {
	l := &p.rules
	t := Terms{
		Suits: l.suits != suitsNone, Equal: l.equal != equalNo, FewerTwos: l.fewerTwos,
		Larger: l.size != sizeSame, LargerLower: l.size >= sizeBigger, SameSizeLower: l.size == sizeAny,
		JokersWild: l.jokersWild, JokersNamed: l.jokersNamed, PassIsFinal: l.passIsFinal || l.oneTurnEach,
		Mercy: l.exchange == exchangeMercy, ReturnChosen: l.exchange == exchangeChoice,
		NoLastPair: l.noLastPair,

		More: l.more || l.downfall, Suited: l.lock || l.runs, Runs: l.runs, ClearAny: l.clearAny,
		SpadeThree: l.spadeThree, FoulSpadeThree: l.spadeThree && l.strict,
	}
	if !l.more {
		return t
	}
	cards := func(effect rankEffect) (cards uint64) {
		for rank, does := range l.does {
			if does&effect != 0 {
				cards |= 15 << (4 * rank)
			}
		}
		return cards
	}
	t.Stops, t.Clears, t.TurnsOver = cards(stops), cards(clears), cards(turnsOver)
	t.FoulLast = [2]uint64{cards(foulUpright), cards(foulInverted)}
	return t
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

// PlaceSoFar returns the place of a chair, from 0, before any coups. It is -1 if the chair still
// plays. A fallen President has the place that they get if nobody else goes out foul.
func (p *Position) PlaceSoFar(chair int) int {
	clean, foul := 0, 0
	for _, c := range p.outOrder[:p.outCount] {
		isFoul, last := p.foul>>c&1 != 0, int(p.rules.chairs)-1
		switch {
		case int(c) == chair && isFoul:
			return last - foul
		case int(c) == chair && p.fallen>>c&1 != 0:
			return last - bits.OnesCount16(p.foul)
		case int(c) == chair:
			return clean
		case isFoul:
			foul++
		case p.fallen>>c&1 == 0:
			clean++
		}
	}
	return -1
}

// Fallen returns the chair of a President who fell, or -1.
func (p *Position) Fallen() int {
	if p.fallen == 0 {
		return -1
	}
	return bits.TrailingZeros16(p.fallen)
}

// MayFall reports whether a chair is the President's who falls if another chair goes out next
// (rules.md P12).
func (p *Position) MayFall(chair int) bool {
	return p.rules.downfall && p.rules.chairs >= downfallChairs && p.lastPlaces[chair] == 1 && p.holding>>chair&1 != 0 &&
		int(p.outCount) == bits.OnesCount16(p.foul)
}

// Lock returns the suits that plays must have, the low nibble those that occur, the high nibble those
// that occur twice; 0 if the trick isn't locked. For runs it has their suit.
func (p *Position) Lock() uint8 { return p.trick.lock }

// Worth orders single cards as the exchange does: by rank, then suit; Jokers are highest.
func (p *Position) Worth(c card.Card) uint8 { return p.rules.worth(c) }

// Action returns a move as an action.
func (p *Position) Action(m Move) game.Action { return kit.Action(play{m, &p.rules}) }

// PlayOnTable returns the Move that plays these public cards, which are a set or in the order of a run.
// The parameter as is used only if all of them are Jokers.
func (p *Position) PlayOnTable(cards []card.Card, as card.Card) Move {
	if isRun(cards) {
		return runFrom(cards)
	}
	set := card.SetOf(cards...)
	for c := range set.All() {
		if !c.IsJoker() {
			return p.rules.playOf(c.Rank(), naturalsIn(&set, c.Rank()), jokersIn(&set), card.None)
		}
	}
	return p.rules.playOf(card.Joker, 0, jokersIn(&set), as)
}
