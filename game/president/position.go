package president

import (
	"math/bits"

	"deuces/game/card"
)

// MaxChairs is the maximum number of players.
const MaxChairs = 14

// Position is the core of a round: everything that decides which moves are legal and what they do,
// in fixed arrays. Simulations copy it and make moves on the copy. Its methods only allocate if a
// caller's buffer is too small. Rules, State and the computer players are built on it.
//
// A Position counts chairs, not seats. Chairs are numbered clockwise. Chair 0 is at the dealer's
// left, and the dealer has the last chair.
type Position struct {
	rules roundRules
	hands [MaxChairs]card.Set

	holding       uint16 // chairs with cards, while the round is being played
	passed        uint16 // chairs that passed in this trick and haven't played since
	top           Move   // the play to beat; 0: the turn is a lead
	turn          int8   // -1: the round is over
	owner         int8   // who played top, or who leads
	lead          int8   // who leads the round; -1: not decided yet
	trickLeader   int8   // who leads or led this trick
	mustPlayThree bool   // the next play must contain 3c

	inverted bool // low cards beat high ones
	counter  bool // counterclockwise play
	trick    trick

	row       singlesRow // the latest single cards of one rank played in a row
	coups     [6]coup    // coups of this round, in the order played; at most 6, because each takes a Joker
	coupCount uint8

	outCount   uint8           // number of chairs that are out
	outOrder   [MaxChairs]int8 // chairs in the order in which they went out
	foul       uint16          // chairs whose last play was foul
	fallen     uint16          // the chair of a President who fell
	setAside   card.Set        // the cards of that President
	lastPlaces [MaxChairs]int8 // places from the previous round, from 1; 0: none

	decisions     [2]giveDecision // exchange decisions that are due, next first
	decisionsLeft uint8           // number of decisions
}

// Effect is what a move caused, besides playing its cards.
type Effect struct {
	Happened   Happening
	Skipped    int8 // the chair that lost its turn, if Skip happened
	Overthrown int8 // the President who lost the place by Coup or Guillotine; -1: nobody had it
}

// Happening is a set of effects of a move.
type Happening uint16

// The effects of a move.
const (
	Out        Happening = 1 << iota // the chair has no cards left
	Skip                             // a chair lost its turn
	Trick                            // the trick ended; whoever leads the next one has the turn
	Inversion                        // the ranks reversed
	Revolution                       // the ranks and the direction reversed, and the trick ended
	Coup
	Guillotine
	Over     // the round ended
	Stop     // an 8, a 2, or the 3 of spades on a Joker ended the trick
	Burn     // the fourth natural card of a rank ended the trick
	TurnOver // the ranks reversed until the trick ends
	Lock     // the trick is locked to the play's suits
	Bind     // the next chair must play the same rank or sit out the trick
	Foul     // the chair's last play was foul, which also ends the trick
	Downfall // the President fell

	endsTrick = Revolution | Stop | Burn | Foul
)

// Turn returns the chair that has to decide, or -1 once the round is over.
func (p *Position) Turn() int { return int(p.turn) }

// Chairs returns the number of players.
func (p *Position) Chairs() int { return int(p.rules.chairs) }

// Hand returns the cards that a chair holds.
func (p *Position) Hand(chair int) card.Set { return p.hands[chair] }

// SetHand sets the hand of a chair that still holds cards. Computer players use it to fill in hands
// that they don't see.
func (p *Position) SetHand(chair int, hand card.Set) { p.hands[chair] = hand }

// Top returns the play to beat and who played it, or false if the turn is a lead.
func (p *Position) Top() (Move, int, bool) { return p.top, int(p.owner), p.top != 0 }

// Exchanging reports whether the turn is an exchange decision.
func (p *Position) Exchanging() bool { return p.decisionsLeft > 0 }

// Inverted reports whether low cards beat high ones.
func (p *Position) Inverted() bool { return p.inverted }

// Counter reports whether play goes counterclockwise.
func (p *Position) Counter() bool { return p.counter }

// Finished appends the chairs that are out, in order. Once the round is over these are all chairs.
func (p *Position) Finished(buf []int8) []int8 { return append(buf, p.outOrder[:p.outCount]...) }

// Do makes a move of the chair whose turn it is. The move must be legal: one that Moves lists or
// check allows.
func (p *Position) Do(m Move) Effect {
	switch m & verbMask {
	case verbPass:
		p.passed |= 1 << p.turn
		p.row = singlesRow{}
		if p.trick.bound {
			p.trick.barred |= 1 << p.turn
			p.trick.bound = false
		}
		return p.advance(Effect{})
	case verbGive:
		p.give(m)
		return Effect{}
	}
	chair, before, inverted := p.turn, p.top, p.inverted
	p.take(chair, m)
	p.top, p.owner, p.mustPlayThree = m, chair, false
	p.passed &^= 1 << chair

	e := p.applySpecial(m, chair)
	if p.hands[chair] == (card.Set{}) {
		p.leave(chair)
		e.Happened |= Out
	}
	if p.rules.more {
		e.Happened |= p.applyMore(m, before, inverted, e.Happened)
	}
	switch {
	case p.holding&(p.holding-1) == 0:
		p.end()
		e.Happened |= Over
		return e
	case e.Happened&endsTrick != 0:
		p.clear()
		e.Happened |= Trick
		return e
	}
	if p.rules.equal == equalSkip && m.isEqual(before) {
		if next := p.next(); next >= 0 {
			e.Happened |= Skip
			e.Skipped = next
			p.turn = next
		}
	}
	return p.advance(e)
}

// take removes a play from a chair's hand.
func (p *Position) take(chair int8, m Move) {
	once, twice := m.bits()
	if m.IsRun() {
		once, twice = m.runBits()
	}
	h := &p.hands[chair]
	h[0], h[1] = h[0]&^once|h[1]&once&^twice, h[1]&^once
}

// advance gives the turn to the next chair. It ends the trick if no chair has another turn in it
// (rules.md P4).
func (p *Position) advance(e Effect) Effect {
	if next := p.next(); next >= 0 {
		p.turn = next
		return e
	}
	p.clear()
	e.Happened |= Trick
	return e
}

// clear starts a new trick. The winner leads or, if they are out, the next chair with cards. The
// row of single cards isn't reset, because it can go on in the next trick.
func (p *Position) clear() {
	p.top, p.passed = 0, 0
	if p.rules.more {
		p.inverted = p.inverted != p.trick.turned
		p.trick = trick{}
	}
	if p.holding>>p.owner&1 == 0 {
		p.owner = p.nextAfter(p.owner, p.owner, p.holding)
	}
	p.turn, p.trickLeader = p.owner, p.owner
}

// next returns the chair that has the next turn in this trick, or -1 if the trick is over. The
// trick ends at the owner of the top play or, if everyone has one turn per trick, at its leader.
func (p *Position) next() int8 {
	may, end := p.holding&^p.trick.barred, p.owner
	switch {
	case p.rules.oneTurnEach:
		end = p.trickLeader
	case p.rules.passIsFinal:
		may &^= p.passed
	}
	return p.nextAfter(p.turn, end, may)
}

// nextAfter returns the first of the given chairs that comes after from and before until in the
// direction of play, or -1. If from and until are the same, it searches the whole table.
func (p *Position) nextAfter(from, until int8, chairs uint16) int8 {
	n, at := p.rules.chairs&15, uint8(from)&15 // masked to 4 bits, so that shifts compile without a range check
	// Rotate the bits so that from is bit 0 and the chairs clockwise from it are bits 1, 2…
	turned := (chairs>>at | chairs<<((n-at)&15)) & (1<<n - 1) &^ 1
	away := uint8(until) - at
	if until < from {
		away += n
	}
	away &= 15
	var step uint8
	if p.counter {
		turned &^= 2<<away - 1
		if turned == 0 {
			return -1
		}
		step = uint8(bits.Len16(turned)) - 1
	} else {
		if away != 0 {
			turned &= 1<<away - 1
		}
		if turned == 0 {
			return -1
		}
		step = uint8(bits.TrailingZeros16(turned))
	}
	if at += step; at >= n {
		at -= n
	}
	return int8(at)
}
