package commands

import (
	"context"
	"fmt"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/standing"
)

// postSeason tells a guild that a season has ended, and who was best. The season counts
// as announced only when the post is there.
func (c *Commands) postSeason(s standing.Closed) {
	if s.Channel == "" {
		return
	}
	key := fmt.Sprintf("season/%s/%d", s.Guild, s.Season.Number)
	announced := func() {
		if err := c.Store.SeasonTold(context.Background(), s.Guild, s.Season.Number); err != nil {
			c.Logger.Error().Err(err).Str("guild", s.Guild).Int("season", s.Season.Number).Msg("could not store that the end of a season was posted: it may be posted again")
		}
	}
	c.mirrors.Show(bot.Mirror{
		Key: key, Channel: s.Channel,
		Render: func(ctx context.Context) (bot.Message, error) { return c.seasonOver(ctx, s) },
		Posted: func(at bot.Shown) {
			if at.Message != "" {
				announced()
			}
		},
		Failed: func(err error) { // there is nowhere to post it, but /seasons has it
			c.Logger.Warn().Err(err).Str("guild", s.Guild).Msg("can't post the end of a season; /seasons shows it")
			announced()
		},
	})
	c.mirrors.Finish(key)
}

// seasonOver is the post at the end of a season.
func (c *Commands) seasonOver(ctx context.Context, s standing.Closed) (bot.Message, error) {
	g, err := c.guild(ctx, s.Guild)
	if err != nil {
		return bot.Message{}, err
	}
	f, err := c.Store.HallOfFame(ctx, s.Guild, s.Season.Number)
	if err != nil {
		return bot.Message{}, err
	}
	return screen.SeasonOver(g, f), nil
}
