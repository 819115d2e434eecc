package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deuces/game"
)

// Open opens a table in a channel and seats its host. Where the channel has a
// live table the error is a *Taken.
func (h *Hall) Open(ctx context.Context, o Opening) (Match, error) {
	if o.Version == 0 {
		version, ok := h.cfg.Latest(o.System)
		if !ok {
			return Match{}, fmt.Errorf("there is no system %.40q", o.System)
		}
		o.Version = version
	}
	if o.Settings == (Settings{}) {
		o.Settings = h.cfg.Settings
	}
	release, err := h.reserve(ctx, o.Channel)
	if err != nil {
		return Match{}, err
	}
	defer release()

	d := newDraft(New(0, h.cfg.Rules), time.Now())
	if err := d.decide(o); err != nil {
		return Match{}, plain(err)
	}
	logCtx, cancel := logContext()
	defer cancel()
	id, err := h.cfg.Log.Create(logCtx, d.events)
	if err != nil {
		return h.afterFailedCreate(logCtx, d.Match, err)
	}
	d.id = id
	return h.begin(d.Match, time.Time{}, true)
}

// reserve keeps a channel for a table that is being opened, so that of two who
// open at once the second waits for the first and finds the channel taken. A
// channel in doubt is cleared first.
func (h *Hall) reserve(ctx context.Context, channel string) (release func(), err error) {
	for {
		h.mu.Lock()
		switch here, turn := h.channels[channel], h.opening[channel]; {
		case h.closed:
			h.mu.Unlock()
			return nil, ErrClosed
		case here != nil:
			h.mu.Unlock()
			return nil, &Taken{ID: here.id, Channel: channel}
		case turn != nil:
			h.mu.Unlock()
			select {
			case <-turn:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		default:
			turn = make(chan struct{})
			h.opening[channel] = turn
			doubted := h.doubts[channel]
			h.mu.Unlock()
			release := func() {
				h.mu.Lock()
				delete(h.opening, channel)
				h.mu.Unlock()
				close(turn)
			}
			if doubted {
				if err := h.clear(channel); err != nil {
					release()
					return nil, fmt.Errorf("%w: %w", ErrAgain, err)
				}
			}
			return release, nil
		}
	}
}

// begin makes a table live, whose time stood still since alive (zero: it did not).
// A table that is live already stays as it is.
func (h *Hall) begin(m Match, alive time.Time, tell bool) (Match, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return Match{}, ErrClosed // it is in the log, and live after the next start
	}
	if a := h.tables[m.id]; a != nil {
		return *a.shown.Load(), nil
	}
	a := newActor(h, m)
	a.alive = alive
	h.tables[m.id], h.channels[a.channel] = a, a
	h.going.Go(func() {
		if tell {
			a.become(m)
		}
		a.run()
	})
	return m, nil
}

// Rematch opens a table with the system, options, settings and players of one
// that is over, with p, one of its players, as host; its computers come along if
// they may. It says whether this call has opened it: where another player was
// faster, or the same one before a crash, it returns the table that is there.
func (h *Hall) Rematch(ctx context.Context, former ID, p Player, computers bool) (Match, bool, error) {
	m, err := h.Match(ctx, former)
	if err != nil {
		return Match{}, false, err
	}
	seat, there := m.sits(p)
	switch {
	case m.phase != Over:
		return m, false, game.Refuse("This match is still on.")
	case !there:
		return m, false, game.Refuse("Only those who played to the end can ask for a rematch.")
	}
	// Everybody keeps their neighbours.
	var others []Player
	var seated []Computer
	for _, s := range slices.Concat(m.sitting[seat+1:], m.sitting[:seat]) {
		switch {
		case s.claimed():
			others = append(others, s.player)
		case s.brain != nil && computers:
			others, seated = append(others, s.player), append(seated, *s.brain)
		}
	}
	next, err := h.Open(ctx, Opening{
		Guild: m.Guild(), Channel: m.Channel(), System: m.System(), Options: m.opened.Options,
		Host: p, Others: others, Computers: seated, Settings: m.Settings(), Former: former,
	})
	if taken, ok := errors.AsType[*Taken](err); ok {
		if next, live := h.In(taken.Channel); live && next.Former() == former {
			return next, false, nil
		}
	}
	return next, err == nil, err
}
