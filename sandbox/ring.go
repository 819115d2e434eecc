package sandbox

import "iter"

// ring keeps the newest entries up to a bound and forgets the oldest.
type ring[T any] struct {
	entries []T
	bound   int
	added   int // how many were ever added; entry i of those stands at i % bound
}

func newRing[T any](bound int) *ring[T] { return &ring[T]{bound: bound} }

func (r *ring[T]) add(v T) (dropped T) {
	if len(r.entries) < r.bound {
		r.entries = append(r.entries, v)
	} else {
		dropped, r.entries[r.added%r.bound] = r.entries[r.added%r.bound], v
	}
	r.added++
	return dropped
}

// since yields what is kept, oldest first, from the n-th ever added on, with its number.
func (r *ring[T]) since(n int) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i := max(n, r.added-len(r.entries)); i < r.added; i++ {
			if !yield(i, r.entries[i%r.bound]) {
				return
			}
		}
	}
}
