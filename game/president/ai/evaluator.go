package ai

import (
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// Evaluator values the plays of a position with a network. It holds what it works
// with, so that nothing is allocated; one goroutine uses it at a time.
type Evaluator struct {
	net.Evaluator
	before look
	turned look // after a play that turns the order
	after  Tracked
	legal  room
	scored []Scored
}

// NewEvaluator returns one with a network.
func NewEvaluator(n *net.Net) *Evaluator { return &Evaluator{Evaluator: net.Evaluator{Net: n}} }

// Scored is a play and what it is worth to who makes it, as stakes have it.
type Scored = ai.Scored[president.Move]

// Plays values what the chair whose turn it is may do; it must not be about an exchange.
// The list is the evaluator's and stands until the next call.
func (e *Evaluator) Plays(t *Tracked) []Scored { return e.plays(t, t.Moves(e.legal[:0])) }

// plays values those of a list.
func (e *Evaluator) plays(t *Tracked, list []president.Move) []Scored {
	e.before.see(t, t.p.Turn())
	e.Fixed.Clear()
	e.before.lasting(&e.Fixed)
	e.SumFixed()
	e.scored = e.scored[:0]
	for _, m := range list {
		e.scored = append(e.scored, Scored{Move: m, Value: e.value(m)})
	}
	return e.scored
}

// Best returns the play that is worth most; the first of equals.
func (e *Evaluator) Best(t *Tracked) Scored { return ai.Best(e.Plays(t)) }

// best returns the best of a list.
func (e *Evaluator) best(t *Tracked, moves []president.Move) Scored {
	return ai.Best(e.plays(t, moves))
}

// Known says whether what a play is worth is known: it goes out.
func (e *Evaluator) Known(m president.Move) bool {
	return !m.IsPass() && e.before.p.Hand(e.before.chair) == m.Cards()
}

// value is what a play is worth in the position that was looked at.
func (e *Evaluator) value(m president.Move) float32 {
	if e.Known(m) {
		return e.out()
	}
	return e.Value(e.inputs(m))
}

// out is what it is worth to go out now.
func (e *Evaluator) out() float32 {
	l := &e.before
	n := float64(l.p.Chairs())
	place := float64(l.p.Chairs() - 1 - l.alive)
	v := (n - 1 - place) / (n - 1)
	if place == 0 {
		v += presidency
		if l.wins>>l.chair&1 != 0 {
			v += swing
		}
	}
	return float32(v)
}

// inputs lists the inputs of the position that a play leaves: with those that last where
// it says false, else without.
func (e *Evaluator) inputs(m president.Move) (same bool) {
	l, a := &e.before, &e.Varying
	a.Clear()
	e.after = *l.Tracked
	e.after.Step(m)
	p := &e.after.p
	same = p.Inverted() == l.p.Inverted() && p.Counter() == l.p.Counter() && p.HasCoups() == l.p.HasCoups()
	if !same {
		e.turned.see(&e.after, l.chair)
		l = &e.turned
		l.lasting(a)
	}
	l.held(a, p.Hand(l.chair))
	l.passing(a, &e.after)
	return same
}

// Inputs appends the network's inputs for the position that a play leaves, of the
// position that Plays was asked about last.
func (e *Evaluator) Inputs(at []uint16, m president.Move) []uint16 { return e.Append(at, e.inputs(m)) }

// All appends a critic's inputs of the position that Plays was asked about last: before
// the plays, with all hands.
func (e *Evaluator) All(at []uint16) []uint16 {
	l, a := &e.before, &e.Varying
	a.Clear()
	l.held(a, l.p.Hand(l.chair))
	l.passing(a, l.Tracked)
	l.hands(a)
	return e.Append(at, true)
}
