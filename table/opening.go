package table

import (
	"context"
	"errors"
	"fmt"

	"deuces/match"
)

// Open opens a table in a channel and seats its host. Where the channel has a
// live table the error is a *Taken.
func (r *Registry) Open(ctx context.Context, o match.Opening) (match.Match, error) {
	if o.Version == 0 {
		version, ok := r.cfg.Latest(o.System)
		if !ok {
			return match.Match{}, fmt.Errorf("there is no system %.40q", o.System)
		}
		o.Version = version
	}
	if o.Settings == (match.Settings{}) {
		o.Settings = r.cfg.Settings
	}
	release, err := r.reserve(ctx, o.Guild, o.Channel)
	if err != nil {
		return match.Match{}, err
	}
	defer release()

	now, d := r.now(), &match.Draft{Match: match.New(0, r.cfg.Rules)}
	if err := d.Decide(o, now); err != nil {
		return match.Match{}, err
	}
	if err := r.seal(d, now); err != nil {
		return match.Match{}, err
	}
	logCtx, cancel := logContext()
	defer cancel()
	id, err := r.cfg.Log.Create(logCtx, d.Events)
	if err != nil {
		return r.afterFailedCreate(logCtx, d.Match, err)
	}
	return r.begin(d.Match.WithID(id))
}

// openingHere is a table that is being opened. Registry.mu guards it.
type openingHere struct {
	guild    string
	over     chan struct{} // closed when it is open, or can't be
	released bool          // the guild was
}

// reserve keeps a channel for a table that is being opened, so that of two who
// open at once the second waits for the first and finds the channel taken. A
// channel in doubt is cleared first.
func (r *Registry) reserve(ctx context.Context, guild, channel string) (release func(), err error) {
	for {
		r.mu.Lock()
		here, turn := r.channels[channel], r.opening[channel]
		_, doubted := r.doubts[channel]
		switch {
		case r.closed:
			r.mu.Unlock()
			return nil, ErrClosed
		case here != 0 && r.tables[here] != nil:
			r.mu.Unlock()
			return nil, &Taken{ID: here, Channel: channel}
		case here != 0: // it may turn out that it can't be read
			r.mu.Unlock()
			if _, err := r.awake(ctx, here, true); err != nil && !broken(err) {
				return nil, err
			}
		case turn != nil:
			r.mu.Unlock()
			select {
			case <-turn.over:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		default:
			turn = &openingHere{guild: guild, over: make(chan struct{})}
			r.opening[channel] = turn
			r.mu.Unlock()
			release := func() {
				r.mu.Lock()
				delete(r.opening, channel)
				r.mu.Unlock()
				close(turn.over)
			}
			if doubted {
				if err := r.clear(channel); err != nil {
					release()
					return nil, fmt.Errorf("%w: %w", ErrAgain, err)
				}
			}
			return release, nil
		}
	}
}

// begin makes a table live that was just opened. One that is live already stays as it is.
func (r *Registry) begin(m match.Match) (match.Match, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return match.Match{}, ErrClosed // it is in the log, and live after the next start
	}
	if a := r.tables[m.ID()]; a != nil {
		return *a.shown.Load(), nil
	}
	if o := r.opening[m.Channel()]; o != nil && o.released {
		return match.Match{}, match.ErrNoTable // it is in the log for whoever has the guild now
	}
	a := newActor(r, m)
	_, a.clockBase = r.wall.now()
	a.used.Store(int64(r.age()))
	r.tables[m.ID()], r.channels[a.channel] = a, m.ID()
	r.going.Go(func() {
		a.commit(m)
		a.run()
	})
	return m, nil
}

// Rematch opens a table with the system, options, settings and players of one
// that is over, with p, one of its players, as host; its computers come along if
// they may. It says whether this call has opened it: where another player was
// faster, or the same one before a crash, it returns the table that is there.
func (r *Registry) Rematch(ctx context.Context, former match.ID, p match.Player, computers bool) (match.Match, bool, error) {
	m, err := r.Match(ctx, former)
	if err != nil {
		return match.Match{}, false, err
	}
	again, err := m.Rematch(p, computers)
	if err != nil {
		return m, false, err
	}
	next, err := r.Open(ctx, again)
	if taken, ok := errors.AsType[*Taken](err); ok {
		if next, err := r.In(ctx, taken.Channel); err == nil && next.Former() == former {
			return next, false, nil
		}
	}
	return next, err == nil, err
}
