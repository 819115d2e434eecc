package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/commands/screen"
)

// Tend runs periodic jobs until the context ends: it ends seasons that are due, and deletes the data of
// guilds that removed the bot and expired tokens. The first run is immediate.
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
	check := func(err error, what string) {
		if err != nil && !errors.Is(err, context.Canceled) {
			c.failed(err).Msg(what)
		}
	}
	// Tokens that expire before the next run are deleted too.
	clean := func(former string) string { return mirror.DropExpired(former, now.Add(every)) }
	check(c.Store.CleanPosts(ctx, clean), "tokens of interactions that are dead can't be deleted now")
	closed, err := c.Store.RollSeasons(ctx, now)
	check(err, "seasons can't be ended")
	for _, s := range closed {
		c.postSeason(s)
	}
	gone, err := c.Store.PurgeGuilds(ctx, now, c.tables.EndGuild)
	check(err, "the data of a server that removed me can't be deleted")
	if gone > 0 {
		c.Logger.Info().Int("servers", gone).Msg("the data of servers that removed me is deleted")
	}
}

// GoDown makes every later interaction get the reply that the program is stopping.
func (c *Commands) GoDown() { c.down.Store(true) }

// Left closes the table of a deleted channel, or records that the bot was removed from a guild, whose
// data is deleted after the time that the guild has set. It implements bot.Config.Left.
func (c *Commands) Left(guild, channel string) {
	if channel != "" {
		c.channelGone(channel)
	} else {
		c.note(guild, "removed from", func(ctx context.Context) error { return c.Store.GuildRemoved(ctx, guild, time.Now()) })
	}
}

// Joined records that the bot is in a guild, and greets the guild once. It implements
// bot.Config.Joined.
func (c *Commands) Joined(g bot.Guild) {
	c.note(g.ID, "added to", func(ctx context.Context) error {
		if err := c.Store.GuildJoined(ctx, g.ID); err != nil {
			return err
		}
		return c.welcome(ctx, g)
	})
}

// Listed records which guilds have removed the bot while it had no session: those of a shard (of) that are
// known and not listed. If those are more than one, and more than half of the known ones, the token is probably
// another application's, and nothing is recorded.
func (c *Commands) Listed(of func(guild string) bool, listed []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	known, err := c.Store.Guilds(ctx)
	if err != nil {
		c.failed(err).Msg("can't find out which servers have removed the bot while it was away")
		return
	}
	known = slices.DeleteFunc(known, func(guild string) bool { return !of(guild) })
	in := make(map[string]bool, len(listed))
	for _, guild := range listed {
		in[guild] = true
	}
	gone := slices.DeleteFunc(slices.Clone(known), func(guild string) bool { return in[guild] })
	if len(gone) > 1 && 2*len(gone) > len(known) {
		c.Logger.Warn().Int("known", len(known)).Int("missing", len(gone)).
			Msg("the bot is no longer on most of the servers that its database knows: is DISCORD_TOKEN another application's? Nothing is deleted")
		return
	}
	for _, guild := range gone {
		c.Logger.Info().Str("guild", guild).Msg("a server removed the bot while it was away")
		c.Left(guild, "")
	}
}

// note writes before it returns, so that events are stored in the order in which they happened.
func (c *Commands) note(guild, what string, write func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := write(ctx); err != nil {
		c.failed(err).Str("guild", guild).Msg("can't store that the bot was " + what + " a server")
	}
}

// welcome posts a greeting in the system channel of a guild. The guild is first recorded as
// greeted, so that after a crash in between, or without the permission to post, there is no
// greeting rather than two.
func (c *Commands) welcome(ctx context.Context, g bot.Guild) error {
	first, err := c.Store.Greet(ctx, g.ID, g.Joined, time.Now())
	if err != nil || !first || g.SystemChannel == "" {
		return err
	}
	key := "greeting/" + g.ID
	c.mirrors.Show(bot.Mirror{
		Key: key, Channel: g.SystemChannel,
		Render: func(ctx context.Context) (bot.Message, error) {
			set, err := c.guild(ctx, g.ID)
			if err != nil {
				return bot.Message{}, err
			}
			return set.Message(screen.Greeting(set)), nil
		},
		Failed: func(err error) {
			c.Logger.Info().Err(err).Str("guild", g.ID).Msg("can't greet a server in its system channel, so it is not greeted")
		},
	})
	c.mirrors.Finish(key)
	return nil
}
