package table

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"deuces/match"
)

// What happens when the log fails, or the machine's clock is set (decision 18).
//
// A table that is awake is what its log says. When an append fails, nobody knows whether the
// log has it, so the actor is dropped: the table is listed as one that sleeps, and whoever
// asks for it next, or a timer after a second, reads its log and starts another actor:
//
//	awake ──append fails──▶ dropped ──the log is read──▶ awake
//	                          ▲    │ not yet
//	                          └────┘ again after a second
//
// Whoever gave a command meanwhile is told to try again. What the new actor has to make up for
// is in its memory: the time that was lost (gap), and by how much the clock was set
// (wallclock.go). Its first append says both, with the events Woken and ClockSet.

const (
	// retryAfter is when a table whose log failed tries again.
	retryAfter = time.Second
	// outageFrom is how long the log must have failed for a table to count it as time in
	// which nobody could play.
	outageFrom = 5 * time.Second
	// reportEvery is how often an operator is told of an outage that lasts.
	reportEvery = time.Minute
)

// gap is time in which nobody could use a table, and of which its log doesn't say so yet: the
// program was down, or the log failed. Its ends are ages of the registry, which doesn't
// depend on the machine's clock. The zero gap is none.
type gap struct {
	from time.Duration
	to   time.Duration // 0: the log has failed since
}

// drop ends the actor after an append that failed, and was begun at an age of the registry.
func (a *actor) drop(began time.Duration, err error) {
	r := a.registry
	a.failure = err
	s := a.sleeper()
	s.dropped = true
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tables[a.id] != a {
		return // it was released
	}
	if !errors.Is(err, ErrConflict) { // somebody else has written: the log works
		s.outage(began)
		r.failing(a.id, err)
	}
	delete(r.tables, a.id)
	r.asleep[a.id] = s
	r.wakeAt(s, r.now().Add(retryAfter))
}

// outage notes that the log fails since an age of the registry.
func (s *sleeper) outage(since time.Duration) {
	if s.gap == (gap{}) {
		s.gap.from = since
	}
	s.gap.to = 0
}

// afterFailure answers a command after an append failed: with the table as its log has it. The
// append was to lead to the match want; nil: it was another command's.
func (r *Registry) afterFailure(ctx context.Context, id match.ID, failure error, want *match.Match) (match.Match, error) {
	m, err := r.Match(ctx, id)
	switch {
	case err != nil && want != nil:
		return match.Match{}, fmt.Errorf("the log failed, and then could not be read: %w: %w", failure, err)
	case err == nil && want != nil && m.Seq() == want.Seq() && m.At().Equal(want.At()) && !errors.Is(failure, ErrConflict):
		return m, nil // it is in the log after all
	}
	return m, fmt.Errorf("%w: %w", ErrAgain, failure)
}

// stored notes that there is nothing left to make up for.
func (a *actor) stored() {
	if a.gap != (gap{}) {
		a.gap = gap{}
		a.registry.working(a.id)
	}
}

// behind says that the table has something to make up for before anything else happens.
func (a *actor) behind() bool {
	return a.clockSetBy() != 0 || a.gap.to != 0 || a.gap.from != 0 && a.registry.age()-a.gap.from >= outageFrom
}

// catchUp begins a draft with what the table has to make up for. The time in which the program
// was down is noted as of the moment at which it came back, also if the table slept on.
func (a *actor) catchUp() (*match.Draft, error) {
	now, set := a.registry.wall.now()
	age := a.registry.age()
	c := match.CatchUp{ClockSet: set - a.m.ClockSet() - a.clockBase}
	switch {
	case a.gap.to != 0:
		now, c.Lost = now.Add(a.gap.to-age), a.gap.to-a.gap.from
	case a.gap.from != 0 && age-a.gap.from >= outageFrom:
		c.Lost = age - a.gap.from
	}
	d := &match.Draft{Match: a.m}
	return d, d.Decide(c, now)
}

// outages are the tables at which the log has failed and not worked since. A disk that is full
// fails at many of them, and at each every second: an operator is told once, then every
// minute, and when it is over.
type outages struct {
	mu       sync.Mutex
	tables   map[match.ID]bool
	reported time.Time
}

// failing notes that the log has failed at a table.
func (r *Registry) failing(id match.ID, err error) {
	o := &r.outages
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.tables == nil {
		o.tables = map[match.ID]bool{}
	}
	if now := time.Now(); len(o.tables) == 0 || now.Sub(o.reported) >= reportEvery {
		o.reported = now
		r.cfg.Logger.Error().Err(err).Int64("table", int64(id)).Int("others", len(o.tables)).
			Msg("a table can't be stored: who clicks is told that nothing has changed, and every table tries again by itself")
	}
	o.tables[id] = true
}

// working notes that the log works at a table, or that the table is not live any more.
func (r *Registry) working(id match.ID) {
	o := &r.outages
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.tables[id] {
		return
	}
	delete(o.tables, id)
	if len(o.tables) == 0 {
		r.cfg.Logger.Info().Msg("all tables can be stored again")
	}
}
