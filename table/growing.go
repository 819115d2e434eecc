package table

import (
	"slices"
	"sync/atomic"
)

// growing is a list to which something is only ever added. Like a match it is a value: lists
// that grew out of one another share what they have in common, so that a round's hundred
// events don't copy what was told before a hundred times. Behind the end of a list there may
// be what another one has; whoever would write there copies first.
type growing[T any] struct {
	all []T
	end *atomic.Int64 // how much of the memory behind all is written to
}

// with returns the list with more at its end.
func (g growing[T]) with(more ...T) growing[T] {
	n := int64(len(g.all))
	if g.end != nil && len(more) <= cap(g.all)-len(g.all) && g.end.CompareAndSwap(n, n+int64(len(more))) {
		return growing[T]{append(g.all, more...), g.end}
	}
	longer := append(slices.Clip(g.all), more...)
	end := new(atomic.Int64)
	end.Store(int64(len(longer)))
	return growing[T]{longer, end}
}

// tight returns the list in no more memory than it needs.
func (g growing[T]) tight() growing[T] {
	return growing[T]{all: append(make([]T, 0, len(g.all)), g.all...)}
}
