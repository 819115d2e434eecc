package table

import (
	"context"
	"errors"
	"fmt"
	"time"

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
	d.ID = id
	return r.begin(d.Match)
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
			return nil, &ChannelTaken{ID: here, Channel: channel}
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
					return nil, fmt.Errorf("%w: %w", ErrNotStored, err)
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
	if a := r.tables[m.ID]; a != nil {
		return *a.shown.Load(), nil
	}
	if o := r.opening[m.Channel]; o != nil && o.released {
		return match.Match{}, match.ErrNoTable // it is in the log for whoever has the guild now
	}
	a := newActor(r, m)
	_, a.clockBase = r.wall.now()
	a.used.Store(int64(r.age()))
	r.tables[m.ID], r.channels[a.channel] = a, m.ID
	r.start(a, true)
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
	if taken, ok := errors.AsType[*ChannelTaken](err); ok {
		if next, err := r.In(ctx, taken.Channel); err == nil && next.Former == former {
			return next, false, nil
		}
	}
	return next, err == nil, err
}

// A table whose creation failed may be in the log all the same: a commit can fail
// after it took effect. So the log is looked at before anybody is answered. Where
// it has the table, that is open; where it has not, it is said that nothing was
// stored. Where the log cannot be read either, the channel is in doubt: whoever
// asked was told of a failure, so what is found later is ended, by the next who
// opens a table there or within moments by itself, and never becomes a lobby that
// nobody knows of. Should the program end before, then the table is live after the
// next start, with a board: a crash may come before any answer.

// afterFailedCreate finds out whether a table whose creation failed is in the log
// after all. Whoever calls it keeps the table's channel.
func (r *Registry) afterFailedCreate(ctx context.Context, want match.Match, failure error) (match.Match, error) {
	strays, err := r.strays(ctx, want.Channel)
	if err != nil {
		r.doubt(want.Guild, want.Channel)
		return match.Match{}, fmt.Errorf("the log failed, and then could not be read: %w: %w", failure, err)
	}
	for _, m := range strays {
		if m.OpenedAt.Equal(want.OpenedAt) && m.Host == want.Host {
			return r.begin(m)
		}
	}
	return match.Match{}, fmt.Errorf("%w: %w", ErrNotStored, failure)
}

// strays are the tables of a channel that are live in the log and not in the registry.
// Whoever calls it keeps the channel, so none of them is another's that was just
// opened. What cannot be read is left to the next start, which gives it up.
func (r *Registry) strays(ctx context.Context, channel string) (found []match.Match, err error) {
	listed, err := r.cfg.Log.Index(ctx)
	if err != nil {
		return nil, fmt.Errorf("live tables: %w", err)
	}
	for _, l := range listed {
		r.mu.Lock()
		known := r.tables[l.ID] != nil || r.asleep[l.ID] != nil || r.lost[l.ID]
		r.mu.Unlock()
		if known || l.Channel != channel {
			continue
		}
		m, err := r.fold(ctx, l.ID)
		switch {
		case broken(err):
		case err != nil:
			return nil, err
		case m.Phase != match.Over:
			found = append(found, m)
		}
	}
	return found, nil
}

// doubt puts a channel in doubt until the log can be read.
func (r *Registry) doubt(guild, channel string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, doubted := r.doubts[channel]; r.closed || doubted {
		return
	}
	r.doubts[channel] = guild
	r.going.Go(func() {
		for r.doubted(channel) {
			select {
			case <-r.stop:
				return
			case <-time.After(retryAfter):
			}
			if release, err := r.reserve(context.Background(), guild, channel); err == nil {
				release()
			}
		}
	})
}

func (r *Registry) doubted(channel string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, is := r.doubts[channel]
	return is
}

// clear ends the tables that a channel in doubt has, and the doubt. Whoever calls
// it keeps the channel.
func (r *Registry) clear(channel string) error {
	ctx, cancel := logContext()
	defer cancel()
	strays, err := r.strays(ctx, channel)
	if err != nil {
		return err
	}
	for _, m := range strays {
		events, err := m.Decide(match.End{Force: true}, r.now())
		if err == nil {
			err = r.cfg.Log.Append(ctx, m.ID, events, nil)
		}
		if err != nil {
			return fmt.Errorf("end table %d, which nobody was told of: %w", m.ID, err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.doubts, channel)
	return nil
}
