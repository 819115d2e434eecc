package ai

import (
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// Evaluator evaluates the legal plays of a position with a network. It reuses its buffers, so it
// doesn't allocate and is not safe for concurrent use.
type Evaluator struct {
	net.Evaluator
	before   features
	reversed features // after a move that changes the normally fixed inputs
	after    Tracked
	legal    moveBuffer
	scored   []Scored
}

// NewEvaluator returns an Evaluator for a network.
func NewEvaluator(n *net.Net) *Evaluator { return &Evaluator{Evaluator: net.Evaluator{Net: n}} }

// Scored is a play and its value to the player who makes it, as in matchEnd.value.
type Scored = ai.Scored[president.Move]

// Plays evaluates the moves of the chair whose turn it is. It must not be called for an exchange
// decision. The result is valid until the next call.
func (e *Evaluator) Plays(t *Tracked) []Scored { return e.plays(t, t.Moves(e.legal[:0])) }

// plays evaluates some moves.
func (e *Evaluator) plays(t *Tracked, list []president.Move) []Scored {
	e.before.set(t, t.position.Turn())
	e.Fixed.Clear()
	e.before.addFixed(&e.Fixed)
	e.SumFixed()
	e.scored = e.scored[:0]
	for _, m := range list {
		e.scored = append(e.scored, Scored{Move: m, Value: e.value(m)})
	}
	return e.scored
}

// Best returns the move with the highest value. If several are equal, it returns the first.
func (e *Evaluator) Best(t *Tracked) Scored { return ai.Best(e.Plays(t)) }

// GoesOut reports whether a move plays the last cards. Its value is then known without the network.
func (e *Evaluator) GoesOut(m president.Move) bool {
	return !m.IsPass() && e.before.position.Hand(e.before.chair) == m.Cards()
}

// value returns the value of a move in the current position.
func (e *Evaluator) value(m president.Move) float32 {
	if e.GoesOut(m) {
		return e.valueOfGoingOut(m)
	}
	return e.Value(e.inputs(m))
}

// valueOfGoingOut returns the value of going out with a move.
func (e *Evaluator) valueOfGoingOut(m president.Move) float32 {
	l := &e.before
	n := float64(l.position.Chairs())
	place := float64(l.position.Chairs() - 1 - l.otherCount)
	if l.terms.More {
		after := l.position
		after.Do(m)
		place = float64(after.PlaceSoFar(l.chair))
	}
	v := (n - 1 - place) / (n - 1)
	if place == 0 {
		v += firstPlaceBonus
		if l.wins>>l.chair&1 != 0 {
			v += matchValue
		}
	}
	return float32(v)
}

// inputs sets the varying inputs for the position after a move. It returns false if these include
// the normally fixed inputs, because the move changes the order of the ranks, the direction of play
// or the places.
func (e *Evaluator) inputs(m president.Move) (same bool) {
	l, a := &e.before, &e.Varying
	a.Clear()
	e.after = *l.Tracked
	e.after.Step(m)
	p := &e.after.position
	same = p.Inverted() == l.position.Inverted() && p.Counter() == l.position.Counter() && p.HasCoups() == l.position.HasCoups()
	if !same {
		e.reversed.set(&e.after, l.chair)
		l = &e.reversed
		l.addFixed(a)
	}
	l.addHand(a, p.Hand(l.chair))
	l.addVarying(a, &e.after)
	return same
}

// Inputs appends the network's inputs for the position after a move. Plays must have been called
// for the position before it.
func (e *Evaluator) Inputs(at []uint16, m president.Move) []uint16 { return e.Append(at, e.inputs(m)) }
