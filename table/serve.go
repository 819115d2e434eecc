package table

import (
	"context"
	"fmt"
	"time"

	"deuces/match"
)

// Serve begins to serve matching guilds: it loads their live tables, all asleep. alive is the time at
// which the tables were last in use. Time since then doesn't count for them; if alive is zero, all time
// counts. Tables that the registry already has are left unchanged. If several processes share the log,
// each guild is served by one at a time; a single process serves all guilds.
func (r *Registry) Serve(ctx context.Context, guilds func(guild string) bool, alive time.Time) error {
	listed, err := r.cfg.Log.Index(ctx)
	if err != nil {
		return fmt.Errorf("list the live tables: %w", err)
	}
	at := &takeover{alive: alive, age: r.age()}
	at.back, at.set = r.wall.now()
	var unknown []*sleeper
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return ErrClosed
	}
	for _, l := range listed {
		if !guilds(l.Guild) || r.tables[l.ID] != nil || r.asleep[l.ID] != nil || r.lost[l.ID] {
			continue
		}
		s := &sleeper{
			id: l.ID, guild: l.Guild, channel: l.Channel, state: l.Asleep, taken: at,
		}
		r.asleep[s.id] = s
		if s.channel != "" {
			r.channels[s.channel] = s.id
		}
		if s.state == nil {
			unknown = append(unknown, s)
			continue
		}
		s.shown = true
		r.wakeAt(s, s.state.Until)
	}
	if len(unknown) > 0 {
		r.goroutines.Go(func() { r.readUnknown(unknown) })
	}
	r.mu.Unlock()
	if r.cfg.OnServe == nil {
		return nil
	}
	return r.cfg.OnServe(ctx, guilds)
}

// Stop stops serving matching guilds immediately, because another process serves them. Commands in
// progress there are neither stored nor announced, except for appends that have already begun;
// waiting commands return ErrClosed. Stop returns after the tables have stopped or the context has
// ended, and Config.OnStop has returned.
func (r *Registry) Stop(ctx context.Context, guilds func(guild string) bool) {
	var released []match.ID
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
	for channel, m := range r.uncertain {
		if guilds(m.Guild) {
			delete(r.uncertain, channel)
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
	if r.cfg.OnStop != nil {
		r.cfg.OnStop(ctx, released)
	}
}
