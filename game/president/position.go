package president

import (
	"math/bits"

	"deuces/game/card"
)

// MaxChairs is the most that can play.
const MaxChairs = 14

// Position is the core of a round: all that decides what may be played and what
// comes of it, in fixed arrays. It is a value, to be copied and stepped; its
// methods allocate nothing but what a caller's buffer lacks. Rules and State
// stand on it, and so do computer players.
//
// It counts chairs, not seats: chair 0 is at the dealer's left and the dealer
// has the last one, clockwise.
type Position struct {
	rules ruleSet
	hands [MaxChairs]card.Set

	alive  uint16 // chairs with cards, while the round is played
	passed uint16 // chairs that passed in this trick and have not played since
	top    Move   // the play to beat; 0: a lead is due
	turn   int8   // whose turn it is; -1: the round is over
	maker  int8   // who played top, or who is to lead
	lead   int8   // who leads the round; -1: by the rules, not yet known
	opener int8   // who led this trick, or is to
	bound  bool   // the next play must contain 3c

	inverted bool // low cards beat high ones
	counter  bool // play goes counterclockwise

	row   row     // single cards of one rank played in succession
	coups [6]coup // of this round, in the order played; each took a Joker
	ncoup uint8

	done   uint8           // how many are out
	finish [MaxChairs]int8 // in the order in which they went out
	held   [MaxChairs]int8 // places held from the round before, from 1; 0: none

	trades [2]trade // exchange decisions that are due, next first
	due    uint8    // how many
}

// Effect is what came of a move, beside the cards played.
type Effect struct {
	Is      Happening
	Skipped int8 // the chair that lost its turn, with Skip
	Fell    int8 // the President overthrown by Coup or Guillotine; -1: nobody held it
}

// Happening is a set of things that a move can bring about.
type Happening uint16

// What can come of a move.
const (
	Out        Happening = 1 << iota // the chair holds no card any more
	Skip                             // a chair lost its turn
	Trick                            // the trick ended; the turn is its winner's, to lead
	Inversion                        // of the order
	Revolution                       // inversion, the direction turned, and the maker leads
	Coup
	Guillotine
	Over // the round ended
)

// Turn returns the chair that has to decide; -1 when the round is over.
func (p *Position) Turn() int { return int(p.turn) }

// Chairs returns how many play.
func (p *Position) Chairs() int { return int(p.rules.chairs) }

// Hand returns the cards that a chair holds.
func (p *Position) Hand(chair int) card.Set { return p.hands[chair] }

// SetHand gives a chair other cards, as many as it holds: a computer player's
// guess at a hand that it does not see.
func (p *Position) SetHand(chair int, hand card.Set) { p.hands[chair] = hand }

// Top returns the play to beat and who played it; false when a lead is due.
func (p *Position) Top() (Move, int, bool) { return p.top, int(p.maker), p.top != 0 }

// Exchanging says whether the turn is an exchange decision.
func (p *Position) Exchanging() bool { return p.due > 0 }

// Inverted says whether low cards beat high ones.
func (p *Position) Inverted() bool { return p.inverted }

// Counter says whether play goes counterclockwise.
func (p *Position) Counter() bool { return p.counter }

// Finished returns the chairs that are out, in order; all once the round is over.
func (p *Position) Finished(buf []int8) []int8 { return append(buf, p.finish[:p.done]...) }

// Do makes a move that Moves lists (or that check allows) for the chair whose
// turn it is. What it does with another is not defined.
func (p *Position) Do(m Move) Effect {
	switch m & verbMask {
	case verbPass:
		p.passed |= 1 << p.turn
		p.row = row{}
		return p.advance(Effect{})
	case verbGive:
		p.give(m)
		return Effect{}
	}
	chair, before := p.turn, p.top
	p.take(chair, m)
	p.top, p.maker, p.bound = m, chair, false
	p.passed &^= 1 << chair

	e := p.special(m, chair)
	if p.hands[chair] == (card.Set{}) {
		p.leave(chair)
		e.Is |= Out
	}
	switch {
	case p.alive&(p.alive-1) == 0:
		p.end()
		e.Is |= Over
		return e
	case e.Is&Revolution != 0:
		p.clear()
		return e
	case p.rules.equal == equalSkip && before != 0 && before.Rank() == m.Rank() && before.Size() == m.Size():
		if next := p.next(); next >= 0 {
			e.Is |= Skip
			e.Skipped = next
			p.turn = next
		}
	}
	return p.advance(e)
}

// take removes a play from a chair's hand.
func (p *Position) take(chair int8, m Move) {
	once, twice := m.bits()
	h := &p.hands[chair]
	h[0], h[1] = h[0]&^once|h[1]&once&^twice, h[1]&^once
}

// leave puts a chair out.
func (p *Position) leave(chair int8) {
	p.alive &^= 1 << chair
	p.finish[p.done] = chair
	p.done++
}

// end closes the round: whoever still holds cards is last.
func (p *Position) end() {
	if p.alive != 0 {
		p.finish[p.done] = int8(bits.TrailingZeros16(p.alive))
		p.done++
	}
	p.turn = -1
}

// advance passes the turn on, and ends the trick when it comes round to the
// chair that made the top play or past it (rules.md P4).
func (p *Position) advance(e Effect) Effect {
	if next := p.next(); next >= 0 {
		p.turn = next
		return e
	}
	p.clear()
	e.Is |= Trick
	return e
}

// clear sets the trick aside; its winner leads, or if out the next chair that
// holds cards. The row of single cards goes on: it asks for successive turns,
// not for one trick.
func (p *Position) clear() {
	p.top, p.passed = 0, 0
	if p.alive>>p.maker&1 == 0 {
		p.maker = p.after(p.maker, p.maker, p.alive)
	}
	p.turn, p.opener = p.maker, p.maker
}

// next returns the chair to whom the turn goes, of those short of the maker of
// the top play; -1 if there is none. Where each has one turn in a trick, of those short
// of the chair that led it.
func (p *Position) next() int8 {
	if p.rules.lap {
		return p.after(p.turn, p.opener, p.alive)
	}
	may := p.alive
	if p.rules.once {
		may &^= p.passed
	}
	return p.after(p.turn, p.maker, may)
}

// after returns the first of some chairs that comes after one chair and before
// another in the direction of play (all the way round when they are the same);
// -1 if there is none.
func (p *Position) after(from, until int8, chairs uint16) int8 {
	n, at := p.rules.chairs&15, uint8(from)&15 // unsigned and short: a shift then needs no test
	// Turned so that from is bit 0: chairs clockwise from it are bits 1, 2…
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
