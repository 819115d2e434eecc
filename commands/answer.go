package commands

import (
	"context"
	"errors"

	"deuces/bot"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
	"deuces/table"
)

// spoken wraps a handler. Errors that are meant for players become private replies, and every reply
// uses the guild's own words for titles.
func (c *Commands) spoken(h bot.Handler) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		reply, err := c.refused(ctx, h, r)
		if err != nil {
			return reply, err
		}
		g, err := c.guild(ctx, r.Guild)
		if err != nil {
			return bot.Reply{}, err
		}
		return g.Reply(reply), nil
	}
}

// refused calls a handler. If the handler returns an error that is meant for a player, the reply is
// that sentence.
func (c *Commands) refused(ctx context.Context, h bot.Handler, r bot.Request) (bot.Reply, error) {
	if c.down.Load() {
		return bot.Say(say.New(sayRestarting)), nil
	}
	reply, err := h(ctx, r)
	if refused, ok := errors.AsType[*game.Illegal](err); ok {
		reply := bot.Say(refused.Reason)
		*reply.Message = c.inTheirCards(ctx, r, *reply.Message)
		return reply, nil
	}
	if taken, ok := errors.AsType[*table.ChannelTaken](err); ok {
		return bot.Say(say.New("This channel already has a table: {link}",
			c.boardLink(taken.ID, r.Guild, taken.Channel))), nil
	}
	switch {
	case errors.Is(err, match.ErrNoTable), errors.Is(err, match.ErrUnreadable):
		return bot.Say(say.New("That table is gone. `/play` opens a new one.")), nil
	case errors.Is(err, table.ErrNotStored):
		return bot.Say(say.New("That didn't go through, and nothing has changed. Please try again.")), nil
	case errors.Is(err, table.ErrClosed):
		return bot.Say(say.New(sayRestarting)), nil
	case errors.Is(err, match.ErrStale):
		return bot.Say(say.New("The table has moved on.")), nil
	}
	return reply, err
}

// sayRestarting is the reply while the program stops.
const sayRestarting say.Text = "I'm restarting. Please try again in a moment. Nothing is lost, and the clock is stopped."
