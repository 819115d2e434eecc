package commands

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/match"
)

// postKey names the mirror of a table's public message.
func postKey(kind Post, id match.ID) string {
	return string(kind) + "/" + strconv.FormatInt(int64(id), 10)
}

// handKey names the mirror of a player's hand.
func handKey(id match.ID, p match.Player) string {
	return "hand/" + strconv.FormatInt(int64(id), 10) + "/" + strconv.FormatInt(int64(p), 10)
}

// sidePosts are the kinds of short messages beside the board: each comes and goes.
func sidePosts() []Post { return []Post{MentionPost, VotePost} }

// boardPosted remembers where a table's board is; the zero Shown: nowhere.
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

// boardAt returns where a table's board is; the zero Shown if that is not known.
func (c *Commands) boardAt(id match.ID) bot.Shown {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.boards[id]
}

// savePost stores where a message is. If that fails, only a restart won't find the message
// again, so it is logged and play goes on.
func (c *Commands) savePost(id match.ID, kind Post, channel string, at bot.Shown) {
	at.Former = mirror.Reachable(at.Former, time.Now())
	if err := c.Store.SavePost(context.Background(), id, kind, channel, at); err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(id)).Str("post", string(kind)).Msg("where a message is was not stored")
	}
}

// boardLink is a link to a table's board, or to its channel if the board is not known.
func (c *Commands) boardLink(id match.ID, guild, channel string) string {
	if at := c.boardAt(id); at.Message != "" {
		return bot.Link(guild, channel, at.Message)
	}
	return bot.Channel(channel)
}

// edition numbers a table's boards: the lobby and each round have their own message.
func edition(m match.Match) string { return fmt.Sprintf(editionForm, m.Decision.Round) }

const editionForm = "round-%d"
