package table

import (
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
	readNow func() (wall, steady time.Time) // of one moment
	log  zerolog.Logger

	mu     sync.Mutex
	wall   time.Time     // without a monotonic reading
	steady time.Time     // with one, of the same moment
	set    time.Duration // by which the clock was set since the start
}

func newWallClock(read func() time.Time, log zerolog.Logger) *wallClock {
	w := &wallClock{log: log, readNow: func() (wall, steady time.Time) {
		now := time.Now() // one reading of both: this goroutine may have to wait between two
		return now.Round(0), now
	}}
	if read != nil {
		w.readNow = func() (wall, steady time.Time) { return read().Round(0), time.Now() }
	}
	w.wall, w.steady = w.readNow()
	return w
}

// now returns what time it is, without a monotonic reading, and by how much the clock was
// set since the start.
func (w *wallClock) now() (now time.Time, set time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, steady := w.readNow()
	if by := now.Sub(w.wall) - steady.Sub(w.steady); by.Abs() >= match.LeastClockSet {
		by = by.Truncate(time.Millisecond)
		w.wall, w.steady, w.set = now, steady, w.set+by
		w.log.Warn().Str("by", by.Round(time.Second).String()).Msg("the clock of this machine was set, or the machine slept; deadlines at tables move with it")
	}
	return now, w.set
}

// now returns what time it is.
func (r *Registry) now() time.Time {
	now, _ := r.wall.now()
	return now
}

// age is how long there is the registry, by no clock that can be set.
func (r *Registry) age() time.Duration { return time.Since(r.born) }
