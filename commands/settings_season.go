package commands

import (
	"context"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/standing"
)

// seasonClose answers the button that ends the season: it asks once.
func (c *Commands) seasonClose(ctx context.Context, r bot.Request, id ids.Setting) (bot.Reply, error) {
	if id.Value != ids.Now {
		return c.showSettings(ctx, r, panel{page: ids.SeasonPage, close: id.Value == ids.Ask})
	}
	closed, err := c.Store.CloseSeason(ctx, r.Guild, time.Now())
	if err == nil {
		c.postSeason(standing.Closed{Guild: r.Guild, Channel: r.Channel, Season: closed})
	}
	return c.showSettings(ctx, r, panel{page: ids.SeasonPage, refused: err})
}
