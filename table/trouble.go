package table

import (
	"errors"
	"sync"
	"time"
)

// A log that can't be written, because its disk is full or somebody has locked it, fails
// at many tables at once, and at each of them again every second. Whoever runs the program
// is told once, then every minute, and when it is over.

// sayAgain is how often trouble that lasts is told of.
const sayAgain = time.Minute

type trouble struct {
	mu     sync.Mutex
	tables map[ID]bool // at which the log has failed, and not worked since
	said   time.Time
}

// failing notes that the log has failed at a table.
func (r *Registry) failing(id ID, err error) {
	t := &r.trouble
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tables == nil {
		t.tables = map[ID]bool{}
	}
	if now := time.Now(); len(t.tables) == 0 || now.Sub(t.said) >= sayAgain {
		t.said = now
		r.cfg.Logger.Error().Err(err).Int64("table", int64(id)).Int("others", len(t.tables)).
			Msg("a table can't be stored: who clicks is told that nothing has changed, and every table tries again by itself")
	}
	t.tables[id] = true
}

// working notes that the log works at a table, or that the table is over.
func (r *Registry) working(id ID) {
	t := &r.trouble
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.tables[id] {
		return
	}
	delete(t.tables, id)
	if len(t.tables) == 0 {
		r.cfg.Logger.Info().Msg("all tables can be stored again")
	}
}

// blockedFrom is how long the log must have failed for a table to count it as time in
// which nobody could play.
const blockedFrom = 5 * time.Second

// fails notes that the log has failed, in an attempt that began at a time.
func (a *actor) fails(since time.Time, err error) {
	if errors.Is(err, ErrConflict) {
		return // another has written it: it works
	}
	if a.blocked.IsZero() {
		a.blocked = since
	}
	a.failing = true
	a.registry.failing(a.id, err)
}

// works notes that the log works.
func (a *actor) works() {
	a.blocked, a.set, a.down = time.Time{}, 0, down{}
	if a.failing {
		a.failing = false
		a.registry.working(a.id)
	}
}

// behind says that the table has something to make up for before anything else happens.
func (a *actor) behind(now time.Time) bool {
	return a.set != 0 || !a.blocked.IsZero() && now.Sub(a.blocked) >= blockedFrom
}

// catchUp begins a draft with what the table has to make up for: the machine's clock was
// set, and time in which nobody had the table, or the log could not be written, doesn't
// count against anyone. What was before the program had it back is of that moment, also
// where the table slept on until now.
func (a *actor) catchUp(now time.Time) (*draft, error) {
	down := a.down
	if down.alive.IsZero() {
		return a.makeUp(now, a.blocked)
	}
	if !a.blocked.IsZero() {
		return a.makeUp(now, down.alive) // which is the longer of the two
	}
	d, err := a.makeUp(down.back, down.alive)
	if err == nil && d.now.Before(now) {
		d.now = now.UTC().Truncate(time.Millisecond)
	}
	return d, err
}

// makeUp is catchUp for time that was lost since a moment; zero: none was.
func (a *actor) makeUp(now, since time.Time) (*draft, error) {
	d := newDraft(a.m, now)
	if a.set != 0 {
		set := Event{Seq: a.m.seq + 1, At: now.UTC().Truncate(time.Millisecond), Body: ClockSet{a.set}}
		if earliest := Earliest(a.m.at, set); set.At.Before(earliest) {
			set.At = earliest
		}
		d.now = set.At
		if err := d.add(set.Body); err != nil {
			return nil, err
		}
	}
	if !since.IsZero() && (!a.down.alive.IsZero() || d.now.Sub(since) >= blockedFrom) {
		return d, Wake{Alive: since}.decide(d)
	}
	return d, nil
}
