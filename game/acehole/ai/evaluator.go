package ai

import (
	"deuces/game/acehole"
	"deuces/game/ai/net"
)

// PointsUnit is how many points there are for each unit of the network's answer.
const PointsUnit = 20

// Evaluator values the plays of a position with a network. It holds what it works
// with, so that nothing is allocated; one goroutine uses it at a time.
type Evaluator struct {
	net    *net.Net
	look   look
	after  acehole.Core
	sum    [net.Hidden]float32 // of the inputs that plays don't change
	last   inputList           // those inputs
	change inputList
	layers net.Layers
	list   [room]acehole.Play
	scored []Scored
}

// NewEvaluator returns one with a network.
func NewEvaluator(n *net.Net) *Evaluator { return &Evaluator{net: n} }

// Scored is a play and what it is worth to who makes it, in points.
type Scored struct {
	Play  acehole.Play
	Value float32
}

func (s Scored) worth() float32 { return s.Value }

// Plays values what the place whose turn it is may do. The list is the evaluator's
// and stands until the next call.
func (e *Evaluator) Plays(t *Tracked) []Scored { return e.plays(t, t.Moves(e.list[:0])) }

// plays values those of a list.
func (e *Evaluator) plays(t *Tracked, list []acehole.Play) []Scored {
	e.look.see(t, t.Turn)
	e.last.n = 0
	e.look.lasting(&e.last)
	e.sum = e.net.Bias1
	net.AddAll(&e.sum, e.net.In, e.last.at[:e.last.n])
	e.scored = e.scored[:0]
	for _, p := range list {
		e.inputs(p)
		e.layers.First = e.sum
		net.AddAll(&e.layers.First, e.net.In, e.change.at[:e.change.n])
		e.scored = append(e.scored, Scored{p, PointsUnit * e.net.Finish(&e.layers)})
	}
	return e.scored
}

// Best returns the play that is worth most; the first of equals.
func (e *Evaluator) Best(t *Tracked) Scored { return e.best(t, t.Moves(e.list[:0])) }

// best returns the best of a list.
func (e *Evaluator) best(t *Tracked, plays []acehole.Play) Scored {
	list := e.plays(t, plays)
	best := list[0]
	for _, s := range list[1:] {
		if s.Value > best.Value {
			best = s
		}
	}
	return best
}

// inputs lists what a play changes.
func (e *Evaluator) inputs(p acehole.Play) {
	e.change.n = 0
	if p == acehole.Draw {
		e.look.passing(&e.change, &e.look.Core, true)
		return
	}
	e.after = e.look.Core
	e.after.Step(p)
	e.look.passing(&e.change, &e.after, false)
}

// Inputs appends the network's inputs for the position that a play leaves, of the
// position that Plays was asked about last.
func (e *Evaluator) Inputs(at []uint16, p acehole.Play) []uint16 {
	e.inputs(p)
	at = append(at, e.last.at[:e.last.n]...)
	return append(at, e.change.at[:e.change.n]...)
}

// All appends a critic's inputs of the position that Plays was asked about last: before
// the plays, with all hands.
func (e *Evaluator) All(at []uint16) []uint16 {
	a := &e.change
	a.n = 0
	e.look.passing(a, &e.look.Core, true)
	e.look.hands(a)
	at = append(at, e.last.at[:e.last.n]...)
	return append(at, a.at[:a.n]...)
}
