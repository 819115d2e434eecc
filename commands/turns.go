package commands

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"deuces/match"
)

// turns holds the newest state of each table that has changed, for FollowTurns.
type turns struct {
	mu      sync.Mutex
	changed map[match.ID]match.Match
	wake    chan struct{} // holds one signal
}

func newTurns() *turns {
	return &turns{changed: map[match.ID]match.Match{}, wake: make(chan struct{}, 1)}
}

// put adds the new state of a table. It doesn't block.
func (t *turns) put(m match.Match) {
	t.mu.Lock()
	t.changed[m.ID] = m
	t.mu.Unlock()
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// drop removes the tables that another process has taken over.
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

// looksASecond limits the checks of boards, over all tables, to a tenth of the requests that
// Discord allows the bot.
const looksASecond = 5

// FollowTurns handles new turns until the context ends: it sends direct messages, and checks
// whether chat messages have buried the board. No interaction waits for it.
func (c *Commands) FollowTurns(ctx context.Context) {
	due := map[match.ID]time.Time{} // when to check the board of a table
	pace := rate.NewLimiter(looksASecond, looksASecond)
	looked := make(chan struct{}, 1)
	looking := false // only one check runs at a time
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

// soonest returns the table with the earliest time, or 0 if there is none.
func soonest(due map[match.ID]time.Time) (first match.ID, at time.Time) {
	for id, t := range due {
		if first == 0 || t.Before(at) {
			first, at = id, t
		}
	}
	return first, at
}
