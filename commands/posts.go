package commands

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/commands/screen"
	"deuces/match"
	"deuces/standing"
)

// postKey returns the key of the mirror of a table's public message.
func postKey(kind Post, id match.ID) string {
	return string(kind) + "/" + strconv.FormatInt(int64(id), 10)
}

// handKey returns the key of the mirror of a player's hand.
func handKey(id match.ID, p match.Player) string {
	return "hand/" + strconv.FormatInt(int64(id), 10) + "/" + strconv.FormatInt(int64(p), 10)
}

// sidePosts returns the kinds of short messages besides the board. These messages don't exist all
// the time.
func sidePosts() []Post { return []Post{MentionPost, VotePost} }

// boardPosted records the message of a table's board. The zero Shown means that there is none.
func (c *Commands) boardPosted(id match.ID, at bot.Shown) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.Message == "" {
		delete(c.boards, id)
		delete(c.ends, id)
		return
	}
	c.boards[id] = at
}

// boardAt returns the message of a table's board, or the zero Shown if it isn't known.
func (c *Commands) boardAt(id match.ID) bot.Shown {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.boards[id]
}

// savePost stores where a message is. An error is only logged, because the message is then just not
// found after a restart.
func (c *Commands) savePost(id match.ID, kind Post, channel string, at bot.Shown) {
	at.Former = mirror.DropExpired(at.Former, time.Now())
	if err := c.Store.SavePost(context.Background(), id, kind, channel, at); err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(id)).Str("post", string(kind)).Msg("where a message is was not stored")
	}
}

// boardLink returns a link to a table's board, or to its channel if the board isn't known.
func (c *Commands) boardLink(id match.ID, guild, channel string) string {
	if at := c.boardAt(id); at.Message != "" {
		return bot.Link(guild, channel, at.Message)
	}
	return bot.Channel(channel)
}

// edition identifies a version of a table's board: the lobby and each round have a message of their
// own.
func edition(m match.Match) string { return fmt.Sprintf(editionForm, m.Decision.Round) }

const editionForm = "round-%d"

// postSeason posts the end of a season and its best players in a guild. Once the message exists,
// the season counts as announced.
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
		Failed: func(err error) { // it can't be posted, but /leaderboard shows it
			c.Logger.Warn().Err(err).Str("guild", s.Guild).Msg("can't post the end of a season; /leaderboard shows it")
			announced()
		},
	})
	c.mirrors.Finish(key)
}

// seasonOver renders the post about the end of a season.
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
