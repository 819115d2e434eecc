package commands

import (
	"context"
	"errors"
	"time"
)

// Tend does what time brings until the context ends: it ends seasons by their plan, and
// deletes the data of guilds that removed the bot. It looks at once, and then every so
// often.
func (c *Commands) Tend(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		c.tend(ctx, time.Now())
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (c *Commands) tend(ctx context.Context, now time.Time) {
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

// Left closes the table of a deleted channel, and notes that the bot was removed from a
// guild, whose data is deleted after the time that it has set. Until then its tables
// stay: their clocks run out, they pause, and if the bot is invited back, play goes on.
// It is for bot.Config.Left.
func (c *Commands) Left(guild, channel string) {
	if channel != "" {
		c.channelGone(channel)
	} else {
		c.note(guild, "removed", func(ctx context.Context) error { return c.Store.GuildRemoved(ctx, guild, time.Now()) })
	}
}

// Joined notes that the bot is in a guild. It is for bot.Config.Joined.
func (c *Commands) Joined(guild string) {
	c.note(guild, "joined", func(ctx context.Context) error { return c.Store.GuildJoined(ctx, guild) })
}

// note writes before it returns, so that events are written in the order in which they
// came.
func (c *Commands) note(guild, what string, write func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := write(ctx); err != nil {
		c.Logger.Error().Err(err).Str("guild", guild).Msg("that the bot was " + what + " is not stored")
	}
}
