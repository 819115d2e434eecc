package ai

import (
	"context"
	"sync/atomic"
	"time"
)

// Gate bounds how many players think at the same time, first come first served,
// so that many tables share a few cores and each search has a core to itself. A
// process has one, made where it is wired together.
type Gate struct {
	places  chan struct{}
	waiting atomic.Int64
}

// NewGate returns a gate with so many places, one at least: the number of cores.
func NewGate(places int) *Gate { return &Gate{places: make(chan struct{}, max(places, 1))} }

// Choose lets a player think once there is a place for it, until the end of the
// context at most (a table sets it before the time of its play), so that no table
// waits for others, and nobody can tell by the time whether there was a choice. A budget
// in time shrinks to a fair share of what is left until then. Whoever gets no place
// has no budget, and plays what heuristics say, which takes no time to speak of.
func (g *Gate) Choose(ctx context.Context, p Player, s Observation, b Budget, seed uint64) (Choice, error) {
	select {
	case g.places <- struct{}{}:
	default:
		g.waiting.Add(1)
		select {
		case g.places <- struct{}{}:
			g.waiting.Add(-1)
		case <-ctx.Done():
			g.waiting.Add(-1)
			return p.Choose(s, Budget{}, seed)
		}
	}
	defer func() { <-g.places }()
	return p.Choose(s, g.share(ctx, b), seed)
}

// share is the part of a budget that leaves their turn to those who still wait.
func (g *Gate) share(ctx context.Context, b Budget) Budget {
	until, bound := ctx.Deadline()
	if !bound || b.Playouts > 0 {
		return b
	}
	turns := 1 + g.waiting.Load()/int64(cap(g.places))
	b.Time = max(min(b.Time, time.Until(until)/time.Duration(turns)), 0)
	return b
}

// Waiting is how many players wait for a place.
func (g *Gate) Waiting() int { return int(g.waiting.Load()) }
