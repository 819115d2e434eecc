package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/match"
)

// The board comes back: if it is a person's turn and chat has pushed the board too far up, the board
// is posted again at the end of the channel, and the old message is deleted.
//
// Discord doesn't send the bot other people's messages, so the bot asks for them: when a turn begins
// or its time runs short, not before the board may move again, and only if the answer can matter.
// Each interaction names the channel's last message. If that is the board or one of the bot's side
// posts, there is no need to ask.

const (
	// buriedFor is the largest age difference between the board and the newest message below it
	// before the board counts as buried.
	buriedFor = 2 * time.Minute
	// toldLately is how long the last message that an interaction named counts as current.
	toldLately = 10 * time.Second
	// lookWithin is the timeout of one check, because the checks of other tables wait for it.
	lookWithin = 10 * time.Second
)

// channelEnd holds what is known about the messages below a board.
type channelEnd struct {
	own    map[Post]string // side posts of the table that were once the channel's last message; some may be deleted
	last   string          // id of the channel's last message, as the latest interaction named it
	told   time.Time       // when that interaction came
	looked time.Time       // when the bot last requested the messages from Discord
}

// below returns what is known about the messages below a table's board, or nil if there is no board.
// The caller holds the lock.
func (c *Commands) below(id match.ID) *channelEnd {
	if c.boards[id].Message == "" {
		return nil
	}
	if c.ends[id] == nil {
		c.ends[id] = &channelEnd{own: map[Post]string{}}
	}
	return c.ends[id]
}

// sidePosted records the message of a side post.
func (c *Commands) sidePosted(id match.ID, kind Post, at bot.Shown) {
	if at.Message == "" {
		return // Discord can still name a deleted message as the last one
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if end := c.below(id); end != nil {
		end.own[kind] = at.Message
	}
}

// seen records the channel's last message from a request at a table.
func (c *Commands) seen(m match.Match, r bot.Request) {
	if r.Last == "" || r.Channel != m.Channel || m.Phase != match.Playing {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if end := c.below(m.ID); end != nil {
		end.last, end.told = r.Last, time.Now()
	}
}

// looksAt returns when to check a table's board next, or false if no check is needed now.
func (c *Commands) looksAt(m match.Match, now time.Time) (time.Time, bool) {
	if _, awaits := screen.Awaited(m); !awaits {
		return time.Time{}, false
	}
	board := c.boardAt(m.ID)
	if board.Message == "" || board.Edition != edition(m) {
		return time.Time{}, false // the board is about to be posted
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	at := latest(now, board.At.Add(c.BoardEvery))
	if end := c.ends[m.ID]; end != nil {
		at = latest(at, end.looked.Add(c.BoardEvery/4))
	}
	return at, true
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// bringBack posts a table's board again if it is a person's turn and the board is buried.
func (c *Commands) bringBack(ctx context.Context, id match.ID) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return // the table is over or belongs to another process
	}
	if _, awaits := screen.Awaited(m); !awaits {
		return
	}
	buried, err := c.buried(ctx, m)
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil: // the next turn tries again
		c.Logger.Debug().Err(err).Int64("table", int64(id)).Msg("can't look what is below a board")
	case buried:
		c.mirrors.Replace(postKey(BoardPost, id))
	}
}

// buried reports whether too many or too new messages are below a table's board.
func (c *Commands) buried(ctx context.Context, m match.Match) (bool, error) {
	g, err := c.Store.GuildSettings(ctx, m.Guild)
	if err != nil {
		return false, err
	}
	now := time.Now()
	c.mu.Lock()
	board, end := c.boards[m.ID].Message, c.below(m.ID)
	if g.Buried == 0 || end == nil {
		c.mu.Unlock()
		return false, nil
	}
	own := []string{board}
	for _, message := range end.own {
		own = append(own, message)
	}
	known := now.Sub(end.told) < toldLately && slices.Contains(own, end.last)
	if !known {
		end.looked = now
	}
	c.mu.Unlock()
	if known {
		return false, nil
	}
	below, err := c.discord.HistoryAfter(ctx, m.Channel, board, g.Buried+len(own))
	if err != nil {
		return false, err
	}
	others := slices.DeleteFunc(below.IDs, func(id string) bool { return slices.Contains(own, id) })
	if below.Gone || len(others) > g.Buried {
		return true, nil
	}
	return len(others) > 0 && bot.SentAt(others[len(others)-1]).Sub(bot.SentAt(board)) > buriedFor, nil
}
