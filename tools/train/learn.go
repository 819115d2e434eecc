package main

import (
	"math"
	"math/rand/v2"

	"deuces/game/ai/net"
)

// Game is a game as it is learnt: rounds to be played.
type Game interface {
	// Sizes says how many inputs the network has, and the critic; 0: it has none.
	Sizes() (inputs, all int)
	// Start begins a training with a network, which learns while it is used.
	Start(n *net.Net) error
	// Stages returns how the weights of the computer players were learnt.
	Stages() []Stage
	// Measure says how weights fare, over so many deals.
	Measure(weights []byte, deals int) string
	// Unit returns how much of Values and Worth a network's answer of 1 stands for.
	Unit() float32

	// Deal deals a round.
	Deal(r *rand.Rand)
	// Players returns how many play it.
	Players() int
	// Guests returns how many kinds of other players there are to play against.
	Guests(s Stage) int
	// Turn returns the place whose turn it is; false when the round is over.
	Turn() (place int, on bool)
	// Guest plays as a guest of some kind would.
	Guest(kind int, r *rand.Rand)
	// Values says what the network thinks that each play is worth to the place whose
	// turn it is. The list stands until the next call.
	Values() []float32
	// Known reports whether what a play is worth is known without the network.
	Known(play int) bool
	// Inputs appends the network's inputs for the position that a play leaves.
	Inputs(at []uint16, play int) []uint16
	// All appends the critic's inputs: the position before the plays, with all hands.
	All(at []uint16) []uint16
	// Play makes a play of those that Values valued.
	Play(play int)
	// Worth returns what the round that is over came to for a place.
	Worth(place int) float32
}

// Training is how the network of a game's computer players is learnt: deep Monte
// Carlo as DouZero has it (arXiv 2106.06135). The network plays all seats, with
// a little exploration, and learns what each position that it left was worth in
// the end; that is mixed with what it thought the position worth a turn later,
// which is less noisy. It goes in stages, each from the weights that the one
// before has left. The same Training gives the same weights.
//
// Much of what a round comes to is the luck of the deal, which no play can change. A
// critic that sees all hands, but only while training, knows most of it (as PerfectDou
// has it, arXiv 2203.16406): it answers for what comes later instead of the network,
// and takes from what is to be learnt what it knew to be luck.
type Training struct {
	Game   Game
	Stages []Stage
	Seed   uint64

	state
	source *rand.PCG
	rand   *rand.Rand
}

// state is what a training goes on from.
type state struct {
	stage   int
	own     *learner
	critic  *learner // nil: none
	decided Progress
}

// Stage is a part of a training.
type Stage struct {
	Decisions   int     // how many to learn from
	First, Last float64 // the rate of learning at its begin and end
	Trust       float64 // in what comes later, against the answer in the next turn
	Thumbs      bool    // players by rules of thumb are among the guests
	Critic      bool    // sees all hands: the answer in the next turn is its
	Luck        float64 // how much of what the critic takes for luck is left out
}

const (
	explored    = 0.03 // share of decisions that are random
	guestRounds = 8    // in one round of so many others sit at the table
)

// Progress is how far a stage is.
type Progress struct {
	Stage             int // the first is 1
	Rounds, Decisions int
	Error             float64 // mean square error of the last batches, in points²
	Blind             float64 // the critic's
	Weights           []byte  // so far
}

// Run learns, from weights that Run has returned or, with none, from the start,
// and returns the weights. It calls tell now and then; every is in decisions.
func (tr *Training) Run(from []byte, every int, tell func(Progress)) ([]byte, error) {
	tr.stage = 0
	if err := tr.begin(from); err != nil {
		return nil, err
	}
	return tr.goOn(every, tell)
}

// goOn learns from where the training is.
func (tr *Training) goOn(every int, tell func(Progress)) ([]byte, error) {
	for {
		tr.run(every, tell)
		weights := tr.own.net.Pack()
		if tr.stage++; tr.stage == len(tr.Stages) {
			return weights, nil
		}
		if err := tr.begin(weights); err != nil {
			return nil, err
		}
	}
}

// begin begins a stage, from weights or from the start.
func (tr *Training) begin(from []byte) error {
	tr.source = rand.NewPCG(tr.Seed, 7)
	tr.rand = rand.New(tr.source)
	inputs, all := tr.Game.Sizes()
	n := ignorant(inputs, tr.rand)
	if from != nil {
		var err error
		if n, err = net.Unpack(from, inputs); err != nil {
			return err
		}
	}
	tr.own, tr.decided = newLearner(n), Progress{Stage: tr.stage + 1}
	switch {
	case !tr.Stages[tr.stage].Critic:
		tr.critic = nil
	case tr.critic == nil:
		tr.critic = newLearner(ignorant(all, rand.New(rand.NewPCG(tr.Seed, 8))))
	default:
		tr.critic = newLearner(tr.critic.net)
	}
	return tr.Game.Start(n)
}

// run goes through a stage.
func (tr *Training) run(every int, tell func(Progress)) {
	stage, p, unit := tr.Stages[tr.stage], &tr.decided, float64(tr.Game.Unit())
	for p.Decisions < stage.Decisions {
		before := p.Decisions
		n := tr.round(stage)
		p.Rounds++
		p.Decisions += n
		done := float64(p.Decisions) / float64(stage.Decisions)
		rate := stage.Last + (stage.First-stage.Last)*(1+math.Cos(math.Pi*done))/2
		tr.own.due(rate, func(mse float64) { p.Error += (mse*unit*unit - p.Error) * 0.01 })
		if tr.critic != nil {
			tr.critic.due(rate, func(mse float64) { p.Blind += (mse*unit*unit - p.Blind) * 0.01 })
		}
		if before/every < p.Decisions/every {
			p.Weights = tr.own.net.Pack()
			tell(*p)
		}
	}
}

// memory is a decision of a round that is being played.
type memory struct {
	sample  int // its place in the batch; -1: nothing is to be learnt from it
	full    int // its place in the critic's
	best    float32
	judged  float32 // what the critic said of the position
	strayed bool    // it was not the best that was played
}

// round plays a round, adds what is to be learnt from it to the batch, and
// returns the number of its decisions.
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
			m.sample = tr.own.batch.add(func(at []uint16) []uint16 { return g.Inputs(at, pick) })
		}
		if tr.critic != nil {
			m.full = tr.critic.batch.add(g.All)
			m.judged = tr.critic.value(tr.critic.batch.at(m.full)) * g.Unit()
		}
		past[place] = append(past[place], m)
		g.Play(pick)
	}
	for place, memories := range past {
		tr.remember(stage, memories, g.Worth(place))
	}
	return decisions
}

// remember says what the decisions of a place were worth, in a round that came to
// so much for it.
func (tr *Training) remember(stage Stage, memories []memory, target float32) {
	unit := tr.Game.Unit()
	for i := len(memories) - 1; i >= 0; i-- {
		m := memories[i]
		later := m.best
		if tr.critic != nil {
			later = m.judged
			tr.critic.batch.targets[m.full] = target / unit
		}
		if m.sample >= 0 {
			aim := target
			if tr.critic != nil {
				aim += float32(float32(stage.Luck) * (m.best - m.judged))
			}
			tr.own.batch.targets[m.sample] = aim / unit
		}
		if m.strayed {
			target = later
		} else {
			target = float32(float32(stage.Trust)*target) + float32(float32(1-stage.Trust)*later)
		}
	}
}

// guests seats players of another kind around one place in some rounds, so that the
// network meets positions that it would not come to by itself; kind -1: nobody.
func (tr *Training) guests(stage Stage) (own, kind int) {
	if tr.rand.IntN(guestRounds) > 0 {
		return 0, -1
	}
	kind = tr.rand.IntN(tr.Game.Guests(stage))
	return tr.rand.IntN(tr.Game.Players()), kind
}
