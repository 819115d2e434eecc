package commands

import (
	"context"

	"deuces/bot"
	"deuces/internal/say"
)

var tableSpec = bot.Command{Name: "table", Description: say.New("Moves this channel's table to the bottom")}

// moveBoard answers /table: the board moves to the bottom of the channel.
func (c *Commands) moveBoard(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.here(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if m, err = c.greet(ctx, r, m); err != nil {
		return bot.Reply{}, err
	}
	if missing := r.Missing(); !missing.Empty() {
		return bot.Say(say.New("I can't show the table in this channel, because I'm missing {permissions} here.", missing)), nil
	}
	if !c.mirrors.Move(postKey(BoardPost, m.ID)) { // Discord would not have its first message
		if err := c.showBoard(ctx, m); err != nil {
			return bot.Reply{}, err
		}
	}
	return bot.Say(say.New("The table is moving to the bottom of the channel.")), nil
}
