// Package net is the neural network of computer players: its weights, how they are
// stored, and its arithmetic, which takes most of the time. The packages ai of the
// games say what the inputs mean, and tools/train trains it.
package net

const (
	Hidden = 128 // units of the first layer
	Middle = 32  // and of the second
)

// Net is the network: two layers of units that pass on what is above zero, and
// one answer. Rows hold what one input or unit adds to all units of the next layer;
// how many inputs there are depends on the game.
type Net struct {
	In    [][Hidden]float32
	Bias1 [Hidden]float32
	Mid   [Hidden][Middle]float32
	Bias2 [Middle]float32
	Out   [Middle]float32
	Bias3 [1]float32
}

// New returns a network of so many inputs, all weights zero.
func New(inputs int) *Net { return &Net{In: make([][Hidden]float32, inputs)} }

// Zero sets all weights to zero.
func (n *Net) Zero() {
	in := n.In
	clear(in)
	*n = Net{In: in}
}

// Each calls a function for each run of weights, always in the same order.
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

// Layers is what the network computes on the way.
type Layers struct {
	First  [Hidden]float32
	Second [Middle]float32
}

// Value computes the answer for the inputs that are there; one that is listed
// twice counts twice.
func (n *Net) Value(l *Layers, inputs []uint16) float32 {
	l.First = n.Bias1
	AddAll(&l.First, n.In, inputs)
	return n.Finish(l)
}

// Finish computes the answer from the sums of the first layer.
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

// Lanes adds up eight sums in one fixed order.
func Lanes(s *[8]float32) float32 {
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}
