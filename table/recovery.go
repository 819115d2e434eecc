package table

import (
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
	// which nobody could play, unless somebody's time ran out meanwhile.
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

// outage notes that the log fails since an age of the registry.
func (s *sleeper) outage(since time.Duration) {
	if s.gap == (gap{}) {
		s.gap.from = since
	}
	s.gap.to = 0
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
