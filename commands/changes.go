package commands

import (
	"context"

	"deuces/bot"
	"deuces/game"
)

// Whatever somebody does at a table that everybody there sees is limited (Config.ChangeRate): else one
// person who joins and leaves in turn keeps editing what others are about to click, and the log grows.
// Playing isn't limited, because only the player to move can do it.

// changesInARow is how many changes a person may make at once.
const changesInARow = 15

var errTooFast = game.Refuse("That was too fast for the others at the table. Please try again in a few seconds.")

// changing wraps the handlers of actions that everybody at a table sees, except plays.
func (c *Commands) changing(h atVisit) atVisit {
	return func(ctx context.Context, v visit) (bot.Reply, error) {
		if !c.changes.Allow(v.player) {
			return bot.Reply{}, errTooFast
		}
		return h(ctx, v)
	}
}
