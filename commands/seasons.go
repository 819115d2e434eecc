package commands

import (
	"context"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/say"
	"deuces/standing"
)

var seasonsSpec = bot.Command{Name: "seasons", Description: say.New("The hall of fame: what this server's seasons are remembered for")}

// seasons answers /seasons.
func (c *Commands) seasons(ctx context.Context, r bot.Request) (bot.Reply, error) {
	msg, err := c.hallOfFame(ctx, r.Guild, ids.Fame{})
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// seasonsTurned answers the buttons that turn its pages.
func (c *Commands) seasonsTurned(ctx context.Context, r bot.Request, id ids.Fame) (bot.Reply, error) {
	msg, err := c.hallOfFame(ctx, r.Guild, id)
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(msg), nil
}

// hallOfFame shows a page of the seasons, the newest first.
func (c *Commands) hallOfFame(ctx context.Context, guild string, at ids.Fame) (bot.Message, error) {
	g, err := c.guild(ctx, guild)
	if err != nil {
		return bot.Message{}, err
	}
	seasons, err := c.Store.Seasons(ctx, guild)
	if err != nil {
		return bot.Message{}, err
	}
	slices.Reverse(seasons)
	last := max(0, len(seasons)-1) / screen.SeasonsPerPage
	at.Page = min(at.Page, last)
	var fames []standing.HallOfFame
	for _, s := range seasons[at.Page*screen.SeasonsPerPage : min(len(seasons), (at.Page+1)*screen.SeasonsPerPage)] {
		f, err := c.Store.HallOfFame(ctx, guild, s.Number)
		if err != nil {
			return bot.Message{}, fmt.Errorf("season %d: %w", s.Number, err)
		}
		fames = append(fames, f)
	}
	return screen.Fame(g, at, last, fames), nil
}
