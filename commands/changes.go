package commands

import (
	"context"
	"sync"

	"golang.org/x/time/rate"

	"deuces/bot"
	"deuces/game"
	"deuces/match"
)

// Whatever somebody does at a table that everybody there sees is limited: else one person who joins and
// leaves in turn keeps editing what others are about to click, and the log grows. Playing isn't limited,
// because only whose turn it is can do it.

// changesInARow is how many changes a person may make at once. Then Config.ChangeRate applies.
const changesInARow = 15

// changes holds each person's limit. The zero value is ready to use.
type changes struct {
	mu     sync.Mutex
	people map[match.Player]*rate.Limiter
}

// allow reports whether a person may change a table now, and counts the change.
func (c *changes) allow(p match.Player, perSecond float64) bool {
	if perSecond == 0 {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.people == nil {
		c.people = map[match.Player]*rate.Limiter{}
	}
	if len(c.people) > 4096 {
		for p, x := range c.people {
			if x.Tokens() >= changesInARow { // same state as a new limiter
				delete(c.people, p)
			}
		}
	}
	x := c.people[p]
	if x == nil {
		x = rate.NewLimiter(rate.Limit(perSecond), changesInARow)
		c.people[p] = x
	}
	return x.Allow()
}

var errTooFast = game.Refuse("That was too fast for the others at the table. Please try again in a few seconds.")

// changing wraps the handlers of actions that everybody at a table sees, except plays.
func (c *Commands) changing(h atVisit) atVisit {
	return func(ctx context.Context, v visit) (bot.Reply, error) {
		if !c.changes.allow(v.player, c.ChangeRate) {
			return bot.Reply{}, errTooFast
		}
		return h(ctx, v)
	}
}
