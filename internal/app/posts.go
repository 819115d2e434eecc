package app

import (
	"context"
	"time"

	"deuces/bot"
	"deuces/commands"
	"deuces/match"
	"deuces/store"
)

// posts is the Store of commands.Config. It converts the kinds and the form of posts between
// packages store and commands.
type posts struct{ *store.Store }

func (p posts) SavePost(ctx context.Context, id match.ID, kind commands.Post, channel string, at bot.Shown) error {
	post := store.Post{}
	if at.Message != "" || at.Former != "" {
		post = store.Post{Channel: channel, Message: at.Message, Former: at.Former, Edition: at.Edition, Posted: at.At.UTC().Truncate(time.Millisecond)}
	}
	return p.Store.SavePost(ctx, id, string(kind), post)
}

func (p posts) TableWithPost(ctx context.Context, kind commands.Post, message string) (match.ID, error) {
	return p.Store.TableWithPost(ctx, string(kind), message)
}

func (p posts) Posts(ctx context.Context, id match.ID) (map[commands.Post]bot.Shown, error) {
	stored, err := p.Store.Posts(ctx, id)
	all := make(map[commands.Post]bot.Shown, len(stored))
	for kind, b := range stored {
		all[commands.Post(kind)] = bot.Shown{Message: b.Message, Former: b.Former, Edition: b.Edition, At: b.Posted}
	}
	return all, err
}
