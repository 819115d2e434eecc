package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"deuces/game"
)

// Open opens a table in a channel and seats its host. Where the channel has a
// live table the error is a *Taken.
func (r *Registry) Open(ctx context.Context, o Opening) (Match, error) {
	if o.Version == 0 {
		version, ok := r.cfg.Latest(o.System)
		if !ok {
			return Match{}, fmt.Errorf("there is no system %.40q", o.System)
		}
		o.Version = version
	}
	if o.Settings == (Settings{}) {
		o.Settings = r.cfg.Settings
	}
	release, err := r.reserve(ctx, o.Guild, o.Channel)
	if err != nil {
		return Match{}, err
	}
	defer release()

	d := newDraft(New(0, r.cfg.Rules), r.now())
	if err := d.decide(o); err != nil {
		return Match{}, plain(err)
	}
	if err := r.seal(d); err != nil {
		return Match{}, err
	}
	logCtx, cancel := logContext()
	defer cancel()
	id, err := r.cfg.Log.Create(logCtx, d.events)
	if err != nil {
		return r.afterFailedCreate(logCtx, d.Match, err)
	}
	d.id = id
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
func (r *Registry) begin(m Match) (Match, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return Match{}, ErrClosed // it is in the log, and live after the next start
	}
	if a := r.tables[m.id]; a != nil {
		return *a.shown.Load(), nil
	}
	if o := r.opening[m.Channel()]; o != nil && o.released {
		return Match{}, ErrNoTable // it is in the log for whoever has the guild now
	}
	a := newActor(r, m)
	_, a.clockBase = r.wall.now()
	a.used.Store(int64(r.age()))
	r.tables[m.id], r.channels[a.channel] = a, m.id
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
func (r *Registry) Rematch(ctx context.Context, former ID, p Player, computers bool) (Match, bool, error) {
	m, err := r.Match(ctx, former)
	if err != nil {
		return Match{}, false, err
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

// Rematch returns how the table is opened on which a player of a match that is over
// plays on with the others.
func (m Match) Rematch(p Player, computers bool) (Opening, error) {
	seat, there := m.sits(p)
	switch {
	case m.phase != Over:
		return Opening{}, game.Refuse("This match isn't over yet.")
	case !there:
		return Opening{}, game.Refuse("Only those who played to the end can ask for a rematch.")
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
	return Opening{
		Guild: m.Guild(), Channel: m.Channel(), Parent: m.Parent(), System: m.System(), Options: m.opened.Options,
		Host: p, Others: others, Computers: seated, Settings: m.Settings(), Former: m.id,
	}, nil
}
