package commands

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"deuces/match"
)

// turns are the tables at which something has changed, for FollowTurns: the newest
// state of each.
type turns struct {
	mu      sync.Mutex
	changed map[match.ID]match.Match
	wake    chan struct{} // with room for one
}

func newTurns() *turns {
	return &turns{changed: map[match.ID]match.Match{}, wake: make(chan struct{}, 1)}
}

// put does not block.
func (t *turns) put(m match.Match) {
	t.mu.Lock()
	t.changed[m.ID] = m
	t.mu.Unlock()
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// drop forgets tables that are others' now.
func (t *turns) drop(tables []match.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range tables {
		delete(t.changed, id)
	}
}

func (t *turns) take() map[match.ID]match.Match {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.changed
	t.changed = map[match.ID]match.Match{}
	return all
}

// looksASecond is how often, at all tables together, the bot asks what stands below a
// board: a tenth of the requests that Discord allows it.
const looksASecond = 5

// FollowTurns does what a turn brings beside the board and the hands, until the context
// ends: it tells people of their turn in direct messages, and looks whether chat has
// buried the board. No click waits for it.
func (c *Commands) FollowTurns(ctx context.Context) {
	due := map[match.ID]time.Time{} // when to look for the board of a table
	pace := rate.NewLimiter(looksASecond, looksASecond)
	looked := make(chan struct{}, 1)
	looking := false // one look at a time
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			if looking {
				<-looked
			}
			return
		case <-looked:
			looking = false
		case <-timer.C:
		case <-c.turns.wake:
			for id, m := range c.turns.take() {
				c.tellDirectly(ctx, m)
				if at, awaits := c.looksAt(m, time.Now()); !awaits {
					delete(due, id)
				} else if before, planned := due[id]; !planned || at.Before(before) {
					due[id] = at
				}
			}
		}
		id, at := soonest(due)
		switch wait := time.Until(at); {
		case looking || id == 0:
		case wait > 0:
			timer.Reset(wait)
		default:
			delete(due, id)
			looking = true
			go func() {
				defer func() { looked <- struct{}{} }()
				if pace.Wait(ctx) == nil {
					c.bringBack(ctx, id)
				}
			}()
		}
	}
}

// soonest is the table whose time comes first; 0 for none.
func soonest(due map[match.ID]time.Time) (first match.ID, at time.Time) {
	for id, t := range due {
		if first == 0 || t.Before(at) {
			first, at = id, t
		}
	}
	return first, at
}
