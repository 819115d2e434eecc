package commands

import (
	"context"
	"slices"
	"time"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/match"
)

// Lost tells a channel, once, that its table had to be given up. After that the store no longer lists
// the table as live. It implements table.Config.OnLost: it doesn't block.
func (c *Commands) Lost(m match.Match, _ error) {
	go func() {
		if !c.mirrors.Has(postKey(MentionPost, m.ID)) { // the table was asleep
			c.recall(context.Background(), m.ID)
		}
		c.tellLost(m.ID)
	}()
}

// lostBefore does the same for tables of some guilds that were given up before the program last
// stopped, and whose channels weren't told.
func (c *Commands) lostBefore(ctx context.Context, of func(guild string) bool) error {
	begun, err := c.Store.LostWithPosts(ctx, of)
	if err != nil {
		return err
	}
	for _, id := range begun {
		c.recall(ctx, id)
		board, err := c.Store.Post(ctx, id, BoardPost)
		if err != nil {
			return err
		}
		if board == (bot.Shown{}) { // the channel was told already
			c.removeSidePosts(id)
		} else {
			c.tellLost(id)
		}
	}
	return nil
}

// recall restores the mirrors of a lost table's side posts, so that these can be deleted.
func (c *Commands) recall(ctx context.Context, id match.ID) {
	channel, err := c.Store.Channel(ctx, id)
	if err != nil {
		return // tellLost logs it
	}
	posts, err := c.Store.Posts(ctx, id)
	if err == nil {
		err = c.restoreDirects(ctx, id, posts, false)
	}
	if err != nil {
		c.Logger.Warn().Err(err).Int64("table", int64(id)).Msg("not all messages of a lost table are known")
	}
	for _, kind := range sidePosts() {
		at := posts[kind]
		c.mirrors.Show(bot.Mirror{
			Key: postKey(kind, id), Channel: channel, Shown: at,
			Render: func(context.Context) (bot.Message, error) { return bot.Message{}, nil },
			Posted: func(at bot.Shown) { c.savePost(id, kind, channel, at) },
			Gone:   func() { c.savePost(id, kind, channel, bot.Shown{}) },
		})
	}
}

// tellLost tells the channel of a table, and the players with an open hand, that it is lost.
func (c *Commands) tellLost(id match.ID) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	log := c.Logger.With().Int64("table", int64(id)).Logger()
	c.removeSidePosts(id)
	c.mu.Lock()
	hands := slices.Clone(c.hands[id])
	delete(c.hands, id)
	c.mu.Unlock()
	for _, p := range hands {
		c.mirrors.Finish(handKey(id, p))
	}
	c.boardPosted(id, bot.Shown{})
	channel, err := c.Store.Channel(ctx, id)
	if err != nil {
		log.Error().Err(err).Msg("nobody can be told of a lost table")
		return
	}
	at, err := c.Store.Post(ctx, id, BoardPost)
	if err != nil {
		log.Warn().Err(err).Msg("the board of a lost table is not known")
	}
	mark := func() {
		if err := c.Store.GiveUp(context.Background(), id, time.Now()); err != nil {
			log.Error().Err(err).Msg("a lost table was not marked, and will be told of again")
		}
	}
	c.mirrors.Show(bot.Mirror{
		Key:     postKey(BoardPost, id),
		Channel: channel,
		Shown:   at,
		Render:  func(context.Context) (bot.Message, error) { return screen.LostBoard(id), nil },
		Posted: func(at bot.Shown) {
			c.savePost(id, BoardPost, channel, at)
			if at.Message != "" {
				mark()
			}
		},
		Gone: func() { c.savePost(id, BoardPost, channel, bot.Shown{}) },
		Failed: func(err error) {
			log.Warn().Err(err).Str("channel", channel).Msg("a channel can't be told of its lost table")
			mark()
		},
	})
	c.mirrors.Finish(postKey(BoardPost, id))
}
