package table

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"deuces/match"
)

// inGuilds returns the IDs of the live tables in matching guilds.
func (r *Registry) inGuilds(guilds func(string) bool) (ids []match.ID) {
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

// Match returns the current match of a table, including one that is over. It returns ErrNoTable
// if there is none.
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

// TableIn returns the ID of a channel's live table, or 0.
func (r *Registry) TableIn(channel string) match.ID {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.channels[channel]
}

// InChannel returns the live table of a channel, or ErrNoTable.
func (r *Registry) InChannel(ctx context.Context, channel string) (match.Match, error) {
	a, err := r.awake(ctx, r.TableIn(channel), true)
	switch {
	case a != nil:
		return *a.shown.Load(), nil
	case err == nil || broken(err): // the table was given up
		return match.Match{}, match.ErrNoTable
	}
	return match.Match{}, err
}

// Count holds the numbers of live tables by state: lobby, playing, between, paused and asleep.
type Count struct {
	Tables, Slow map[string]int // a table that is paused or asleep is counted only as such
	Scheduled    int            // lobbies that start at a time
	Starts       map[string]int // outcomes of such starts since the registry was created
}

// Count counts the live tables.
func (r *Registry) Count() Count {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := Count{Tables: map[string]int{}, Slow: map[string]int{}, Starts: maps.Clone(r.starts)}
	add := func(state string, s *Sleep) {
		if n.Tables[state]++; s != nil && s.Slow {
			n.Slow[state]++
		}
		if s != nil && s.Scheduled {
			n.Scheduled++
		}
	}
	for _, a := range r.tables {
		m := a.shown.Load()
		state := m.Phase.String()
		if m.Paused {
			state = "paused"
		}
		add(state, asleepUntil(*m, time.Time{}))
	}
	for _, s := range r.asleep {
		add("asleep", s.state)
	}
	return n
}

// CountInGuild returns the number of live tables in a guild.
func (r *Registry) CountInGuild(guild string) int {
	return len(r.inGuilds(func(g string) bool { return g == guild }))
}

// Live returns the IDs of all live tables in ascending order.
func (r *Registry) Live() []match.ID {
	ids := r.inGuilds(func(string) bool { return true })
	slices.Sort(ids)
	return ids
}

// Awake returns all tables that are awake, ordered by ID.
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

// TablesOf returns the live tables at which a player has a seat or waits for one, those of other processes, too
// (Config.Elsewhere). It wakes none: what it returns of tables that are asleep or elsewhere is what their log
// says.
func (r *Registry) TablesOf(ctx context.Context, p match.Player) (matches []match.Match, err error) {
	at := func(m match.Match) bool {
		return m.Phase != match.Over && slices.Contains(m.People(), p)
	}
	unread := map[match.ID]*sleeper{} // nil: the table isn't in this registry
	r.mu.Lock()
	for _, a := range r.tables {
		if m := *a.shown.Load(); at(m) {
			matches = append(matches, m)
		}
	}
	for id, s := range r.asleep {
		if s.state == nil || s.dropped || slices.Contains(s.state.Players, p) {
			unread[id] = s
		}
	}
	r.mu.Unlock()
	if r.cfg.Elsewhere != nil {
		others, err := r.cfg.Elsewhere(ctx, p)
		if err != nil {
			return nil, err
		}
		for _, id := range others {
			unread[id] = nil
		}
	}
	for id, s := range unread {
		m, err := r.fold(ctx, id)
		if broken(err) {
			continue // whoever serves it gives it up
		}
		if err != nil {
			return nil, err
		}
		if r.learn(s, m); at(m) {
			matches = append(matches, m)
		}
	}
	return matches, nil
}

// learn records who sits at a sleeping table about which the index says only that it is live, so that its log
// isn't read for everyone.
func (r *Registry) learn(s *sleeper, m match.Match) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s != nil && s.state == nil {
		s.state = asleepUntil(m, due(m, volatile{}))
	}
}
