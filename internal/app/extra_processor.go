package app

import (
	"runtime"
	"sync"
	"time"
)

// extraProcessor gives Go one processor more than there are cores while searches keep all of them
// busy. Then who clicks would wait for a search: Go takes one off its processor, and asks
// the network for news, every ten milliseconds. The system shares its cores much more
// promptly than that. At other times the processor is one that wakes up to find nothing
// to do: with two cores, requests took a tenth to a fifth more of them.
type extraProcessor struct {
	cores int
	set   func(processors int)

	mu        sync.Mutex
	searching int
	given     bool
	rest      *time.Timer
}

// extraStays is how long the processor stays after a search: to change their number
// stops the program for a moment, and where one search ends the next is near.
const extraStays = 10 * time.Second

func newExtraProcessor() *extraProcessor {
	return &extraProcessor{cores: runtime.GOMAXPROCS(0), set: func(n int) { runtime.GOMAXPROCS(n) }}
}

// lend is called before a search, and what it returns after it.
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
