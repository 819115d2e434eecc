package sandbox

import "iter"

// ring keeps the newest entries, up to a number of them and a weight of them all, and forgets the oldest.
type ring[T any] struct {
	entries []T // those before head are forgotten
	head    int
	added   int // how many were ever added: the last entry's number is one less
	bound   int
	heaviest,
	weight int
	weigh func(T) int // nil: entries weigh nothing
}

func newRing[T any](bound int) *ring[T] { return &ring[T]{bound: bound} }

// weighted is a ring whose entries may weigh so much in all.
func weighted[T any](bound, heaviest int, weigh func(T) int) *ring[T] {
	return &ring[T]{bound: bound, heaviest: heaviest, weigh: weigh}
}

// add takes one more entry and hands back what it forgot for it.
func (r *ring[T]) add(v T) (forgotten []T) {
	r.entries = append(r.entries, v)
	r.added++
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
	if r.head > len(r.entries)/2 { // half of it is forgotten: move the rest to the front
		n := copy(r.entries, r.entries[r.head:])
		clear(r.entries[n:])
		r.entries, r.head = r.entries[:n], 0
	}
	return forgotten
}

// since yields what is kept, oldest first, from the n-th ever added on, with its number.
func (r *ring[T]) since(n int) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		kept := r.entries[r.head:]
		first := r.added - len(kept)
		for i := max(n-first, 0); i < len(kept); i++ {
			if !yield(first+i, kept[i]) {
				return
			}
		}
	}
}
