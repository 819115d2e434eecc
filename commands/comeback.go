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

// The board comes back: chat pushes it up, so when it is a person's turn and too much
// stands below it, it is posted anew at the end of the channel, and the old one goes.
//
// Discord doesn't tell the bot of messages, so it looks: when a turn begins or its time
// runs short, at the earliest when the board may move again, and only where the answer
// can matter. Each click tells the channel's last message; if that is the board, or one
// of the bot's own beside it, nothing has to be asked.

const (
	// buriedFor is how much later than the board the newest message below it may be.
	buriedFor = 2 * time.Minute
	// toldLately is for how long what a click told of the channel is believed.
	toldLately = 10 * time.Second
	// lookWithin bounds one look: behind it others wait.
	lookWithin = 10 * time.Second
)

// channelEnd is what is known of the messages below a board.
type channelEnd struct {
	own    map[Post]string // the side posts of the table that were last in the channel; perhaps deleted since
	last   string          // the channel's last message, as a click told it
	told   time.Time       // when
	looked time.Time       // when the bot last asked
}

// below is what is known of the messages below a table's board; nil where there is no
// board, as after the table's end. With the lock.
func (c *Commands) below(id match.ID) *channelEnd {
	if c.boards[id].Message == "" {
		return nil
	}
	if c.ends[id] == nil {
		c.ends[id] = &channelEnd{own: map[Post]string{}}
	}
	return c.ends[id]
}

// sidePosted notes where a side post of a table is.
func (c *Commands) sidePosted(id match.ID, kind Post, at bot.Shown) {
	if at.Message == "" {
		return // of one that was deleted, Discord may still tell as the last
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if end := c.below(id); end != nil {
		end.own[kind] = at.Message
	}
}

// seen notes what a request at a table tells of its channel.
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

// looksAt is when to look for the board of a table next; false: nobody needs it now.
func (c *Commands) looksAt(m match.Match, now time.Time) (time.Time, bool) {
	if _, awaits := screen.Awaited(m); !awaits {
		return time.Time{}, false
	}
	board := c.boardAt(m.ID)
	if board.Message == "" || board.Edition != edition(m) {
		return time.Time{}, false // it is about to be posted
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

// bringBack posts a table's board anew if it is a person's turn and the board is buried.
func (c *Commands) bringBack(ctx context.Context, id match.ID) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return // it is over, or lost
	}
	if _, awaits := screen.Awaited(m); !awaits {
		return
	}
	buried, err := c.buried(ctx, m)
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil: // the next turn asks again
		c.Logger.Debug().Err(err).Int64("table", int64(id)).Msg("can't look what is below a board")
	case buried:
		c.mirrors.Replace(postKey(BoardPost, id))
	}
}

// buried says whether too much stands below a table's board.
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
