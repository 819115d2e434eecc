package commands

import (
	"context"
	"slices"

	"deuces/bot"
	"deuces/match"
)

// A table that sleeps (table.Registry) has no mirrors but its open hands, which end with
// their tokens: its messages stay as they are. When it wakes, they are mirrors again.

// Woke shows the messages of a table that wakes. What was shown of it holds, or is shown
// anew calmly. It is for table.Config.Woke.
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
// for table.Config.Sleeps: it does not block.
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
