package table

import (
	"context"
	"fmt"
	"time"

	"deuces/match"
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
		s.shown = true
		r.wakeAt(s, s.known.Until)
	}
	if len(unknown) > 0 {
		r.going.Go(func() { r.readUnknown(unknown) })
	}
	return nil
}

// Release lets go of the live tables of the guilds that are meant, at once: of what is
// under way at them nothing more is stored or told, but for what the log has been given
// already. It returns which they were, when they have stopped or the context has ended:
// from the first moment there are no such tables here, until they are taken again.
// Commands that still wait get ErrClosed.
func (r *Registry) Release(ctx context.Context, guilds func(guild string) bool) (released []match.ID) {
	var ends []<-chan struct{}
	r.mu.Lock()
	for id, s := range r.asleep {
		if !guilds(s.guild) {
			continue
		}
		r.remove(s)
		s.released = true
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
	r.mu.Unlock()
	for _, end := range ends {
		select {
		case <-end:
		case <-ctx.Done():
		}
	}
	return released
}
