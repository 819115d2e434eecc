// Package steps keeps the moments of a round that follow one another, in few bytes.
//
// A moment is a large value: all the hands, and more. A round has more than a hundred,
// each one move away from the one before. So a page holds one of them whole, and the
// moves that were made since. A State is a place on a page: that moment, and how many of
// the moves have been made. Whoever asks what it is makes them again, a few nanoseconds
// each.
//
// A State is a value for all that: a move that stands on its page is never changed. Where
// another move was made already, which happens when one is taken back, a new page begins.
// The same move made twice is the same State.
package steps

import "sync/atomic"

// Moves is how many moves a page takes: so many that pages are few, and so few that
// making them again takes less time than what is asked then.
const Moves = 15

// Step is a moment of type M, as it is kept.
type Step[M any] struct {
	page *page[M]
	n    uint8 // how many moves were made since the page's moment
}

type page[M any] struct {
	first M
	moves [Moves]atomic.Uint64 // inverted; 0: none yet
	steps [Moves + 1]Step[M]
}

// First keeps a moment whole.
func First[M any](m M) *Step[M] {
	p := &page[M]{first: m}
	for i := range p.steps {
		p.steps[i] = Step[M]{p, uint8(i)}
	}
	return &p.steps[0]
}

// From returns the moment to begin with, and how many moves were made since then.
func (s *Step[M]) From() (M, int) { return s.page.first, int(s.n) }

// Len returns how many moves were made since that moment.
func (s *Step[M]) Len() int { return int(s.n) }

// Move returns the i-th of the moves since, from 0. It is not ^0.
func (s *Step[M]) Move(i int) uint64 { return ^s.page.moves[i].Load() }

// Next keeps the moment that comes of a move: whole only where the page has no room.
func (s *Step[M]) Next(move uint64, then *M) *Step[M] {
	if int(s.n) < Moves {
		if slot := &s.page.moves[s.n]; slot.CompareAndSwap(0, ^move) || slot.Load() == ^move {
			return &s.page.steps[s.n+1]
		}
	}
	return First(*then)
}
