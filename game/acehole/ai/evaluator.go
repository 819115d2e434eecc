package ai

import (
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
)

// PointsUnit is the number of points that a network output of 1 stands for.
const PointsUnit = 20

// Evaluator evaluates the legal plays of a position with a network. It reuses its buffers, so it
// doesn't allocate and is not safe for concurrent use.
type Evaluator struct {
	net.Evaluator
	features features
	after    acehole.Core
	list     [bufferSize]acehole.Play
	scored   []Scored
}

// NewEvaluator returns an Evaluator for a network.
func NewEvaluator(n *net.Net) *Evaluator { return &Evaluator{Evaluator: net.Evaluator{Net: n}} }

// Scored is a play and its value in points to the player who makes it.
type Scored = ai.Scored[acehole.Play]

// Plays evaluates the moves of the place whose turn it is. The result is valid until the next call.
func (e *Evaluator) Plays(t *Tracked) []Scored { return e.plays(t, t.Moves(e.list[:0])) }

// plays evaluates some moves.
func (e *Evaluator) plays(t *Tracked, list []acehole.Play) []Scored {
	e.features.set(t, t.Turn)
	e.Fixed.Clear()
	e.features.addFixed(&e.Fixed)
	e.SumFixed()
	e.scored = e.scored[:0]
	for _, p := range list {
		e.inputs(p)
		e.scored = append(e.scored, Scored{Move: p, Value: PointsUnit * e.Value(true)})
	}
	return e.scored
}

// Best returns the move with the highest value. If several are equal, it returns the first.
func (e *Evaluator) Best(t *Tracked) Scored { return ai.Best(e.Plays(t)) }

// best returns the best of some moves.
func (e *Evaluator) best(t *Tracked, plays []acehole.Play) Scored { return ai.Best(e.plays(t, plays)) }

// inputs sets the varying inputs for the position after a play.
func (e *Evaluator) inputs(p acehole.Play) {
	e.Varying.Clear()
	if p == acehole.Draw {
		e.features.addVarying(&e.Varying, &e.features.Core, true)
		return
	}
	e.after = e.features.Core
	e.after.Step(p)
	e.features.addVarying(&e.Varying, &e.after, false)
}

// Inputs appends the network's inputs for the position after a play. Plays must have been called
// for the position before it.
func (e *Evaluator) Inputs(at []uint16, p acehole.Play) []uint16 {
	e.inputs(p)
	return e.Append(at, true)
}

// CriticInputs appends the critic's inputs for the position before the play, with all hands. Plays
// must have been called for this position.
func (e *Evaluator) CriticInputs(at []uint16) []uint16 {
	e.Varying.Clear()
	e.features.addVarying(&e.Varying, &e.features.Core, true)
	e.features.addHidden(&e.Varying)
	return e.Append(at, true)
}
