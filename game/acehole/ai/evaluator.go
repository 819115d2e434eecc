package ai

import (
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
)

// PointsUnit is how many points there are for each unit of the network's answer.
const PointsUnit = 20

// Evaluator values the plays of a position with a network. It holds what it works
// with, so that nothing is allocated; one goroutine uses it at a time.
type Evaluator struct {
	net.Evaluator
	look   look
	after  acehole.Core
	list   [room]acehole.Play
	scored []Scored
}

// NewEvaluator returns one with a network.
func NewEvaluator(n *net.Net) *Evaluator { return &Evaluator{Evaluator: net.Evaluator{Net: n}} }

// Scored is a play and what it is worth to who makes it, in points.
type Scored = ai.Scored[acehole.Play]

// Plays values what the place whose turn it is may do. The list is the evaluator's
// and stands until the next call.
func (e *Evaluator) Plays(t *Tracked) []Scored { return e.plays(t, t.Moves(e.list[:0])) }

// plays values those of a list.
func (e *Evaluator) plays(t *Tracked, list []acehole.Play) []Scored {
	e.look.see(t, t.Turn)
	e.Fixed.Clear()
	e.look.lasting(&e.Fixed)
	e.SumFixed()
	e.scored = e.scored[:0]
	for _, p := range list {
		e.inputs(p)
		e.scored = append(e.scored, Scored{Move: p, Value: PointsUnit * e.Value(true)})
	}
	return e.scored
}

// Best returns the play that is worth most; the first of equals.
func (e *Evaluator) Best(t *Tracked) Scored { return ai.Best(e.Plays(t)) }

// best returns the best of a list.
func (e *Evaluator) best(t *Tracked, plays []acehole.Play) Scored { return ai.Best(e.plays(t, plays)) }

// inputs lists what a play changes.
func (e *Evaluator) inputs(p acehole.Play) {
	e.Varying.Clear()
	if p == acehole.Draw {
		e.look.passing(&e.Varying, &e.look.Core, true)
		return
	}
	e.after = e.look.Core
	e.after.Step(p)
	e.look.passing(&e.Varying, &e.after, false)
}

// Inputs appends the network's inputs for the position that a play leaves, of the
// position that Plays was asked about last.
func (e *Evaluator) Inputs(at []uint16, p acehole.Play) []uint16 {
	e.inputs(p)
	return e.Append(at, true)
}

// All appends a critic's inputs of the position that Plays was asked about last: before
// the plays, with all hands.
func (e *Evaluator) All(at []uint16) []uint16 {
	e.Varying.Clear()
	e.look.passing(&e.Varying, &e.look.Core, true)
	e.look.hands(&e.Varying)
	return e.Append(at, true)
}
