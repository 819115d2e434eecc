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

// Tend runs periodic jobs until the context ends: it ends seasons that are due, and deletes the data of
// guilds that removed the bot and expired tokens. The first run is immediate.
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
	// Tokens that expire before the next run are deleted too.
	clean := func(former string) string { return mirror.DropExpired(former, now.Add(every)) }
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

// A sleeping table (table.Registry) has mirrors only for open hands, which end when their tokens
// expire. Its other messages stay as they are. When the table wakes, they get mirrors again.

// Woke restores the messages of a table that wakes. Messages that aren't up to date are edited with low
// priority. It implements table.Config.OnWake.
func (c *Commands) Woke(ctx context.Context, m match.Match, shown bool) error {
	if err := c.restore(ctx, m, shown); err != nil {
		return err
	}
	if !shown {
		c.turns.put(m)
	}
	return nil
}

// Sleeps removes the mirrors of a table's messages if all of them are up to date. It reports
// whether they were. It implements table.Config.MaySleep: it doesn't block.
func (c *Commands) Sleeps(m match.Match) bool {
	id := m.ID
	if c.boardAt(id).Message == "" || !c.mirrors.DropUpToDate(c.publicKeys(id)...) {
		return false
	}
	c.letRest(id)
	return true
}

// publicKeys returns the keys of a table's mirrors, without those of hands.
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

// letRest forgets the messages of a table, except open hands.
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

// GoDown makes every later interaction get the reply that the program is stopping.
func (c *Commands) GoDown() { c.down.Store(true) }

// SayDown makes the boards of all awake tables say that the program restarts. It must be called after
// GoDown and before the mirrors are closed.
func (c *Commands) SayDown() {
	for _, m := range c.tables.Awake() {
		c.mirrors.Touch(postKey(BoardPost, m.ID))
	}
}
