package table

import (
	"context"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/match"
)

// The clock of a machine can be set while people play: by hand, by a service that finds it
// wrong, or because the machine slept. Deadlines are times of that clock, since that is what
// people are shown. So when it is set, they move with it, and everybody has the time left
// that they had. The log says so with an event; from there its times go on from the clock's
// new time, also where that is earlier.

// wallClock is the machine's clock, compared with one that only counts.
type wallClock struct {
	read func() (wall, steady time.Time) // of one moment
	log  zerolog.Logger

	mu     sync.Mutex
	wall   time.Time     // without a monotonic reading
	steady time.Time     // with one, of the same moment
	set    time.Duration // by which the clock was set since the start
}

func newWallClock(read func() time.Time, log zerolog.Logger) *wallClock {
	w := &wallClock{log: log, read: func() (wall, steady time.Time) {
		now := time.Now() // one reading of both: this goroutine may have to wait between two
		return now.Round(0), now
	}}
	if read != nil {
		w.read = func() (wall, steady time.Time) { return read().Round(0), time.Now() }
	}
	w.wall, w.steady = w.read()
	return w
}

// now returns what time it is, without a monotonic reading, and by how much the clock was
// set since the start.
func (w *wallClock) now() (now time.Time, set time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, steady := w.read()
	if by := now.Sub(w.wall) - steady.Sub(w.steady); by.Abs() >= match.LeastClockSet {
		by = by.Truncate(time.Millisecond)
		w.wall, w.steady, w.set = now, steady, w.set+by
		w.log.Warn().Str("by", by.Round(time.Second).String()).Msg("the clock of this machine was set, or the machine slept; deadlines at tables move with it")
	}
	return now, w.set
}

// watchEvery is how soon tables show that the clock was set.
const watchEvery = 5 * time.Second

// WatchClock has all tables make up for it when the clock of the machine was set, also
// those at which nothing happens, until the context ends.
func (r *Registry) WatchClock(ctx context.Context) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for _, known := r.wall.now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_, set := r.wall.now()
		if set == known {
			continue
		}
		known = set
		for _, id := range r.Live() {
			_, _ = r.Do(ctx, id, match.CatchUp{}) // a table that can't now, does so before anything else
		}
	}
}

// now returns what time it is.
func (r *Registry) now() time.Time {
	now, _ := r.wall.now()
	return now
}

// clockSetBy returns by how much the machine's clock was set, as far as the table's log doesn't
// say so yet.
func (a *actor) clockSetBy() time.Duration {
	_, set := a.registry.wall.now()
	return set - a.m.ClockSet() - a.clockBase
}

// takeover is when a registry took tables that another one had before.
type takeover struct {
	alive, back time.Time     // nobody had them in between; alive is zero: time went on for them
	age         time.Duration // of the registry, at back
	set         time.Duration // by which the machine's clock was set until then
}

// resume begins the time of a table that was read back. If the last that is known of it is from
// later than when the program had it back, the clock was set back meanwhile.
func (a *actor) resume(was memory, t *takeover) {
	a.memory = was
	if t == nil {
		return // this registry had it before
	}
	a.clockBase = t.set - a.m.ClockSet()
	last, alive := a.m.At(), t.alive
	if alive.After(last) {
		last = alive
	}
	if by := t.back.Sub(last).Truncate(time.Millisecond); by <= -match.LeastClockSet {
		a.clockBase -= by
		alive = alive.Add(by)
	}
	if t.alive.IsZero() {
		return
	}
	if a.gap == (gap{}) { // else the log has failed since
		a.gap.to = t.age
	}
	a.gap.from = t.age - t.back.Sub(alive)
}
