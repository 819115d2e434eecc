package main

import (
	"math"
	"math/rand/v2"

	"deuces/game/ai/net"
)

// Game is a game from which a network learns by playing rounds.
type Game interface {
	// Size returns the number of inputs of the network.
	Size() (inputs int)
	// Start begins a training with a network, which changes while the game uses it.
	Start(n *net.Net) error
	// Stages returns the stages by which the built-in weights were trained.
	Stages() []Stage
	// Measure plays a number of deals with weights and describes the results.
	Measure(weights []byte, deals int) string
	// Unit returns the number of points that an output of 1 stands for.
	Unit() float32

	// Deal deals a round.
	Deal(r *rand.Rand)
	// Players returns the number of players in the current round.
	Players() int
	// Guests returns the number of kinds of guests. A guest is another player that the network
	// plays against in some rounds.
	Guests(s Stage) int
	// Turn returns the place to move; false if the round is over.
	Turn() (place int, on bool)
	// Guest makes the move of a guest of this kind.
	Guest(kind int, r *rand.Rand)
	// Values returns the network's value of each play for the place to move. The slice is valid
	// until the next call.
	Values() []float32
	// Known reports whether the value of a play is known without the network.
	Known(play int) bool
	// Inputs appends the network's inputs for the position after a play.
	Inputs(at []uint16, play int) []uint16
	// Play makes one of the plays in Values.
	Play(play int)
	// Worth returns the result of the finished round for a place.
	Worth(place int) float32
}

// Training trains the network of a game's computer players by deep Monte Carlo as in DouZero (arXiv
// 2106.06135). The network plays all seats, with a little exploration. For each position it learns
// a mix of the final result and of its own value for the position one turn later, which has less
// noise. Training proceeds in stages, each starting with the weights of the previous one. The same
// Training gives the same weights.
type Training struct {
	Game   Game
	Stages []Stage
	Seed   uint64

	state
	source *rand.PCG
	rand   *rand.Rand
}

// state is the state of a training.
type state struct {
	stage   int
	learner *learner
	decided Progress
}

// Stage is a stage of a training.
type Stage struct {
	Decisions   int     // number of decisions to learn from
	First, Last float64 // learning rate at its beginning and end
	Trust       float64 // weight of the final result; the rest is the weight of the value one turn later
	Thumbs      bool    // guests include players that follow rules of thumb
}

const (
	explored    = 0.03 // share of decisions that are random
	guestRounds = 8    // one round in this many is played against guests
)

// Progress describes how far a stage has come.
type Progress struct {
	Stage             int // from 1
	Rounds, Decisions int
	Error             float64 // mean square error of the last batches, in points squared
	Weights           []byte  // current weights
}

// Run trains from weights that Run returned, or from random weights if from is nil, and returns the
// new weights. every is the number of decisions between two calls of tell.
func (tr *Training) Run(from []byte, every int, tell func(Progress)) ([]byte, error) {
	tr.stage = 0
	if err := tr.begin(from); err != nil {
		return nil, err
	}
	return tr.goOn(every, tell)
}

// goOn continues the training.
func (tr *Training) goOn(every int, tell func(Progress)) ([]byte, error) {
	for {
		tr.run(every, tell)
		weights := tr.learner.net.Pack()
		if tr.stage++; tr.stage == len(tr.Stages) {
			return weights, nil
		}
		if err := tr.begin(weights); err != nil {
			return nil, err
		}
	}
}

// begin begins a stage from weights, or from random ones.
func (tr *Training) begin(from []byte) error {
	tr.source = rand.NewPCG(tr.Seed, 7)
	tr.rand = rand.New(tr.source)
	inputs := tr.Game.Size()
	n := randomNet(inputs, tr.rand)
	if from != nil {
		var err error
		if n, err = net.Unpack(from, inputs); err != nil {
			return err
		}
	}
	tr.learner, tr.decided = newLearner(n), Progress{Stage: tr.stage + 1}
	return tr.Game.Start(n)
}

// run performs a stage.
func (tr *Training) run(every int, tell func(Progress)) {
	stage, p, unit := tr.Stages[tr.stage], &tr.decided, float64(tr.Game.Unit())
	for p.Decisions < stage.Decisions {
		before := p.Decisions
		n := tr.round(stage)
		p.Rounds++
		p.Decisions += n
		done := float64(p.Decisions) / float64(stage.Decisions)
		rate := stage.Last + (stage.First-stage.Last)*(1+math.Cos(math.Pi*done))/2
		tr.learner.due(rate, func(mse float64) { p.Error += (mse*unit*unit - p.Error) * 0.01 })
		if before/every < p.Decisions/every {
			p.Weights = tr.learner.net.Pack()
			tell(*p)
		}
	}
}

// memory is a decision of the round being played.
type memory struct {
	sample  int     // its index in the batch; -1: not learned from
	best    float32 // the highest value of a play
	strayed bool    // the play wasn't the one with the highest value
}

// round plays a round, adds its decisions to the batch, and returns their number.
func (tr *Training) round(stage Stage) int {
	g := tr.Game
	g.Deal(tr.rand)
	own, kind := tr.guests(stage)
	past := make([][]memory, g.Players())
	decisions := 0
	for place, on := g.Turn(); on; place, on = g.Turn() {
		if kind >= 0 && place != own {
			g.Guest(kind, tr.rand)
			continue
		}
		values := g.Values()
		best := 0
		for i, v := range values {
			if v > values[best] {
				best = i
			}
		}
		decisions++
		pick := best
		if tr.rand.Float64() < explored {
			pick = tr.rand.IntN(len(values))
		}
		m := memory{sample: -1, best: values[best], strayed: pick != best}
		if !g.Known(pick) {
			m.sample = tr.learner.batch.add(func(at []uint16) []uint16 { return g.Inputs(at, pick) })
		}
		past[place] = append(past[place], m)
		g.Play(pick)
	}
	for place, memories := range past {
		tr.remember(stage, memories, g.Worth(place))
	}
	return decisions
}

// remember sets the values of a place's decisions, given its result of the round.
func (tr *Training) remember(stage Stage, memories []memory, target float32) {
	unit := tr.Game.Unit()
	for i := len(memories) - 1; i >= 0; i-- {
		m := memories[i]
		if m.sample >= 0 {
			tr.learner.batch.targets[m.sample] = target / unit
		}
		if m.strayed {
			target = m.best
		} else {
			target = float32(float32(stage.Trust)*target) + float32(float32(1-stage.Trust)*m.best)
		}
	}
}

// guests seats other players around one place in some rounds, so that the network meets positions
// that it wouldn't reach by itself. kind is -1 in all other rounds.
func (tr *Training) guests(stage Stage) (own, kind int) {
	if tr.rand.IntN(guestRounds) > 0 {
		return 0, -1
	}
	kind = tr.rand.IntN(tr.Game.Guests(stage))
	return tr.rand.IntN(tr.Game.Players()), kind
}
