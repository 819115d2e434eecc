package ai

import (
	"context"
	"sync/atomic"
	"time"
)

// Gate limits how many players think at the same time, and admits them in the order in which they
// ask. It lets many tables share a few cores while each search has one core. A process creates one
// Gate at startup.
type Gate struct {
	slots   chan struct{} // one element per player that is thinking
	waiting atomic.Int64
}

// NewGate returns a gate for the given number of players at once, at least one. Callers pass the
// number of cores.
func NewGate(places int) *Gate { return &Gate{slots: make(chan struct{}, max(places, 1))} }

// Choose waits until the player may think and returns its choice. If the context ends first, the
// player chooses with the zero Budget, which takes almost no time, so a table never waits for other
// tables. A table's context ends before the play is due, so players can't tell from the delay
// whether there was a choice. A budget in time is cut to a fair share of the time that is left.
func (g *Gate) Choose(ctx context.Context, p Player, s Observation, b Budget, seed uint64) (Choice, error) {
	select {
	case g.slots <- struct{}{}:
	default:
		g.waiting.Add(1)
		select {
		case g.slots <- struct{}{}:
			g.waiting.Add(-1)
		case <-ctx.Done():
			g.waiting.Add(-1)
			return p.Choose(s, Budget{}, seed)
		}
	}
	defer func() { <-g.slots }()
	return p.Choose(s, g.share(ctx, b), seed)
}

// share cuts a budget so that the players still waiting get their turn before the deadline.
func (g *Gate) share(ctx context.Context, b Budget) Budget {
	until, bound := ctx.Deadline()
	if !bound || b.Playouts > 0 {
		return b
	}
	turns := 1 + g.waiting.Load()/int64(cap(g.slots))
	b.Time = max(min(b.Time, time.Until(until)/time.Duration(turns)), 0)
	return b
}

// Waiting returns how many players are waiting.
func (g *Gate) Waiting() int { return int(g.waiting.Load()) }
