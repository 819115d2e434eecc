package table

import (
	"context"
	"errors"
	"slices"

	"deuces/match"
)

// of lists the live tables of guilds.
func (r *Registry) of(guilds func(string) bool) (ids []match.ID) {
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

// Match returns a table as it is, also one that is over; ErrNoTable where there is none.
func (r *Registry) Match(ctx context.Context, id match.ID) (match.Match, error) {
	a, err := r.awake(ctx, id, false)
	if a != nil {
		return *a.shown.Load(), nil
	}
	if err != nil && !errors.Is(err, ErrClosed) {
		return match.Match{}, err
	}
	return r.fold(ctx, id)
}

// Here says which live table a channel has; 0: none.
func (r *Registry) Here(channel string) match.ID {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.channels[channel]
}

// In returns the live table of a channel; ErrNoTable where there is none.
func (r *Registry) In(ctx context.Context, channel string) (match.Match, error) {
	a, err := r.awake(ctx, r.Here(channel), true)
	switch {
	case a != nil:
		return *a.shown.Load(), nil
	case err == nil || broken(err): // it was given up
		return match.Match{}, match.ErrNoTable
	}
	return match.Match{}, err
}

// Count is how many live tables there are.
type Count struct{ Lobby, Playing, Between, Paused, Asleep int }

// Count counts the live tables; one that is paused, or asleep, counts as that alone.
func (r *Registry) Count() (n Count) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.tables {
		switch m := a.shown.Load(); {
		case m.Paused:
			n.Paused++
		case m.Phase == match.Lobby:
			n.Lobby++
		case m.Phase == match.Playing:
			n.Playing++
		case m.Phase == match.Between:
			n.Between++
		}
	}
	n.Asleep = len(r.asleep)
	return n
}

// CountIn is how many live tables a guild has.
func (r *Registry) CountIn(guild string) int {
	return len(r.of(func(g string) bool { return g == guild }))
}

// Live lists all live tables, awake and asleep, in the order in which they were opened.
func (r *Registry) Live() []match.ID {
	ids := r.of(func(string) bool { return true })
	slices.Sort(ids)
	return ids
}

// Awake returns the live tables that are awake, in the order in which they were opened.
func (r *Registry) Awake() []match.Match {
	r.mu.Lock()
	matches := make([]match.Match, 0, len(r.tables))
	for _, a := range r.tables {
		matches = append(matches, *a.shown.Load())
	}
	r.mu.Unlock()
	slices.SortFunc(matches, func(a, b match.Match) int { return int(a.ID - b.ID) })
	return matches
}

// With returns the live tables at which a player sits or waits for a seat.
func (r *Registry) With(ctx context.Context, p match.Player) ([]match.Match, error) {
	return r.with(ctx, p, true)
}

// HostedBy returns the live tables of which a player is the host. Those whose log nobody
// has read since the start are left out.
func (r *Registry) HostedBy(ctx context.Context, p match.Player) ([]match.Match, error) {
	matches, err := r.with(ctx, p, false)
	return slices.DeleteFunc(matches, func(m match.Match) bool { return m.Host != p }), err
}

// with returns the live tables of a player; unread: also those whose log is to be read for that.
func (r *Registry) with(ctx context.Context, p match.Player, unread bool) (matches []match.Match, err error) {
	for _, id := range r.Live() {
		r.mu.Lock()
		s := r.asleep[id]
		elsewhere := s != nil && !s.dropped && (s.known == nil && !unread || s.known != nil && !slices.Contains(s.known.Players, p))
		r.mu.Unlock()
		if elsewhere {
			continue
		}
		a, err := r.awake(ctx, id, false)
		switch {
		case broken(err): // it was given up
		case err != nil:
			return nil, err
		case a == nil: // it is over
		default:
			if m := *a.shown.Load(); m.Phase != match.Over && slices.Contains(m.People(), p) {
				matches = append(matches, m)
			}
		}
	}
	return matches, nil
}
