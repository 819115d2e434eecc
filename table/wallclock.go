package table

import (
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/match"
)

// The machine's clock may be changed while people play: by hand, by time synchronization, or
// because the machine was suspended. Deadlines use that clock, since players see them. When the
// clock is changed, all deadlines move with it, so that everybody keeps the time they had. An
// event records the change; later events have the clock's new time, even if that is earlier.

// wallClock detects changes of the machine's clock by comparing it with a monotonic clock.
type wallClock struct {
	readNow func() (wall, steady time.Time) // both at the same moment
	log     zerolog.Logger

	mu     sync.Mutex
	wall   time.Time     // without a monotonic reading
	steady time.Time     // the same moment, with a monotonic reading
	set    time.Duration // sum of the changes since the start
}

func newWallClock(read func() time.Time, log zerolog.Logger) *wallClock {
	w := &wallClock{log: log, readNow: func() (wall, steady time.Time) {
		now := time.Now() // a single reading of both clocks: the goroutine may be delayed between two
		return now.Round(0), now
	}}
	if read != nil {
		w.readNow = func() (wall, steady time.Time) { return read().Round(0), time.Now() }
	}
	w.wall, w.steady = w.readNow()
	return w
}

// now returns the time, without a monotonic reading, and the sum of the clock's changes since
// the start.
func (w *wallClock) now() (now time.Time, set time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, steady := w.readNow()
	if by := now.Sub(w.wall) - steady.Sub(w.steady); by.Abs() >= match.LeastClockSet {
		by = by.Truncate(time.Millisecond)
		w.wall, w.steady, w.set = now, steady, w.set+by
		w.log.Warn().Str("by", by.Round(time.Second).String()).Msg("the clock of this machine was changed, or the machine was suspended; moving the deadlines of all tables by as much")
	}
	return now, w.set
}

func (r *Registry) now() time.Time {
	now, _ := r.wall.now()
	return now
}

// age returns the time since the registry was created, measured by a monotonic clock.
func (r *Registry) age() time.Duration { return time.Since(r.started) }
