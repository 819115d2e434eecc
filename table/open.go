package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deuces/game/deal"
	"deuces/match"
)

// Open opens a table in a channel and seats its host. If the channel already has a live table,
// the error is a *ChannelTaken. If the host already has a table for the same daily deal, live or not, it
// is ErrConflict.
func (r *Registry) Open(ctx context.Context, o match.Opening) (match.Match, error) {
	if o.Version == 0 {
		version, ok := r.cfg.Latest(o.System)
		if !ok {
			return match.Match{}, fmt.Errorf("unknown system %.40q", o.System)
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
	if o.Seed != (deal.Seed{}) {
		err = d.Decide(match.Seal{Seed: o.Seed}, now)
	} else {
		err = r.seal(d, now)
	}
	if err != nil {
		return match.Match{}, err
	}
	logCtx, cancel := logContext()
	defer cancel()
	id, err := r.cfg.Log.Create(logCtx, d.Events)
	if errors.Is(err, ErrConflict) {
		return match.Match{}, r.conflict(logCtx, o.Guild, o.Channel, err)
	}
	if err != nil {
		return r.afterFailedCreate(logCtx, d.Match, err)
	}
	d.ID = id
	m, err := r.begin(d.Match)
	if errors.Is(err, match.ErrNoTable) { // another process may not have found it in the log
		if err := r.endUnannounced(logCtx, d.Match); err != nil {
			return match.Match{}, err
		}
	}
	return m, err
}

// pendingOpen is a table that is being opened. Registry.mu guards it.
type pendingOpen struct {
	guild    string
	over     chan struct{} // closed when opening has succeeded or failed
	released bool          // the guild was released in the meantime
}

// reserve reserves a channel for a table that is being opened. A second caller waits for the
// first and then finds the channel taken. If an earlier creation in this channel has an unknown
// result, that is resolved first.
func (r *Registry) reserve(ctx context.Context, guild, channel string) (release func(), err error) {
	for {
		r.mu.Lock()
		here, pending := r.channels[channel], r.opening[channel]
		_, doubted := r.uncertain[channel]
		switch {
		case r.closed:
			r.mu.Unlock()
			return nil, ErrClosed
		case here != 0 && r.tables[here] != nil:
			r.mu.Unlock()
			return nil, &ChannelTaken{ID: here, Channel: channel}
		case here != 0: // the table may turn out to be unreadable
			r.mu.Unlock()
			if _, err := r.awake(ctx, here, true); err != nil && !broken(err) {
				return nil, err
			}
		case pending != nil:
			r.mu.Unlock()
			select {
			case <-pending.over:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		default:
			pending = &pendingOpen{guild: guild, over: make(chan struct{})}
			r.opening[channel] = pending
			r.mu.Unlock()
			release := func() {
				r.mu.Lock()
				delete(r.opening, channel)
				r.mu.Unlock()
				close(pending.over)
			}
			if doubted {
				if err := r.clearUncertain(channel); err != nil {
					release()
					return nil, fmt.Errorf("%w: %w", ErrNotStored, err)
				}
			}
			return release, nil
		}
	}
}

// begin makes a new table live. A table that is already live is left unchanged.
func (r *Registry) begin(m match.Match) (match.Match, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return match.Match{}, ErrClosed // the table is in the log and becomes live at the next start
	}
	if a := r.tables[m.ID]; a != nil {
		return *a.shown.Load(), nil
	}
	if o := r.opening[m.Channel]; o != nil && o.released {
		return match.Match{}, match.ErrNoTable // another process serves the guild now
	}
	a := newActor(r, m)
	_, a.clockBase = r.wall.now()
	a.lastAsked.Store(int64(r.age()))
	r.tables[m.ID] = a
	if a.channel != "" {
		r.channels[a.channel] = m.ID
	}
	r.start(a, true)
	return m, nil
}

// Rematch opens a table with the game, options, settings and players of a finished one, with p,
// one of its players, as host. with reports which of the others take part (match.Match.Rematch).
// opened is false if another player, or the same one before a crash, already opened the rematch;
// then that table is returned.
func (r *Registry) Rematch(ctx context.Context, former match.ID, p match.Player, with func(match.Player) bool) (rematch match.Match, opened bool, err error) {
	m, err := r.Match(ctx, former)
	if err != nil {
		return match.Match{}, false, err
	}
	again, err := m.Rematch(p, with)
	if err != nil {
		return m, false, err
	}
	next, err := r.Open(ctx, again)
	if taken, ok := errors.AsType[*ChannelTaken](err); ok {
		if next, err := r.InChannel(ctx, taken.Channel); err == nil && next.Former == former {
			return next, false, nil
		}
	}
	return next, err == nil, err
}

// If creating a table fails, the log may have it anyway, because a commit can fail after it
// took effect. So the log is read before the caller gets an answer. If it has the table, the
// table is open. If not, the caller gets ErrNotStored. If the log can't be read either, the
// channel is marked as uncertain: the caller has got an error, so a table found later is
// ended, by the next Open in this channel or by a retry in the background. If the program ends
// before that, the table is live after the next start, like any table whose creation was
// interrupted by a crash.

// afterFailedCreate checks whether a table whose creation failed is in the log. The caller must
// have reserved the channel.
func (r *Registry) afterFailedCreate(ctx context.Context, want match.Match, failure error) (match.Match, error) {
	strays, err := r.strays(ctx, want.Channel)
	if err != nil {
		r.markUncertain(want)
		return match.Match{}, fmt.Errorf("the append failed, and the log can't be read to see whether the events were stored: %w: %w", failure, err)
	}
	for _, m := range strays {
		if sameOpening(m, want) {
			return r.begin(m)
		}
	}
	return match.Match{}, fmt.Errorf("%w: %w", ErrNotStored, failure)
}

// conflict returns why a table couldn't be created. If another process has just opened one in the channel,
// this one serves it too.
func (r *Registry) conflict(ctx context.Context, guild, channel string, failure error) error {
	if channel == "" {
		return failure
	}
	err := r.Serve(ctx, func(g string) bool { return g == guild }, time.Time{})
	r.mu.Lock()
	defer r.mu.Unlock()
	if here := r.channels[channel]; here != 0 {
		return &ChannelTaken{ID: here, Channel: channel}
	}
	return fmt.Errorf("%w: %w", ErrNotStored, errors.Join(failure, err))
}

// sameOpening reports whether a table in the log was created by the command that created want.
func sameOpening(m, want match.Match) bool {
	return m.OpenedAt.Equal(want.OpenedAt) && m.Host == want.Host
}

// strays returns the tables of a channel that are live in the log but not in the registry. The
// caller must have reserved the channel, so none of them is being opened by someone else.
// Unreadable tables are skipped; the next start gives them up.
func (r *Registry) strays(ctx context.Context, channel string) (found []match.Match, err error) {
	listed, err := r.cfg.Log.Index(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the live tables: %w", err)
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

// markUncertain marks the channel of a table as uncertain and retries until the log can be read. If
// the guild was released, the process that serves it finds the table. The caller must have reserved
// the channel.
func (r *Registry) markUncertain(want match.Match) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, doubted := r.uncertain[want.Channel]; r.closed || doubted || r.opening[want.Channel].released {
		return
	}
	r.uncertain[want.Channel] = want
	r.goroutines.Go(func() {
		for r.isUncertain(want.Channel) {
			select {
			case <-r.stop:
				return
			case <-time.After(retryAfter):
			}
			if release, err := r.reserve(context.Background(), want.Guild, want.Channel); err == nil {
				release()
			}
		}
	})
}

func (r *Registry) isUncertain(channel string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, is := r.uncertain[channel]
	return is
}

// clearUncertain ends the table whose creation failed, if the log has it, and the channel's uncertain
// state. Tables that another process has opened or continued in the channel meanwhile go on. The
// caller must have reserved the channel.
func (r *Registry) clearUncertain(channel string) error {
	ctx, cancel := logContext()
	defer cancel()
	strays, err := r.strays(ctx, channel)
	if err != nil {
		return err
	}
	for _, m := range strays {
		r.mu.Lock()
		want, still := r.uncertain[channel] // no longer if the guild was released
		r.mu.Unlock()
		if !still || !sameOpening(m, want) || m.Seq != want.Seq {
			continue
		}
		if err := r.endUnannounced(ctx, m); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.uncertain, channel)
	return nil
}

// endUnannounced ends a table that is only in the log.
func (r *Registry) endUnannounced(ctx context.Context, m match.Match) error {
	events, err := m.Decide(match.End{Force: true}, r.now())
	if err == nil {
		err = r.cfg.Log.Append(ctx, m.ID, events, nil)
	}
	if err != nil && !errors.Is(err, ErrConflict) {
		return fmt.Errorf("end table %d, whose creation was reported as failed: %w", m.ID, err)
	}
	return nil
}
