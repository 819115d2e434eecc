// Package net is the neural network of computer players: its weights, their stored form, and its
// arithmetic, which takes most of the players' time. Each game's ai package defines the inputs, and
// tools/train trains the weights.
package net

const (
	Hidden = 128 // units in the first layer
	Middle = 32  // units in the second layer
)

// Net is a network with two hidden layers of ReLU units and one output. Each row holds the weights
// from one input or unit to all units of the next layer. The number of inputs depends on the game.
type Net struct {
	In    [][Hidden]float32
	Bias1 [Hidden]float32
	Mid   [Hidden][Middle]float32
	Bias2 [Middle]float32
	Out   [Middle]float32
	Bias3 [1]float32
}

// New returns a network with all weights zero.
func New(inputs int) *Net { return &Net{In: make([][Hidden]float32, inputs)} }

// Zero sets all weights to zero.
func (n *Net) Zero() {
	in := n.In
	clear(in)
	*n = Net{In: in}
}

// Each calls do for each row of weights, always in the same order.
func (n *Net) Each(do func(row []float32)) {
	for i := range n.In {
		do(n.In[i][:])
	}
	do(n.Bias1[:])
	for i := range n.Mid {
		do(n.Mid[i][:])
	}
	do(n.Bias2[:])
	do(n.Out[:])
	do(n.Bias3[:])
}

// Layers holds the sums of the hidden layers during a computation.
type Layers struct {
	First  [Hidden]float32
	Second [Middle]float32
}

// Value returns the output for a list of inputs that are 1; all others are 0. An input that is
// listed twice counts as 2.
func (n *Net) Value(l *Layers, inputs []uint16) float32 {
	l.First = n.Bias1
	AddAll(&l.First, n.In, inputs)
	return n.Finish(l)
}

// Finish returns the output for given sums of the first layer.
func (n *Net) Finish(l *Layers) float32 {
	l.Second = n.Bias2
	forward(&l.Second, &n.Mid, &l.First)
	y := n.Bias3[0]
	for i, x := range l.Second {
		if x > 0 {
			y += float32(x * n.Out[i])
		}
	}
	return y
}
