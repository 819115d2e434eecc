package commands

import (
	"context"
	"errors"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// channelGone closes the table of a deleted channel. It doesn't block.
func (c *Commands) channelGone(channel string) {
	id := c.tables.TableIn(channel)
	if id == 0 {
		return
	}
	c.work.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, err := c.tables.Do(ctx, id, match.End{Force: true})
		log := c.Logger.With().Int64("table", int64(id)).Str("channel", channel).Logger()
		if refused := (*game.Illegal)(nil); err != nil && !errors.As(err, &refused) {
			log.Error().Err(err).Msg("cannot close the table of a deleted channel")
			return
		}
		log.Info().Msg("closed the table of a deleted channel")
	})
}

// unshown records why a table's board can't be shown. If Discord refuses it, the next player
// who opens a hand is told the reason once. Hands can still be shown.
func (c *Commands) unshown(id match.ID, channel string, err error) {
	c.Logger.Warn().Err(err).Int64("table", int64(id)).Str("channel", channel).Msg("cannot show the board of a table")
	if errors.Is(err, rest.ErrNoChannel) {
		c.channelGone(channel)
		return
	}
	if why := refusedBecause(err); !why.Empty() {
		why = noTable(why)
		c.update(id, func(t *tableMessages) { t.trouble = &why })
		each(handKeys(id, c.messagesOf(id).hands), c.mirrors.Touch) // they no longer wait for it
	}
}

// troubles returns the note about a table's board, once. If the request shows that the permissions
// were granted, the board is shown again immediately.
func (c *Commands) troubles(id match.ID, r bot.Request) (text say.Message) {
	granted := r.Missing().Empty()
	c.update(id, func(t *tableMessages) {
		switch {
		case t.trouble == nil:
			granted = false
		case granted:
			text, t.trouble = *t.trouble, nil
		default:
			text, t.trouble = *t.trouble, &say.Message{} // a player has been told
		}
	})
	if granted {
		each(c.postKeys(id), c.mirrors.Retry)
	}
	return text
}
