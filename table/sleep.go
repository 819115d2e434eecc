package table

import (
	"context"
	"fmt"
	"time"

	"deuces/match"
)

// A table is awake or asleep. An awake table has a goroutine and a match in memory. For a
// sleeping table the registry only keeps its channel, its players, and when something is due.
// Any access wakes the table by reading its log, and it continues as if it had never slept. A
// table that nobody has used for a while and that has nothing to do soon falls asleep. So
// memory and startup time depend on the number of tables being played, not on the number open.
//
// At startup all tables are asleep. For each the log's index has what was stored when it fell
// asleep (Sleep), except for tables that were awake when the program ended. Those are read
// first, one after the other, and woken when something is due, or to update messages that may
// be outdated.

const (
	// sleepAfter is the default of Config.SleepAfter.
	sleepAfter = 5 * time.Minute
	// sleepAfterDue applies to a table that only woke because something was due.
	sleepAfterDue = 10 * time.Second
	// minSleep is the shortest time until the next due action for which sleeping is worthwhile.
	minSleep = time.Minute

	// showEvery is the interval at which tables wake at startup to update their messages. It is
	// about as fast as Discord allows edits.
	showEvery = 25 * time.Millisecond

	// maxWaking limits how many tables wake at the same time because something is due.
	maxWaking = 8
)

// awake returns the actor of a live table, or nil if the table isn't live. It wakes the table if
// necessary. asked is set if a person uses the table.
func (r *Registry) awake(ctx context.Context, id match.ID, asked bool) (*actor, error) {
	for {
		r.mu.Lock()
		a, s := r.tables[id], r.asleep[id]
		if a != nil || s == nil {
			r.mu.Unlock()
			if a == nil {
				return nil, nil
			}
			return a.waitReady(ctx, asked), nil
		}
		if r.closed {
			r.mu.Unlock()
			return nil, ErrClosed
		}
		busy := s.busy
		if busy == nil {
			s.busy = make(chan struct{})
		}
		r.mu.Unlock()
		if busy == nil {
			return r.wake(ctx, s, asked)
		}
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		r.mu.Lock()
		released := s.released
		r.mu.Unlock()
		if released {
			return nil, ErrClosed
		}
	}
}

// wake reads a sleeping table and starts its actor. The caller must have set s.busy. It returns
// nil if the table turns out not to be live.
func (r *Registry) wake(ctx context.Context, s *sleeper, asked bool) (*actor, error) {
	began := r.age()
	logCtx, cancel := logContext()
	defer cancel()
	m, err := r.fold(logCtx, s.id)
	if err == nil && m.Phase != match.Over && !s.dropped && r.cfg.OnWake != nil {
		err = r.cfg.OnWake(logCtx, m, s.shown && s.state != nil && s.state.Seq == m.Seq)
	}
	r.mu.Lock()
	close(s.busy)
	s.busy = nil
	switch {
	case s.released || r.closed:
		r.mu.Unlock()
		return nil, ErrClosed
	case broken(err):
		r.remove(s)
		r.mu.Unlock()
		r.giveUp(nil, m, err)
		return nil, err
	case err != nil:
		s.outage(began)
		r.wakeAt(s, r.now().Add(retryAfter))
		r.logFailed(s.id, err)
		r.mu.Unlock()
		return nil, fmt.Errorf("wake table %d: %w", s.id, err)
	case m.Phase == match.Over && !s.dropped:
		r.remove(s)
		r.mu.Unlock()
		return nil, nil
	}
	a := newActor(r, m)
	a.resume(s.volatile, s.taken)
	r.stopTimer(s)
	delete(r.asleep, s.id)
	r.tables[a.id] = a
	untold := s.dropped && m.Seq != s.state.Seq // the log has the events of the append that failed
	r.start(a, untold)
	if s.shown || r.cfg.Elsewhere != nil { // the log's index may say that it sleeps
		r.goroutines.Go(func() { r.noteAwake(m) })
	}
	r.mu.Unlock()
	return a.waitReady(ctx, asked), nil
}

// start runs a table's goroutine. If the table falls asleep or its log fails, start schedules when
// it wakes. changed is set if the match hasn't been published yet.
func (r *Registry) start(a *actor, changed bool) {
	r.goroutines.Go(func() {
		if changed {
			a.commit(a.m)
		}
		a.run()
		r.mu.Lock()
		defer r.mu.Unlock()
		if s := a.asSleeper; s != nil && r.asleep[a.id] == s {
			r.wakeAt(s, a.wakeAt)
		}
	})
}

// waitReady waits until the table has recorded lost time.
func (a *actor) waitReady(ctx context.Context, asked bool) *actor {
	if asked {
		a.lastAsked.Store(int64(a.registry.age()))
	}
	select {
	case <-a.ready:
	case <-ctx.Done(): // don't wait for a slow log
	}
	return a
}

// wakeAt schedules when a sleeping table wakes by itself; zero: never. The caller must hold
// r.mu.
func (r *Registry) wakeAt(s *sleeper, at time.Time) {
	r.stopTimer(s)
	if !at.IsZero() {
		s.timer = time.AfterFunc(at.Sub(r.now()), func() { r.wakeDue(s) })
	}
}

// wakeDue wakes a table because something is due.
func (r *Registry) wakeDue(s *sleeper) {
	r.mu.Lock()
	if r.closed || r.asleep[s.id] != s {
		r.mu.Unlock()
		return
	}
	r.goroutines.Add(1)
	r.mu.Unlock()
	defer r.goroutines.Done()
	select {
	case r.wakeSlots <- struct{}{}:
	case <-r.stop:
		return
	}
	defer func() { <-r.wakeSlots }()
	ended, end := context.WithCancel(context.Background())
	end()                              // don't wait until the table is ready
	_, _ = r.awake(ended, s.id, false) // if the log can't be read, a timer tries again
}

// readUnknown reads the tables about which the index says only that they are live. Each then
// wakes when something is due, or to update its messages.
func (r *Registry) readUnknown(unknown []*sleeper) {
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
		at := r.now() // if the log can't be read, waking the table handles the error
		if err == nil {
			at = show
			if due := due(m, volatile{}); !due.IsZero() && due.Before(at) {
				at = due
			}
			show = show.Add(showEvery)
		}
		r.mu.Lock()
		if err == nil {
			s.state = asleepUntil(m, due(m, volatile{}))
		}
		if r.asleep[s.id] == s {
			r.wakeAt(s, at)
		}
		r.mu.Unlock()
	}
}
