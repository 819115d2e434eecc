package table

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A registry takes the tables of some guilds, and releases them again: where several programs
// share a log, each table is one program's at a time. Who takes tables lists them, no more.

// Take takes the live tables of the guilds that are meant, all asleep, after nobody had
// them since alive (zero: time went on for them). A table that the registry has already
// stays as it is. An error says that the log's index can't be read: nothing was taken.
func (r *Registry) Take(ctx context.Context, guilds func(guild string) bool, alive time.Time) error {
	listed, err := r.cfg.Log.Index(ctx)
	if err != nil {
		return fmt.Errorf("live tables: %w", err)
	}
	at := &takeover{alive: alive, age: r.age()}
	at.back, at.set = r.wall.now()
	var unknown []*sleeper
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	for _, l := range listed {
		if !guilds(l.Guild) || r.tables[l.ID] != nil || r.asleep[l.ID] != nil || r.lost[l.ID] {
			continue
		}
		s := &sleeper{
			id: l.ID, guild: l.Guild, channel: l.Channel, known: l.Asleep, taken: at,
		}
		r.asleep[s.id], r.channels[s.channel] = s, s.id
		if s.known == nil {
			unknown = append(unknown, s)
			continue
		}
		r.notes.noted[s.id] = true
		s.shown = true
		r.wakeAt(s, s.known.Until)
	}
	if len(unknown) > 0 {
		r.going.Go(func() { r.explore(unknown) })
	}
	return nil
}

// Release lets go of the live tables of the guilds that are meant, at once: of what is
// under way at them nothing more is stored or told, but for what the log has been given
// already. It returns which they were, when they have stopped or the context has ended:
// from the first moment there are no such tables here, until they are taken again.
// Commands that still wait get ErrClosed.
func (r *Registry) Release(ctx context.Context, guilds func(guild string) bool) (released []ID) {
	var ends []<-chan struct{}
	r.mu.Lock()
	for id, s := range r.asleep {
		if !guilds(s.guild) {
			continue
		}
		r.stays(s)
		r.unnote(id)
		released = append(released, id)
		if s.busy != nil {
			ends = append(ends, s.busy)
		}
	}
	for id, a := range r.tables {
		if !guilds(a.guild) {
			continue
		}
		close(a.halt)
		r.forget(a)
		r.unnote(id)
		released, ends = append(released, id), append(ends, a.done)
	}
	for channel, guild := range r.doubts {
		if guilds(guild) {
			delete(r.doubts, channel)
		}
	}
	for _, o := range r.opening {
		o.released = o.released || guilds(o.guild)
	}
	r.past.dropAll(guilds)
	r.mu.Unlock()
	for _, end := range ends {
		select {
		case <-end:
		case <-ctx.Done():
		}
	}
	return released
}

// unnote forgets what was to be noted of a table. With the lock.
func (r *Registry) unnote(id ID) {
	delete(r.notes.changed, id)
	delete(r.notes.noted, id)
}

// of lists the live tables of guilds.
func (r *Registry) of(guilds func(string) bool) (ids []ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, s := range r.asleep {
		if guilds(s.guild) {
			ids = append(ids, id)
		}
	}
	for id, a := range r.tables {
		if guilds(a.guild) {
			ids = append(ids, id)
		}
	}
	return ids
}

// What the log's index says of tables that sleep is written in the background, what has
// changed since the last time at once. Until it is written, and where it can't be, a start
// reads those tables as it reads those that were awake.

const (
	noteEvery = time.Second
	noteMost  = 200 // in one write, beside which others wait
)

// notes are those that are to be written. Registry.mu guards them.
type notes struct {
	changed map[ID]bool
	noted   map[ID]bool // of which the index may say that they sleep
	some    chan struct{}
	kept    bool // by keepNotes
}

func newNotes() notes {
	return notes{changed: map[ID]bool{}, noted: map[ID]bool{}, some: make(chan struct{}, 1)}
}

// note has it written whether a table sleeps. With the lock.
func (r *Registry) note(id ID) {
	if s := r.asleep[id]; s == nil && !r.notes.noted[id] {
		delete(r.notes.changed, id)
		return // and the index doesn't say that it does
	}
	r.notes.changed[id] = true
	if !r.notes.kept && !r.closed {
		r.notes.kept = true
		r.going.Go(r.keepNotes)
	}
	r.noteSome()
}

func (r *Registry) noteSome() {
	select {
	case r.notes.some <- struct{}{}:
	default:
	}
}

// keepNotes writes them until the registry closes.
func (r *Registry) keepNotes() {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-r.notes.some:
		}
		pause.Reset(noteEvery)
		select {
		case <-r.stop:
			return
		case <-pause.C:
		}
		ctx, cancel := logContext()
		if err := r.save(ctx); err != nil {
			r.cfg.Logger.Debug().Err(err).Msg("which tables sleep can't be noted now")
			r.noteSome()
		}
		cancel()
	}
}

// saveLast writes what has changed for the last time.
func (r *Registry) saveLast(ctx context.Context) {
	if err := r.save(ctx); err != nil {
		r.cfg.Logger.Warn().Err(err).Msg("which tables sleep can't be noted: the next start reads more of them")
	}
}

// save writes what has changed.
func (r *Registry) save(ctx context.Context) error {
	for {
		r.mu.Lock()
		page := map[ID]*Sleep{}
		for id := range r.notes.changed {
			if len(page) == noteMost {
				break
			}
			page[id] = nil
			if s := r.asleep[id]; s != nil && s.shown && s.busy == nil {
				page[id] = s.known
				r.notes.noted[id] = true
			}
			delete(r.notes.changed, id)
		}
		r.mu.Unlock()
		if len(page) == 0 {
			return nil
		}
		if err := r.cfg.Log.Rest(ctx, page); err != nil {
			r.mu.Lock()
			for id := range page {
				r.notes.changed[id] = true
			}
			r.mu.Unlock()
			return errors.Join(errNotNoted, err)
		}
		r.mu.Lock()
		for id, known := range page {
			if known == nil && !r.notes.changed[id] {
				delete(r.notes.noted, id)
			}
		}
		r.mu.Unlock()
	}
}

var errNotNoted = errors.New("which tables sleep is not noted")
