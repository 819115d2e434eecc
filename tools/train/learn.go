package main

import (
	"math"
	"math/rand/v2"

	"deuces/game/bigtwo"
	"deuces/game/bigtwo/ai"
	"deuces/game/bigtwo/ai/net"
)

// Training is how the network of the computer players is learnt: deep Monte
// Carlo as DouZero has it (arXiv 2106.06135). The network plays all seats, with
// a little exploration, and learns what each position that it left was worth in
// the end; that is mixed with what it thought the position worth a turn later,
// which is less noisy. It goes in stages, each from the weights that the one
// before has left. The same Training gives the same weights.
type Training struct {
	Stages []Stage
	Seed   uint64

	stage Stage

	rand      *rand.Rand
	net       *net.Net
	evaluator *ai.Evaluator
	heuristic ai.Heuristic
	batch     []sample
	layers    net.Layers
	// Of Adam (arXiv 1412.6980): the gradient, its running mean and mean square.
	grad, mean, square net.Net
	steps              int
}

// sample is a position that a play left, and what it was worth in the end.
type sample struct {
	at     [112]uint16
	n      int
	target float32
}

// Stage is a part of a training.
type Stage struct {
	Decisions   int     // how many to learn from
	First, Last float64 // the rate of learning at its begin and end
	Trust       float64 // in what comes later, against the network's own answer in the next turn
	Thumbs      bool    // players by rules of thumb are among the guests
}

// Stages is how the weights of package ai were learnt.
func Stages() []Stage {
	return []Stage{
		{Decisions: 45_000_000, First: 1e-3, Last: 2e-5, Trust: 0.6},
		{Decisions: 30_000_000, First: 3e-4, Last: 1e-5, Trust: 0.5, Thumbs: true},
	}
}

const (
	batchSize   = 512
	explored    = 0.03 // share of decisions that are random
	guestRounds = 8    // in one round of so many others sit at the table
	decay1      = 0.9  // of Adam's means
	decay2      = 0.999
)

// Progress is how far a training is.
type Progress struct {
	Rounds, Decisions int
	Error             float64 // mean square error of the last batches, in points²
	Weights           []byte  // so far
}

// Run learns, from weights that Run has returned or, with none, from the start,
// and returns the weights. It calls tell now and then; every is in decisions.
func (tr *Training) Run(from []byte, every int, tell func(Progress)) ([]byte, error) {
	var err error
	for _, tr.stage = range tr.Stages {
		tr.rand = rand.New(rand.NewPCG(tr.Seed, 7))
		tr.net = new(net.Net)
		tr.init()
		if from != nil {
			if tr.net, err = net.Unpack(from); err != nil {
				return nil, err
			}
		}
		if tr.evaluator, err = ai.NewEvaluator(tr.net); err != nil {
			return nil, err
		}
		tr.mean, tr.square, tr.steps, tr.batch = net.Net{}, net.Net{}, 0, nil
		from = tr.run(every, tell)
	}
	return from, nil
}

// run goes through a stage.
func (tr *Training) run(every int, tell func(Progress)) []byte {
	var p Progress
	next := every
	for p.Decisions < tr.stage.Decisions {
		n := tr.round()
		p.Rounds++
		p.Decisions += n
		for len(tr.batch) >= batchSize {
			done := float64(p.Decisions) / float64(tr.stage.Decisions)
			rate := tr.stage.Last + (tr.stage.First-tr.stage.Last)*(1+math.Cos(math.Pi*done))/2
			mse := tr.learn(tr.batch[:batchSize], rate)
			p.Error += (mse*ai.PointsUnit*ai.PointsUnit - p.Error) * 0.01
			tr.batch = append(tr.batch[:0], tr.batch[batchSize:]...)
		}
		if p.Decisions >= next {
			next += every
			p.Weights = tr.net.Pack()
			tell(p)
		}
	}
	return tr.net.Pack()
}

// init draws small random weights, as He has it.
func (tr *Training) init() {
	draw := func(row []float32, deviation float64) {
		for i := range row {
			row[i] = float32(tr.rand.NormFloat64() * deviation)
		}
	}
	for i := range tr.net.In {
		draw(tr.net.In[i][:], math.Sqrt(2.0/60))
	}
	for i := range tr.net.Mid {
		draw(tr.net.Mid[i][:], math.Sqrt(2.0/net.Hidden))
	}
	draw(tr.net.Out[:], 0.1*math.Sqrt(2.0/net.Middle))
}

// memory is a decision of a round that is being played.
type memory struct {
	sample  int // its place in the batch
	best    float32
	strayed bool // it was not the best that was played
}

// round plays a round, adds what is to be learnt from it to the batch, and
// returns the number of its decisions.
func (tr *Training) round() int {
	t := ai.Tracked{Core: deal(tr.rand)}
	guests := tr.guests()
	var past [bigtwo.Players][]memory
	decisions := 0
	for !t.Over {
		place := t.Turn
		if guests[place] != nil {
			t.Step(guests[place](&t, tr.rand))
			continue
		}
		list := tr.evaluator.Plays(&t)
		best := 0
		for i, s := range list {
			if s.Value > list[best].Value {
				best = i
			}
		}
		decisions++
		pick := best
		if tr.rand.Float64() < explored {
			pick = tr.rand.IntN(len(list))
		}
		m := memory{sample: -1, best: list[best].Value, strayed: pick != best}
		if p := list[pick].Play; t.Hands[place] != p.Cards() {
			m.sample = len(tr.batch)
			tr.batch = append(tr.batch, tr.sample(&t, p))
		}
		past[place] = append(past[place], m)
		t.Step(list[pick].Play)
	}
	gain := tr.evaluator.Pot(&t)
	for place, memories := range past {
		target := gain
		if place != int(t.Turn) {
			target = -tr.evaluator.Cost(t.Hands[place].Len())
		}
		for i := len(memories) - 1; i >= 0; i-- {
			m := memories[i]
			if m.sample >= 0 {
				tr.batch[m.sample].target = target / ai.PointsUnit
			}
			if m.strayed {
				target = m.best
			} else {
				target = float32(float32(tr.stage.Trust)*target) + float32(float32(1-tr.stage.Trust)*m.best)
			}
		}
	}
	return decisions
}

// guests seats players of other kinds in some rounds, so that the network meets
// positions that it would not come to by itself.
func (tr *Training) guests() (at [bigtwo.Players]player) {
	if tr.rand.IntN(guestRounds) > 0 {
		return at
	}
	kinds := []player{ai.Randomly, ai.Greedily}
	if tr.stage.Thumbs {
		kinds = append(kinds, func(t *ai.Tracked, _ *rand.Rand) bigtwo.Play { return tr.heuristic.Choose(t) })
	}
	kind := kinds[tr.rand.IntN(len(kinds))]
	own := tr.rand.IntN(bigtwo.Players)
	for i := range at {
		if i != own {
			at[i] = kind
		}
	}
	return at
}

// sample lists the inputs of the position that a play leaves.
func (tr *Training) sample(t *ai.Tracked, p bigtwo.Play) sample {
	var s sample
	s.n = len(tr.evaluator.Inputs(s.at[:0], t, p))
	return s
}

// deal deals a round.
func deal(r *rand.Rand) bigtwo.Core {
	order := r.Perm(52)
	var c bigtwo.Core
	for i, card := range order {
		c.Hands[i%bigtwo.Players] |= 1 << card
		if card == 0 {
			c.Turn, c.Due = uint8(i%bigtwo.Players), true
		}
	}
	return c
}

// learn takes one step down the gradient of the squared error over some
// samples, and returns its mean before the step.
func (tr *Training) learn(batch []sample, rate float64) float64 {
	tr.grad = net.Net{}
	sum := 0.0
	for i := range batch {
		d := tr.descent(&batch[i])
		sum += float64(d) * float64(d)
	}
	tr.steps++
	step := rate * math.Sqrt(1-math.Pow(decay2, float64(tr.steps))) / (1 - math.Pow(decay1, float64(tr.steps)))
	grad, mean, square := rows(&tr.grad), rows(&tr.mean), rows(&tr.square)
	for i, row := range rows(tr.net) {
		descend(row, grad[i], mean[i], square[i], 1/float32(len(batch)), float32(step))
	}
	return sum / float64(len(batch))
}

func rows(n *net.Net) (all [][]float32) {
	n.Each(func(row []float32) { all = append(all, row) })
	return all
}

// descent adds a sample's gradient and returns its error.
func (tr *Training) descent(s *sample) float32 {
	n, g, l := tr.net, &tr.grad, &tr.layers
	l.First = n.Bias1
	for _, i := range s.at[:s.n] {
		net.Add(&l.First, &n.In[i])
	}
	d := n.Finish(l) - s.target
	g.Bias3[0] += d
	var second [net.Middle]float32
	for i, x := range l.Second {
		if x > 0 {
			g.Out[i] += float32(d * x)
			second[i] = d * n.Out[i]
			g.Bias2[i] += second[i]
		}
	}
	first := backward(&g.Mid, &n.Mid, &l.First, &second)
	net.Add(&g.Bias1, &first)
	for _, i := range s.at[:s.n] {
		net.Add(&g.In[i], &first)
	}
	return d
}
