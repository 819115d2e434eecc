package table

import (
	"context"
	"time"
)

// wakeAt has a table that sleeps wake at a time; zero: not by itself. With the lock.
func (r *Registry) wakeAt(s *sleeper, at time.Time) {
	r.stopTimer(s)
	if !at.IsZero() {
		s.timer = time.AfterFunc(at.Sub(r.now()), func() { r.rouse(s) })
	}
}

// stopTimer keeps a table from waking by itself. With the lock.
func (r *Registry) stopTimer(s *sleeper) {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
}

// rouse wakes a table because its time has come, a few at once.
func (r *Registry) rouse(s *sleeper) {
	r.mu.Lock()
	if r.closed || r.asleep[s.id] != s {
		r.mu.Unlock()
		return
	}
	r.going.Add(1)
	r.mu.Unlock()
	defer r.going.Done()
	select {
	case r.wakers <- struct{}{}:
	case <-r.stop:
		return
	}
	defer func() { <-r.wakers }()
	_, _ = r.awake(context.Background(), s.id, false) // if its log can't be read, it tries again
}

// explore reads tables of which nothing is known but that they are live. Each wakes when
// something is due there, or to be shown.
func (r *Registry) explore(unknown []*sleeper) {
	show := r.now()
	for _, s := range unknown {
		select {
		case <-r.stop:
			return
		default:
		}
		r.mu.Lock()
		sleeps := r.asleep[s.id] == s && s.busy == nil
		r.mu.Unlock()
		if !sleeps {
			continue
		}
		ctx, cancel := logContext()
		m, err := r.fold(ctx, s.id)
		cancel()
		at := r.now() // where it can't be read, whoever wakes it sees to that
		if err == nil {
			at = show
			if due := due(m, memory{}); !due.IsZero() && due.Before(at) {
				at = due
			}
			show = show.Add(showEvery)
		}
		r.mu.Lock()
		if err == nil {
			s.known = asleepUntil(m, due(m, memory{}))
		}
		if r.asleep[s.id] == s {
			r.wakeAt(s, at)
		}
		r.mu.Unlock()
	}
}
