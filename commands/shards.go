package commands

import (
	"context"
	"errors"

	"deuces/table"
)

// Took shows the tables of guilds that are this process's from now on, and finishes what
// the one before has left: what Serve does for all. The tables are live already.
func (c *Commands) Took(ctx context.Context, of func(guild string) bool) error {
	var failed error
	for _, m := range c.tables.Live() {
		if of(m.Guild()) {
			failed = errors.Join(failed, c.restore(ctx, m))
			c.turns.put(m)
		}
	}
	return errors.Join(failed, c.lostBefore(ctx, nil, of), c.finish(ctx, of))
}

// LetGo forgets tables that another process goes on with, and returns when nothing about
// them is on its way to Discord, or the context has ended. The messages stay as they are.
func (c *Commands) LetGo(ctx context.Context, tables []table.ID) {
	var keys []string
	c.mu.Lock()
	for _, id := range tables {
		keys = append(keys, postKey(BoardPost, id))
		for _, kind := range sidePosts() {
			keys = append(keys, postKey(kind, id))
		}
		for p := range c.hands[id] {
			keys = append(keys, handKey(id, p))
		}
		for _, p := range c.directs[id] {
			keys = append(keys, postKey(directPost(p), id))
		}
		delete(c.boards, id)
		delete(c.hands, id)
		delete(c.ends, id)
		delete(c.directs, id)
		delete(c.trouble, id)
	}
	c.mu.Unlock()
	c.turns.drop(tables)
	c.mirrors.Release(ctx, keys)
}
