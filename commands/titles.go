package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/standing"
)

var titlesSpec = bot.Command{Name: "titles", Description: say.New("Who holds the titles in this server or channel, and the longest streaks"),
	Options: []bot.Option{gameOption("The game; all games if you leave it out", false)}}

// titles answers /titles.
func (c *Commands) titles(ctx context.Context, r bot.Request) (bot.Reply, error) {
	g, system, err := c.inGuild(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	msg, err := c.titlesPage(ctx, r, g, ids.Titles{System: system})
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// titlesTurned answers its buttons.
func (c *Commands) titlesTurned(ctx context.Context, r bot.Request, id ids.Titles) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	id.System = known(g, id.System)
	msg, err := c.titlesPage(ctx, r, g, id)
	if err != nil {
		return bot.Reply{}, err
	}
	return r.Turn(msg), nil
}

// titlesPage shows the titles that run in the guild or the channel, and a page of
// the longest streaks there.
func (c *Commands) titlesPage(ctx context.Context, r bot.Request, g screen.GuildSettings, at ids.Titles) (bot.Message, error) {
	channel := ""
	if at.Channel {
		channel = r.Channel
	}
	running, err := c.Store.Running(ctx, r.Guild, channel)
	if err != nil {
		return bot.Message{}, err
	}
	longest, err := c.Store.Streaks(ctx, standing.StreakQuery{
		Guild: r.Guild, Channel: channel, System: at.System,
		Offset: at.Page * screen.StreaksPerPage, Limit: screen.StreaksPerPage + 1,
	})
	if err != nil {
		return bot.Message{}, err
	}
	return screen.Titles(g, screen.TitlesPage{At: at, Channel: channel, Running: running, Longest: longest}), nil
}
