package table

import (
	"context"
	"slices"

	"deuces/match"
)

// Count is how many live tables there are.
type Count struct{ Lobby, Playing, Between, Paused, Asleep int }

// Count counts the live tables; one that is paused, or asleep, counts as that alone.
func (r *Registry) Count() (n Count) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.tables {
		switch m := a.shown.Load(); {
		case m.Paused():
			n.Paused++
		case m.Phase() == match.Lobby:
			n.Lobby++
		case m.Phase() == match.Playing:
			n.Playing++
		case m.Phase() == match.Between:
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

// HostedBy returns the live tables of which a player is the host. Those whose log nobody
// has read since the start are left out.
func (r *Registry) HostedBy(ctx context.Context, p match.Player) (hosted []match.Match, err error) {
	var asleep []match.ID
	r.mu.Lock()
	for _, a := range r.tables {
		if m := *a.shown.Load(); m.Host() == p && m.Phase() != match.Over {
			hosted = append(hosted, m)
		}
	}
	for id, s := range r.asleep {
		if s.known != nil && slices.Contains(s.known.Players, p) {
			asleep = append(asleep, id)
		}
	}
	r.mu.Unlock()
	for _, id := range asleep {
		m, err := r.Match(ctx, id)
		switch {
		case broken(err): // it was given up
		case err != nil:
			return nil, err
		case m.Host() == p && m.Phase() != match.Over:
			hosted = append(hosted, m)
		}
	}
	slices.SortFunc(hosted, func(a, b match.Match) int { return int(a.ID() - b.ID()) })
	return hosted, nil
}
