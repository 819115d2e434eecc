package table

import (
	"context"
	"fmt"
	"slices"
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

// Sleep is what is known of a table that sleeps.
type Sleep struct {
	Seq     int            // of its last event
	Until   time.Time      // when something is due there, in whole milliseconds; zero: nothing is
	Players []match.Player // who sits there, or waits for a seat
}

// Listed is a live table in the log's index.
type Listed struct {
	ID             match.ID
	Guild, Channel string
	Asleep         *Sleep // nil: the table was awake, or its log has gone on since
}

// sleeper is a live table that sleeps, or was dropped because its log failed. Registry.mu
// guards it.
type sleeper struct {
	id             match.ID
	guild, channel string
	known          *Sleep    // nil: not yet
	shown          bool      // what was last shown of the table holds
	dropped        bool      // whoever shows the table doesn't know that it isn't awake
	taken          *takeover // nil: this registry has had it awake
	memory
	timer *time.Timer   // that wakes it; nil: none does
	busy  chan struct{} // closed when somebody has woken it, or put it to sleep; nil: nobody does
}

// memory is what a table knows that its log doesn't say.
type memory struct {
	stuck     int            // the clock does nothing as long as this is the last event's number
	told      int            // the warning was told with this as the last event's number
	hands     match.Decision // whose player wants to pass by hand
	stood     match.Decision // before which the last play was told to stand
	gap       gap            // time that was lost
	clockBase time.Duration  // by which the machine's clock was set before the table's log began to say so
}

// asleepUntil returns what is known of a match while it sleeps until something is due.
func asleepUntil(m match.Match, until time.Time) *Sleep {
	s := &Sleep{Seq: m.Seq(), Players: m.People()}
	if !until.IsZero() {
		s.Until = until.UTC().Truncate(time.Millisecond)
	}
	return s
}

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
	}
}

// wake reads a table that sleeps, whose busy is the caller's, and lets it go on; nil where
// it turns out that it is not live.
func (r *Registry) wake(ctx context.Context, s *sleeper, asked bool) (*actor, error) {
	began := r.age()
	logCtx, cancel := logContext()
	defer cancel()
	m, err := r.fold(logCtx, s.id)
	if err == nil && m.Phase() != match.Over && !s.dropped && r.cfg.Woke != nil {
		err = r.cfg.Woke(logCtx, m, s.shown && s.known != nil && s.known.Seq == m.Seq())
	}
	r.mu.Lock()
	close(s.busy)
	s.busy = nil
	switch {
	case r.asleep[s.id] != s: // it was released
		r.mu.Unlock()
		return nil, nil
	case r.closed:
		r.mu.Unlock()
		return nil, ErrClosed
	case broken(err):
		r.stays(s)
		r.mu.Unlock()
		r.lose(nil, m, err)
		return nil, err
	case err != nil:
		s.outage(began)
		r.wakeAt(s, r.now().Add(retryAfter))
		r.failing(s.id, err)
		r.mu.Unlock()
		return nil, fmt.Errorf("wake table %d: %w", s.id, err)
	case m.Phase() == match.Over && !s.dropped:
		r.stays(s)
		r.past.put(m)
		r.mu.Unlock()
		return nil, nil
	}
	a := newActor(r, m)
	a.resume(s.memory, s.taken)
	r.stopTimer(s)
	delete(r.asleep, s.id)
	r.tables[a.id] = a
	untold := s.dropped && m.Seq() != s.known.Seq // the append that failed is in the log
	r.going.Go(func() {
		if untold {
			a.commit(m)
		}
		a.run()
	})
	if s.shown { // so says the log's index
		r.going.Go(func() { r.noteSleep(a.id, nil) })
	}
	r.mu.Unlock()
	return a.up(ctx, asked), nil
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

// stays takes a sleeper that is not live out of the registry. With the lock.
func (r *Registry) stays(s *sleeper) {
	r.stopTimer(s)
	r.working(s.id)
	delete(r.asleep, s.id)
	if r.channels[s.channel] == s.id {
		delete(r.channels, s.channel)
	}
}

// age is how long there is the registry, by no clock that can be set.
func (r *Registry) age() time.Duration { return time.Since(r.born) }

// idleFor returns in how long the table looks whether it may sleep.
func (a *actor) idleFor() time.Duration {
	at := max(a.lastActive, a.sleepTried) + min(restSoon, a.registry.cfg.Rest)
	if used := time.Duration(a.used.Load()); used > 0 {
		at = max(at, used+a.registry.cfg.Rest)
	}
	return max(0, at-a.registry.age())
}

// sleeper is the table as it sleeps. Nobody wakes it yet.
func (a *actor) sleeper() *sleeper {
	return &sleeper{id: a.id, guild: a.guild, channel: a.channel, known: asleepUntil(a.m, time.Time{}), memory: a.memory}
}

// sleep puts the table to sleep if there is nothing left to do, and says whether it has.
func (a *actor) sleep(now time.Time) bool {
	a.sleepTried = a.registry.age()
	next := a.nextDue(now)
	if a.thinking != nil || a.gap != (gap{}) || a.clockSetBy() != 0 || !next.IsZero() && next.Sub(now) < min(restLeast, a.registry.cfg.Rest) {
		return false
	}
	r := a.registry
	s := a.sleeper()
	s.known, s.shown, s.busy = asleepUntil(a.m, next), true, make(chan struct{})
	r.mu.Lock()
	if r.closed || r.tables[a.id] != a || len(a.inbox) > 0 {
		r.mu.Unlock()
		return false
	}
	delete(r.tables, a.id)
	r.asleep[a.id] = s
	r.mu.Unlock()
	sleeps := r.cfg.Sleeps == nil || r.cfg.Sleeps(a.m)
	if sleeps {
		r.noteSleep(a.id, s.known)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	close(s.busy)
	s.busy = nil
	switch {
	case r.asleep[a.id] != s: // released
		return true
	case !sleeps:
		delete(r.asleep, a.id)
		r.tables[a.id] = a
		return false
	}
	r.wakeAt(s, next)
	return true
}

// Live lists all live tables, awake and asleep, in the order in which they were opened.
func (r *Registry) Live() []match.ID {
	ids := r.of(func(string) bool { return true })
	slices.Sort(ids)
	return ids
}

// Awake returns the live tables that are awake, in the order in which they were opened.
func (r *Registry) Awake() []match.Match {
	r.mu.Lock()
	matches := make([]match.Match, 0, len(r.tables))
	for _, a := range r.tables {
		matches = append(matches, *a.shown.Load())
	}
	r.mu.Unlock()
	slices.SortFunc(matches, func(a, b match.Match) int { return int(a.ID() - b.ID()) })
	return matches
}

// With returns the live tables at which a player sits or waits for a seat.
func (r *Registry) With(ctx context.Context, p match.Player) (matches []match.Match, err error) {
	for _, id := range r.Live() {
		r.mu.Lock()
		s := r.asleep[id]
		elsewhere := s != nil && s.known != nil && !s.dropped && !slices.Contains(s.known.Players, p)
		r.mu.Unlock()
		if elsewhere {
			continue
		}
		a, err := r.awake(ctx, id, false)
		switch {
		case broken(err): // it was given up
		case err != nil:
			return nil, err
		case a == nil: // it is over
		default:
			if m := *a.shown.Load(); slices.Contains(m.People(), p) {
				matches = append(matches, m)
			}
		}
	}
	return matches, nil
}
