package app

import (
	"runtime"
	"sync"
	"time"
)

// extraProcessor sets GOMAXPROCS to one more than the number of cores while searches use all cores.
// Otherwise clicks would wait for searches, because Go interrupts a busy goroutine and polls the
// network only every ten milliseconds. The operating system switches between threads much sooner.
// Without searches, an extra processor is only a cost: with two cores, requests took a tenth to a
// fifth more CPU time.
type extraProcessor struct {
	cores int
	set   func(processors int)

	mu        sync.Mutex
	searching int
	given     bool
	rest      *time.Timer
}

// extraStays is how long the extra processor stays after a search. Changing GOMAXPROCS stops the
// program for a moment, and the next search usually follows soon.
const extraStays = 10 * time.Second

func newExtraProcessor() *extraProcessor {
	return &extraProcessor{cores: runtime.GOMAXPROCS(0), set: func(n int) { runtime.GOMAXPROCS(n) }}
}

// lend must be called before a search. The function that it returns must be called after the
// search.
func (s *extraProcessor) lend() (done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.searching++
	if s.searching >= s.cores && !s.given {
		s.given = true
		s.set(s.cores + 1)
	}
	return s.done
}

func (s *extraProcessor) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.searching--
	switch {
	case !s.given:
	case s.rest == nil:
		s.rest = time.AfterFunc(extraStays, s.takeBack)
	default:
		s.rest.Reset(extraStays)
	}
}

func (s *extraProcessor) takeBack() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.searching < s.cores && s.given {
		s.given = false
		s.set(s.cores)
	}
}
