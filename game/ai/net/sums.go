package net

import (
	"cmp"
	"sync"
)

// Learnt unpacks weights once, when they are first asked for.
func Learnt(weights []byte, inputs int) func() (*Net, error) {
	return sync.OnceValues(func() (*Net, error) { return Unpack(weights, inputs) })
}

// Inputs lists inputs that are there.
type Inputs struct {
	at [320]uint16
	n  int
}

// Add lists an input.
func (l *Inputs) Add(input int) {
	l.at[l.n] = uint16(input)
	l.n++
}

// Clear empties the list.
func (l *Inputs) Clear() { l.n = 0 }

// List returns the inputs; it stands until the list changes.
func (l *Inputs) List() []uint16 { return l.at[:l.n] }

// Sums values the positions that the moves of one position leave. What no move changes
// is added up once. One goroutine uses it at a time.
type Sums struct {
	Net    *Net
	Last   Inputs          // those that no move changes
	Change Inputs          // those of the position that a move leaves
	First  [Hidden]float32 // the sum of Last
	layers Layers
}

// Begin adds up Last.
func (s *Sums) Begin() {
	s.First = s.Net.Bias1
	AddAll(&s.First, s.Net.In, s.Last.List())
}

// Value is the answer for Change with Last, or for Change alone.
func (s *Sums) Value(last bool) float32 {
	if !last {
		return s.Net.Value(&s.layers, s.Change.List())
	}
	s.layers.First = s.First
	AddAll(&s.layers.First, s.Net.In, s.Change.List())
	return s.Net.Finish(&s.layers)
}

// Append appends Last, if asked for, and Change.
func (s *Sums) Append(at []uint16, last bool) []uint16 {
	if last {
		at = append(at, s.Last.List()...)
	}
	return append(at, s.Change.List()...)
}

// Bucket is how many of some limits, the least first, a number reaches.
func Bucket[N cmp.Ordered](n N, limits ...N) int {
	for i, limit := range limits {
		if n < limit {
			return i
		}
	}
	return len(limits)
}

// Slots is how many slots others are looked at by: the first three in turn, and the last
// two, have their own. Where there are more, those between share one.
const Slots = 6

// Slot is the slot of the i-th of n others.
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
