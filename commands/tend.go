package commands

import (
	"context"
	"errors"
	"time"

	"deuces/bot/mirror"
)

// Tend does what time brings until the context ends: it ends seasons by their plan, and
// deletes the data of guilds that removed the bot, and tokens that are dead. It looks at
// once, and then every so often.
func (c *Commands) Tend(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		c.tend(ctx, time.Now(), every)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (c *Commands) tend(ctx context.Context, now time.Time, every time.Duration) {
	// What dies before the next look goes now.
	clean := func(former string) string { return mirror.Reachable(former, now.Add(every)) }
	if err := c.Store.CleanPosts(ctx, clean); err != nil && !errors.Is(err, context.Canceled) {
		c.Logger.Error().Err(err).Msg("tokens of interactions that are dead can't be deleted now")
	}
	closed, err := c.Store.RollSeasons(ctx, now)
	if err != nil && !errors.Is(err, context.Canceled) {
		c.Logger.Error().Err(err).Msg("seasons can't be ended")
	}
	for _, s := range closed {
		c.postSeason(s)
	}
	gone, err := c.Store.PurgeGuilds(ctx, now, c.tables.Evict)
	if err != nil && !errors.Is(err, context.Canceled) {
		c.Logger.Error().Err(err).Msg("the data of a server that removed me can't be deleted")
	}
	if gone > 0 {
		c.Logger.Info().Int("servers", gone).Msg("the data of servers that removed me is deleted")
	}
}
