package net

import (
	"cmp"
	"sync"
)

// LazyUnpack returns a function that unpacks weights on the first call.
func LazyUnpack(weights []byte, inputs int) func() (*Net, error) {
	return sync.OnceValues(func() (*Net, error) { return Unpack(weights, inputs) })
}

// Inputs is a list of the inputs that are 1.
type Inputs struct {
	at [320]uint16
	n  int
}

// Add appends an input.
func (l *Inputs) Add(input int) {
	l.at[l.n] = uint16(input)
	l.n++
}

// Clear empties the list.
func (l *Inputs) Clear() { l.n = 0 }

// List returns the inputs. The slice is valid until the list changes.
func (l *Inputs) List() []uint16 { return l.at[:l.n] }

// Evaluator evaluates the positions to which the moves of one position lead. The inputs that most
// moves share are added up only once. It is not safe for concurrent use.
type Evaluator struct {
	Net      *Net
	Fixed    Inputs          // inputs of the position before a move
	Removed  Inputs          // inputs of Fixed that the move takes away
	Varying  Inputs          // further inputs of the position after a move
	FixedSum [Hidden]float32 // first-layer sum of Fixed
	layers   Layers
}

// SumFixed computes FixedSum.
func (s *Evaluator) SumFixed() {
	s.FixedSum = s.Net.Bias1
	AddAll(&s.FixedSum, s.Net.In, s.Fixed.List())
}

// Value returns the network's output for Varying, together with Fixed if fixed is set.
func (s *Evaluator) Value(fixed bool) float32 {
	if !fixed {
		return s.Net.Value(&s.layers, s.Varying.List())
	}
	s.layers.First = s.FixedSum
	for _, i := range s.Removed.List() {
		Subtract(&s.layers.First, &s.Net.In[i])
	}
	AddAll(&s.layers.First, s.Net.In, s.Varying.List())
	return s.Net.Finish(&s.layers)
}

// Append appends Fixed, if fixed is set, and Varying to a slice.
func (s *Evaluator) Append(at []uint16, fixed bool) []uint16 {
	if fixed {
		at = append(at, s.Fixed.List()...)
	}
	return append(at, s.Varying.List()...)
}

// Bucket returns how many of the ascending limits n reaches.
func Bucket[N cmp.Ordered](n N, limits ...N) int {
	for i, limit := range limits {
		if n < limit {
			return i
		}
	}
	return len(limits)
}

// Slots is the number of input slots for the other players. The next three players and the last two
// have a slot each; any others share one.
const Slots = 6

// Slot returns the slot of the i-th of n other players.
func Slot(i, n int) int {
	switch {
	case i == 0:
		return 0
	case i == n-1:
		return 4
	case i == 1:
		return 1
	case i == n-2:
		return 3
	case i == 2:
		return 2
	}
	return Slots - 1
}
