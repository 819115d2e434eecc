package commands

import (
	"context"

	"deuces/bot"
	"deuces/say"
	"deuces/table"
)

var endSpec = bot.Command{Name: "end", Description: say.New("Closes this channel's table; finished rounds keep their points")}

// end answers /end.
func (c *Commands) end(ctx context.Context, v visit) (bot.Reply, error) {
	if _, err := c.tables.Do(ctx, v.match.ID(), table.End{Player: v.player, Force: v.Can.Has(bot.ManageMessages)}); err != nil {
		return bot.Reply{}, err
	}
	return bot.Say(say.New("The table is closed.")), nil
}
