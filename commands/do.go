package commands

import (
	"context"

	"deuces/bot"
	"deuces/table"
)

// do gives a button's command to its table. The answer is the board, which shows
// what has changed: it is edited by its mirror alone, so that of two clicks at
// once the board shows both.
func (c *Commands) do(ctx context.Context, v visit, command table.Command) (bot.Reply, error) {
	_, err := c.tables.Do(ctx, v.match.ID(), command)
	return bot.Reply{}, err
}
