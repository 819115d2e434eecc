package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"deuces/bot"
	"deuces/bot/mirror"
	"deuces/match"
)

// Tend does what time brings until the context ends: it ends seasons by their plan, and
// deletes the data of guilds that removed the bot, and tokens that are dead. It looks at
// once, and then every so often.
func (c *Commands) Tend(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		c.tend(ctx, time.Now(), every)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (c *Commands) tend(ctx context.Context, now time.Time, every time.Duration) {
	// What dies before the next look goes now.
	clean := func(former string) string { return mirror.Reachable(former, now.Add(every)) }
	if err := c.Store.CleanPosts(ctx, clean); err != nil && !errors.Is(err, context.Canceled) {
		c.Logger.Error().Err(err).Msg("tokens of interactions that are dead can't be deleted now")
	}
	closed, err := c.Store.RollSeasons(ctx, now)
	if err != nil && !errors.Is(err, context.Canceled) {
		c.Logger.Error().Err(err).Msg("seasons can't be ended")
	}
	for _, s := range closed {
		c.postSeason(s)
	}
	gone, err := c.Store.PurgeGuilds(ctx, now, c.tables.EndGuild)
	if err != nil && !errors.Is(err, context.Canceled) {
		c.Logger.Error().Err(err).Msg("the data of a server that removed me can't be deleted")
	}
	if gone > 0 {
		c.Logger.Info().Int("servers", gone).Msg("the data of servers that removed me is deleted")
	}
}

// A table that sleeps (table.Registry) has no mirrors but its open hands, which end with
// their tokens: its messages stay as they are. When it wakes, they are mirrors again.

// Woke shows the messages of a table that wakes. What was shown of it holds, or is shown
// anew calmly. It is for table.Config.OnWake.
func (c *Commands) Woke(ctx context.Context, m match.Match, shown bool) error {
	if err := c.restore(ctx, m, shown); err != nil {
		return err
	}
	if !shown {
		c.turns.put(m)
	}
	return nil
}

// Sleeps lets go of the messages of a table, if they show all that there is to show. It is
// for table.Config.MaySleep: it does not block.
func (c *Commands) Sleeps(m match.Match) bool {
	id := m.ID
	if c.boardAt(id).Message == "" || !c.mirrors.DropUpToDate(c.publicKeys(id)...) {
		return false
	}
	c.letRest(id)
	return true
}

// publicKeys are the mirrors of a table, without its hands.
func (c *Commands) publicKeys(id match.ID) []string {
	keys := []string{postKey(BoardPost, id)}
	for _, kind := range sidePosts() {
		keys = append(keys, postKey(kind, id))
	}
	for _, p := range c.directsOf(id) {
		keys = append(keys, postKey(directPost(p), id))
	}
	return keys
}

// letRest forgets what is known of a table's messages, but for hands that are still open.
func (c *Commands) letRest(id match.ID) {
	c.boardPosted(id, bot.Shown{})
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.directs, id)
	delete(c.trouble, id)
	c.hands[id] = slices.DeleteFunc(c.hands[id], func(p match.Player) bool { return !c.mirrors.Has(handKey(id, p)) })
	if len(c.hands[id]) == 0 {
		delete(c.hands, id)
	}
}

// GoDown answers every click from now on with a sentence that says so.
func (c *Commands) GoDown() { c.down.Store(true) }

// SayDown makes the boards of all tables that are awake say that the program restarts. It comes
// after GoDown and before the mirrors are closed.
func (c *Commands) SayDown() {
	for _, m := range c.tables.Awake() {
		c.mirrors.Touch(postKey(BoardPost, m.ID))
	}
}
