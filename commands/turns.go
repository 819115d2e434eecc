package commands

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/match"
	"deuces/settings"
)

// turns holds the newest state of each table that has changed, for FollowTurns.
type turns struct {
	mu      sync.Mutex
	changed map[match.ID]match.Match
	wake    chan struct{} // holds one signal
}

func newTurns() *turns {
	return &turns{changed: map[match.ID]match.Match{}, wake: make(chan struct{}, 1)}
}

func (t *turns) put(m match.Match) {
	t.mu.Lock()
	t.changed[m.ID] = m
	t.mu.Unlock()
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// drop removes the tables that another process has taken over.
func (t *turns) drop(tables []match.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range tables {
		delete(t.changed, id)
	}
}

func (t *turns) take() map[match.ID]match.Match {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.changed
	t.changed = map[match.ID]match.Match{}
	return all
}

// looksASecond limits the checks of boards, over all tables, to a tenth of the requests that
// Discord allows the bot.
const looksASecond = 5

// FollowTurns handles new turns until the context ends: it sends direct messages, checks whether chat
// messages have buried the board, and tells players a little later if they don't act. No interaction
// waits for it.
func (c *Commands) FollowTurns(ctx context.Context) {
	due := map[match.ID]time.Time{}  // when to check the board of a table
	tell := map[match.ID]time.Time{} // when to tell the player to move
	pace := rate.NewLimiter(looksASecond, looksASecond)
	looked := make(chan struct{}, 1)
	looking := false // only one check runs at a time
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			if looking {
				<-looked
			}
			return
		case <-looked:
			looking = false
		case <-timer.C:
		case <-c.turns.wake:
			for id, m := range c.turns.take() {
				c.tellDirectly(ctx, m)
				c.tellsAt(tell, m)
				if at, awaits := c.looksAt(m, time.Now()); !awaits {
					delete(due, id)
				} else if before, scheduled := due[id]; !scheduled || at.Before(before) {
					due[id] = at
				}
			}
		}
		next, at := soonest(tell)
		for ; next != 0 && time.Until(at) <= 0; next, at = soonest(tell) {
			delete(tell, next)
			c.tellSoon(ctx, tell, next)
		}
		id, look := soonest(due)
		switch wait := time.Until(look); {
		case looking || id == 0 || wait > 0:
			if !looking && id != 0 && (next == 0 || look.Before(at)) {
				next, at = id, look
			}
			if next != 0 {
				timer.Reset(time.Until(at))
			}
		default:
			delete(due, id)
			looking = true
			go func() {
				defer func() { looked <- struct{}{} }()
				if pace.Wait(ctx) == nil {
					c.bringBack(ctx, id)
				}
			}()
		}
	}
}

// tellsAt notes when to tell the player to move, if players are told a little later.
func (c *Commands) tellsAt(tell map[match.ID]time.Time, m match.Match) {
	delete(tell, m.ID)
	seat, awaits := screen.Awaited(m)
	if !awaits || c.Mention != settings.MentionSoon && !m.Settings.Slow() {
		return
	}
	tell[m.ID] = screen.DueAt(m, settings.MentionSoon, c.lastClick(m, m.Players()[seat]))
}

// tellSoon renders the notices of a table again, unless the player to move has clicked something.
func (c *Commands) tellSoon(ctx context.Context, tell map[match.ID]time.Time, id match.ID) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	m, err := c.tables.Match(ctx, id)
	if err != nil {
		return // the table is over or belongs to another process
	}
	if c.tellsAt(tell, m); time.Until(tell[id]) > 0 {
		return
	}
	delete(tell, id)
	each(c.sideKeys(id), c.mirrors.Touch)
}

func soonest(due map[match.ID]time.Time) (first match.ID, at time.Time) {
	for id, t := range due {
		if first == 0 || t.Before(at) {
			first, at = id, t
		}
	}
	return first, at
}

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

func (c *Commands) seen(m match.Match, r bot.Request) {
	if r.Last == "" || r.Channel != m.Channel || m.Phase != match.Playing {
		return
	}
	c.update(m.ID, func(t *tableMessages) { t.last, t.told = r.Last, time.Now() })
}

// looksAt returns when to check a table's board next, or false if no check is needed now.
func (c *Commands) looksAt(m match.Match, now time.Time) (time.Time, bool) {
	if _, awaits := screen.Awaited(m); !awaits {
		return time.Time{}, false
	}
	known := c.messagesOf(m.ID)
	if known.board.Message == "" || known.board.Edition != edition(m) {
		return time.Time{}, false // the board is about to be posted
	}
	return slices.MaxFunc([]time.Time{now, known.board.At.Add(c.BoardEvery), known.looked.Add(c.BoardEvery / 4)}, time.Time.Compare), true
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
		c.Logger.Debug().Err(err).Int64("table", int64(id)).Msg("cannot list the messages below the board")
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
	now, known := time.Now(), c.messagesOf(m.ID)
	board := known.board.Message
	own := slices.AppendSeq([]string{board}, maps.Values(known.side))
	if g.Buried == 0 || board == "" || now.Sub(known.told) < toldLately && slices.Contains(own, known.last) {
		return false, nil
	}
	c.update(m.ID, func(t *tableMessages) { t.looked = now })
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
