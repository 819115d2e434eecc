package table

import (
	"sync"
	"time"

	"deuces/match"
)

// Recovery after failures of the log and changes of the machine's clock.
//
// An awake table always equals its log. If an append fails, nobody knows whether the log has
// the events, so the actor is dropped and the table counts as asleep. The next caller, or a
// timer after a second, reads the log and starts a new actor:
//
//	awake ──append fails──▶ dropped ──the log is read──▶ awake
//	                          ▲    │ it can't be read
//	                          └────┘ again after a second
//
// Commands that arrive in between return ErrNotStored. The new actor finds in volatile what it
// has to record: lost time (gap) and clock changes (wallclock.go). Its first append contains
// both, as the events Woken and ClockSet.

const (
	// retryAfter is how long a table waits before it tries again after its log failed.
	retryAfter = time.Second
	// minOutage is how long the log must fail until the outage is recorded as lost time, unless
	// somebody's time ran out before that.
	minOutage = 5 * time.Second
	// reportEvery is how often a continuing outage is logged.
	reportEvery = time.Minute
)

// gap is a period in which a table was unavailable and which isn't in its log yet: the program
// was down, or the log failed. Both ends are registry ages, so changes of the machine's clock
// don't matter. The zero gap means none.
type gap struct {
	from time.Duration
	to   time.Duration // 0: the log is still failing
}

// outage records that the log has been failing since the given registry age.
func (s *sleeper) outage(since time.Duration) {
	if s.gap == (gap{}) {
		s.gap.from = since
	}
	s.gap.to = 0
}

// outages is the set of tables whose log is failing. A full disk makes many tables fail every
// second, so the outage is logged once at its start, then every minute, and once at its end.
type outages struct {
	mu       sync.Mutex
	tables   map[match.ID]bool
	reported time.Time
}

// logFailed records that the log failed at a table.
func (r *Registry) logFailed(id match.ID, err error) {
	o := &r.outages
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.tables == nil {
		o.tables = map[match.ID]bool{}
	}
	if now := time.Now(); len(o.tables) == 0 || now.Sub(o.reported) >= reportEvery {
		o.reported = now
		r.cfg.Logger.Error().Err(err).Int64("table", int64(id)).Int("others", len(o.tables)).
			Msg("cannot store the events of a table; players are asked to try again, and the table is read again every second")
	}
	o.tables[id] = true
}

// logWorks records that the log works again at a table, or that the table is no longer live.
func (r *Registry) logWorks(id match.ID) {
	o := &r.outages
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.tables[id] {
		return
	}
	delete(o.tables, id)
	if len(o.tables) == 0 {
		r.cfg.Logger.Info().Msg("events of all tables can be stored again")
	}
}
