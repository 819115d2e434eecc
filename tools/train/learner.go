package main

import (
	"math"
	"math/rand/v2"

	"deuces/game/ai/net"
)

// learner trains a network with Adam (arXiv 1412.6980) to predict values from inputs.
type learner struct {
	net                *net.Net
	layers             net.Layers
	grad, mean, square *net.Net // gradient, and its running mean and mean square
	steps              int
	batch              batch
}

const (
	batchSize = 512
	decay1    = 0.9 // decay of Adam's means
	decay2    = 0.999
)

// batch holds samples: the inputs of positions, one list after the other, and the values of the
// positions.
type batch struct {
	inputs  []uint16
	ends    []int // end of each list
	targets []float32
}

// add adds a sample without its value and returns its index.
func (b *batch) add(list func([]uint16) []uint16) int {
	b.inputs = list(b.inputs)
	b.ends = append(b.ends, len(b.inputs))
	b.targets = append(b.targets, 0)
	return len(b.ends) - 1
}

// at returns the inputs of a sample.
func (b *batch) at(i int) []uint16 {
	from := 0
	if i > 0 {
		from = b.ends[i-1]
	}
	return b.inputs[from:b.ends[i]]
}

// drop removes the first samples.
func (b *batch) drop(n int) {
	from := b.ends[n-1]
	b.inputs = append(b.inputs[:0], b.inputs[from:]...)
	b.targets = append(b.targets[:0], b.targets[n:]...)
	b.ends = append(b.ends[:0], b.ends[n:]...)
	for i := range b.ends {
		b.ends[i] -= from
	}
}

// newLearner returns a learner for a network, without any running means.
func newLearner(n *net.Net) *learner {
	inputs := len(n.In)
	return &learner{net: n, grad: net.New(inputs), mean: net.New(inputs), square: net.New(inputs)}
}

// randomNet returns a network with small random weights (He initialization).
func randomNet(inputs int, r *rand.Rand) *net.Net {
	n := net.New(inputs)
	draw := func(row []float32, deviation float64) {
		for i := range row {
			row[i] = float32(r.NormFloat64() * deviation)
		}
	}
	for i := range n.In {
		draw(n.In[i][:], math.Sqrt(2.0/60)) // assumes that about 60 inputs are set at a time
	}
	for i := range n.Mid {
		draw(n.Mid[i][:], math.Sqrt(2.0/net.Hidden))
	}
	draw(n.Out[:], 0.1*math.Sqrt(2.0/net.Middle))
	return n
}

// value returns the network's value for inputs.
func (l *learner) value(inputs []uint16) float32 { return l.net.Value(&l.layers, inputs) }

// due learns from all complete batches. tell receives the error of each.
func (l *learner) due(rate float64, tell func(mse float64)) {
	for len(l.batch.ends) >= batchSize {
		tell(l.learn(batchSize, rate))
		l.batch.drop(batchSize)
	}
}

// learn performs one step of gradient descent on the squared error over the first samples, and
// returns the mean error before the step.
func (l *learner) learn(samples int, rate float64) float64 {
	l.grad.Zero()
	sum := 0.0
	for i := range samples {
		d := l.descent(l.batch.at(i), l.batch.targets[i])
		sum += float64(d) * float64(d)
	}
	l.steps++
	step := rate * math.Sqrt(1-math.Pow(decay2, float64(l.steps))) / (1 - math.Pow(decay1, float64(l.steps)))
	grad, mean, square := rows(l.grad), rows(l.mean), rows(l.square)
	for i, row := range rows(l.net) {
		descend(row, grad[i], mean[i], square[i], 1/float32(samples), float32(step))
	}
	return sum / float64(samples)
}

func rows(n *net.Net) (all [][]float32) {
	n.Each(func(row []float32) { all = append(all, row) })
	return all
}

// descent adds a sample's gradient and returns its error.
func (l *learner) descent(inputs []uint16, target float32) float32 {
	n, g, at := l.net, l.grad, &l.layers
	d := n.Value(at, inputs) - target
	g.Bias3[0] += d
	var second [net.Middle]float32
	for i, x := range at.Second {
		if x > 0 {
			g.Out[i] += float32(d * x)
			second[i] = d * n.Out[i]
			g.Bias2[i] += second[i]
		}
	}
	first := backward(&g.Mid, &n.Mid, &at.First, &second)
	net.Add(&g.Bias1, &first)
	for _, i := range inputs {
		net.Add(&g.In[i], &first)
	}
	return d
}
