package bot

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// seen remembers the last ids it was shown, a fixed number of them.
type seen struct {
	mu   sync.Mutex
	ring []string
	next int
	ids  map[string]struct{}
}

func newSeen(n int) *seen {
	return &seen{ring: make([]string, n), ids: make(map[string]struct{}, n)}
}

// first says whether the id is shown for the first time.
func (s *seen) first(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.ids[id]; ok {
		return false
	}
	delete(s.ids, s.ring[s.next])
	s.ring[s.next] = id
	s.ids[id] = struct{}{}
	s.next = (s.next + 1) % len(s.ring)
	return true
}

// floods slows each user down alone.
type floods struct {
	perSecond float64

	mu    sync.Mutex
	users map[string]*flood
}

type flood struct {
	limit *rate.Limiter
	last  time.Time
}

func newFloods(perSecond float64) *floods {
	return &floods{perSecond: perSecond, users: map[string]*flood{}}
}

// allow says whether the user may have another interaction answered now.
func (f *floods) allow(user string) bool {
	if f.perSecond == 0 {
		return true
	}
	const burst = 3 // seconds
	f.mu.Lock()
	defer f.mu.Unlock()
	now := time.Now()
	if len(f.users) > 4096 {
		// Whoever rested long enough has a full allowance, as a newcomer has.
		for id, x := range f.users {
			if now.Sub(x.last) > burst*time.Second {
				delete(f.users, id)
			}
		}
	}
	x := f.users[user]
	if x == nil {
		x = &flood{limit: rate.NewLimiter(rate.Limit(f.perSecond), max(1, int(burst*f.perSecond)))}
		f.users[user] = x
	}
	x.last = now
	return x.limit.AllowN(now, 1)
}
