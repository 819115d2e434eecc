package table

import (
	"context"
	"fmt"
	"time"

	"deuces/match"
)

// A table is awake or asleep. One that is awake is a goroutine with a match; of one that
// sleeps the registry knows where it is, who sits there and when something is due. Whoever
// asks for a table wakes it: its log is read, and it goes on as if it had never slept. What
// nobody has asked for in a while, and has nothing to do soon, goes to sleep. So memory and
// the time of a start follow what is played, not what is open.
//
// At the start all tables sleep. The log's index says of each what was noted when it fell
// asleep (Sleep); of one that was awake when the program ended, nothing. Such tables are
// read first of all, one after the other, and woken when something is due, or to show
// what may not have been shown before the program ended.

const (
	// restAfter is Config.Rest where it is not set.
	restAfter = 5 * time.Minute
	// restSoon is that for a table that nobody asked for since something was due there.
	restSoon = 10 * time.Second
	// restLeast is how long a table must have nothing to do to sleep.
	restLeast = time.Minute

	// showEvery is how long after each other tables wake at a start to be shown: about as
	// fast as Discord lets their boards be edited.
	showEvery = 25 * time.Millisecond

	// wakersMost is how many tables wake at a time because something is due.
	wakersMost = 8
)

// awake returns the live table of that number, and wakes it where it sleeps; nil where
// there is none. asked says that somebody wants something of it.
func (r *Registry) awake(ctx context.Context, id match.ID, asked bool) (*actor, error) {
	for {
		r.mu.Lock()
		a, s := r.tables[id], r.asleep[id]
		if a != nil || s == nil {
			r.mu.Unlock()
			if a == nil {
				return nil, nil
			}
			return a.up(ctx, asked), nil
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

// wake reads a table that sleeps, whose busy is the caller's, and lets it go on; nil where
// it turns out that it is not live.
func (r *Registry) wake(ctx context.Context, s *sleeper, asked bool) (*actor, error) {
	began := r.age()
	logCtx, cancel := logContext()
	defer cancel()
	m, err := r.fold(logCtx, s.id)
	if err == nil && m.Phase != match.Over && !s.dropped && r.cfg.OnWake != nil {
		err = r.cfg.OnWake(logCtx, m, s.shown && s.known != nil && s.known.Seq == m.Seq)
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
		r.failing(s.id, err)
		r.mu.Unlock()
		return nil, fmt.Errorf("wake table %d: %w", s.id, err)
	case m.Phase == match.Over && !s.dropped:
		r.remove(s)
		r.mu.Unlock()
		return nil, nil
	}
	a := newActor(r, m)
	a.resume(s.memory, s.taken)
	r.stopTimer(s)
	delete(r.asleep, s.id)
	r.tables[a.id] = a
	untold := s.dropped && m.Seq != s.known.Seq // the append that failed is in the log
	r.start(a, untold)
	if s.shown { // so says the log's index
		r.going.Go(func() { r.noteSleep(a.id, nil) })
	}
	r.mu.Unlock()
	return a.up(ctx, asked), nil
}

// start runs the goroutine of a table, and has the table wake again if it falls asleep or
// its log fails. changed says that whoever shows the table doesn't know its present match.
func (r *Registry) start(a *actor, changed bool) {
	r.going.Go(func() {
		if changed {
			a.commit(a.m)
		}
		a.run()
		r.mu.Lock()
		defer r.mu.Unlock()
		if s := a.left; s != nil && r.asleep[a.id] == s {
			r.wakeAt(s, a.wakeAt)
		}
	})
}

// up waits until the table has made up for what was while nobody had it.
func (a *actor) up(ctx context.Context, asked bool) *actor {
	if asked {
		a.used.Store(int64(a.registry.age()))
	}
	select {
	case <-a.ready:
	case <-ctx.Done(): // the log is slow
	}
	return a
}

// wakeAt has a table that sleeps wake at a time; zero: not by itself. With the lock.
func (r *Registry) wakeAt(s *sleeper, at time.Time) {
	r.stopTimer(s)
	if !at.IsZero() {
		s.timer = time.AfterFunc(at.Sub(r.now()), func() { r.wakeDue(s) })
	}
}

// wakeDue wakes a table because its time has come, a few at once.
func (r *Registry) wakeDue(s *sleeper) {
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
	ended, end := context.WithCancel(context.Background())
	end()                              // it doesn't wait for what the table does first
	_, _ = r.awake(ended, s.id, false) // if its log can't be read, it tries again
}

// readUnknown reads tables of which nothing is known but that they are live. Each wakes when
// something is due there, or to be shown.
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
