package commands

import (
	"context"
	"errors"

	"deuces/match"
)

// Took finishes in guilds that are this process's from now on what the one before has left:
// what Serve does for all. Their tables are shown as they wake.
func (c *Commands) Took(ctx context.Context, of func(guild string) bool) error {
	return errors.Join(c.lostBefore(ctx, of), c.finish(ctx, of))
}

// LetGo forgets tables that another process goes on with, and returns when nothing about
// them is on its way to Discord, or the context has ended. The messages stay as they are.
func (c *Commands) LetGo(ctx context.Context, tables []match.ID) {
	var keys []string
	c.mu.Lock()
	for _, id := range tables {
		keys = append(keys, postKey(BoardPost, id))
		for _, kind := range sidePosts() {
			keys = append(keys, postKey(kind, id))
		}
		for _, p := range c.hands[id] {
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
