package commands

import (
	"context"
	"fmt"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/picture"
	"deuces/internal/say"
	"deuces/standing"
)

var statsSpec = bot.Command{Name: "stats", Description: say.New("A player's statistics in this server, with a chart"), Options: []bot.Option{
	{Name: "player", Description: say.New("The player; you if you leave it out"), Kind: bot.Someone},
	gameOption("The game; all games if you leave it out", false),
}}

// stats answers /stats.
func (c *Commands) stats(ctx context.Context, r bot.Request) (bot.Reply, error) {
	g, system, err := c.inGuild(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	whose := r.User.ID
	if id := r.Options["player"]; id != "" {
		whose = id
	}
	msg, err := c.statsOf(ctx, r.Guild, g, ids.Stats{Whose: whose, System: system})
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// statsTurned answers its menu and its button.
func (c *Commands) statsTurned(ctx context.Context, r bot.Request, id ids.Stats) (bot.Reply, error) {
	g, err := c.guild(ctx, r.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if len(r.Values) == 1 {
		id.System = r.Values[0]
	}
	id.System = known(g, id.System)
	msg, err := c.statsOf(ctx, r.Guild, g, id)
	if err != nil {
		return bot.Reply{}, err
	}
	return r.Turn(msg), nil
}

// statsOf shows the statistics of somebody on Discord.
func (c *Commands) statsOf(ctx context.Context, guild string, g screen.GuildSettings, at ids.Stats) (bot.Message, error) {
	if at.Whose == ids.Nobody {
		return bot.Message{}, game.Refuse("This button doesn't say whose statistics it shows. `/stats` shows yours.")
	}
	p, found, err := c.Store.Find(ctx, at.Whose)
	if err != nil {
		return bot.Message{}, err
	}
	var s standing.Stats
	if found {
		if s, err = c.Store.Stats(ctx, standing.StatsQuery{Guild: guild, Player: p, System: at.System, Computers: at.Computers}); err != nil {
			return bot.Message{}, fmt.Errorf("statistics: %w", err)
		}
	}
	png, err := drawn(s)
	if err != nil {
		return bot.Message{}, err
	}
	return screen.Stats(g, at, s, png), nil
}

// drawn is the picture of somebody's statistics; nil where there is nothing to draw.
func drawn(s standing.Stats) ([]byte, error) {
	if s.Rounds == 0 {
		return nil, nil
	}
	drawing := picture.Stats{Places: s.Places}
	for _, p := range s.Ratings {
		drawing.Rating = append(drawing.Rating, picture.Point{Round: p.Round, Rating: p.Rating})
	}
	return picture.PNG(drawing)
}
