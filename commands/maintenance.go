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

// Maintain runs periodic jobs until the context ends: it ends seasons that are due, sends daily lists, and deletes the data of
// guilds that removed the bot and expired tokens. The first run is immediate.
func (c *Commands) Maintain(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		c.maintain(ctx, time.Now(), every)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (c *Commands) maintain(ctx context.Context, now time.Time, every time.Duration) {
	check := func(err error, what string) {
		if err != nil && !errors.Is(err, context.Canceled) {
			c.Logger.Error().Err(err).Msg(what)
		}
	}
	// Tokens that expire before the next run are deleted too.
	clean := func(former string) string { return mirror.DropExpired(former, now.Add(every)) }
	check(c.Store.CleanPosts(ctx, clean), "cannot delete expired interaction tokens; trying again in a minute")
	closed, err := c.Store.RollSeasons(ctx, now)
	check(err, "cannot end the seasons that are due; trying again in a minute")
	for _, s := range closed {
		c.postSeason(s)
	}
	check(c.keepDays(ctx, now), "cannot keep the days of daily deals; trying again in a minute")
	if c.Serves == nil || c.Serves("") { // direct messages are served where their interactions arrive
		check(c.sendLists(ctx, now), "cannot send the daily lists of waiting turns; trying again in a minute")
	}
	gone, err := c.Store.PurgeGuilds(ctx, now, c.tables.EndGuild)
	check(err, "cannot delete the data of a server that removed the bot; trying again in a minute")
	if gone > 0 {
		c.Logger.Info().Int("servers", gone).Msg("deleted the data of servers that removed the bot")
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
	c.servers.Store(g.ID, g)
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
		c.Logger.Error().Err(err).Msg("cannot read the stored servers, so the bot doesn't notice if one removed it while it was offline")
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
			Msg("the bot is no longer on most of the servers in its database, so nothing is deleted; check whether DISCORD_TOKEN is another application's")
		return
	}
	for _, guild := range gone {
		c.Logger.Info().Str("guild", guild).Msg("a server removed the bot while it was offline")
		c.Left(guild, "")
	}
}

// note writes before it returns, so that events are stored in the order in which they happened.
func (c *Commands) note(guild, what string, write func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := write(ctx); err != nil {
		c.Logger.Error().Err(err).Str("guild", guild).Msg("cannot store that the bot was " + what + " a server")
	}
}

// welcome posts a greeting in the system channel of a guild. The guild is first recorded as
// greeted, so that after a crash in between, or without the permission to post, there is no
// greeting rather than two.
func (c *Commands) welcome(ctx context.Context, g bot.Guild) error {
	first, err := c.Store.Greet(ctx, g.ID, time.Now())
	if err != nil || !first || g.SystemChannel == "" {
		return err
	}
	render := func(ctx context.Context) (bot.Message, error) {
		set, err := c.guild(ctx, g.ID)
		return set.Message(screen.Greeting(set)), err
	}
	c.announce("greeting/"+g.ID, g.SystemChannel, render, func(err error) {
		if err != nil {
			c.Logger.Info().Err(err).Str("guild", g.ID).Msg("cannot post the greeting in a server's system channel; the server gets none")
		}
	})
	return nil
}
