package commands

import (
	"context"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/standing"
)

var seasonsSpec = bot.Command{Name: "seasons", Description: say.New("The hall of fame: the best players of each season")}

// seasons answers /seasons.
func (c *Commands) seasons(ctx context.Context, r bot.Request) (bot.Reply, error) {
	msg, err := c.hallOfFame(ctx, r.Guild, ids.HallOfFame{})
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Show(msg), nil
}

// seasonsTurned answers the buttons that turn its pages.
func (c *Commands) seasonsTurned(ctx context.Context, r bot.Request, id ids.HallOfFame) (bot.Reply, error) {
	msg, err := c.hallOfFame(ctx, r.Guild, id)
	if err != nil {
		return bot.Reply{}, err
	}
	return r.Turn(msg), nil
}

// hallOfFame shows a page of the seasons, the newest first.
func (c *Commands) hallOfFame(ctx context.Context, guild string, at ids.HallOfFame) (bot.Message, error) {
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
	var pages []standing.HallOfFame
	for _, s := range seasons[at.Page*screen.SeasonsPerPage : min(len(seasons), (at.Page+1)*screen.SeasonsPerPage)] {
		f, err := c.Store.HallOfFame(ctx, guild, s.Number)
		if err != nil {
			return bot.Message{}, fmt.Errorf("season %d: %w", s.Number, err)
		}
		pages = append(pages, f)
	}
	return screen.HallOfFame(g, at, last, pages), nil
}
