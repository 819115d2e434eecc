// Package ring keeps the newest entries of a list that never stops growing: payloads, calls, frames to be replayed.
package ring

import "iter"

// Ring keeps the newest entries, up to a number and a total weight, and forgets older ones.
type Ring[T any] struct {
	entries []T // those before head are forgotten
	head    int
	Added   int // number of entries that were ever added; entries are numbered from 0
	bound   int
	heaviest,
	weight int
	weigh func(T) int // nil: entries weigh nothing
}

func New[T any](bound int) *Ring[T] { return &Ring[T]{bound: bound} }

// Weighted returns a ring whose entries have a maximum total weight.
func Weighted[T any](bound, heaviest int, weigh func(T) int) *Ring[T] {
	return &Ring[T]{bound: bound, heaviest: heaviest, weigh: weigh}
}

// Add adds an entry and returns the entries that it forgot to make room.
func (r *Ring[T]) Add(v T) (forgotten []T) {
	r.entries = append(r.entries, v)
	r.Added++
	if r.weigh != nil {
		r.weight += r.weigh(v)
	}
	from := r.head
	for kept := len(r.entries) - r.head; kept > r.bound || kept > 1 && r.weight > r.heaviest; kept-- {
		if r.weigh != nil {
			r.weight -= r.weigh(r.entries[r.head])
		}
		r.head++
	}
	forgotten = append(forgotten, r.entries[from:r.head]...)
	clear(r.entries[from:r.head])
	if r.head > len(r.entries)/2 { // more than half is forgotten: move the rest to the front
		n := copy(r.entries, r.entries[r.head:])
		clear(r.entries[n:])
		r.entries, r.head = r.entries[:n], 0
	}
	return forgotten
}

// Since yields the kept entries with their numbers, oldest first, from number n on.
func (r *Ring[T]) Since(n int) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		kept := r.entries[r.head:]
		first := r.Added - len(kept)
		for i := max(n-first, 0); i < len(kept); i++ {
			if !yield(first+i, kept[i]) {
				return
			}
		}
	}
}
