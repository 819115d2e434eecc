package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
)

var joinSpec = bot.Command{Name: "join", Description: say.New("Takes a seat at this channel's table")}

// join answers the button of a lobby.
func (c *Commands) join(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	return c.do(ctx, v, match.Join{Player: v.player})
}

// joinHere answers /join.
func (c *Commands) joinHere(ctx context.Context, v visit) (bot.Reply, error) {
	_, was := v.match.Seat(v.player)
	m, err := c.tables.Do(ctx, v.match.ID, match.Join{Player: v.player})
	if err != nil {
		return bot.Reply{}, err
	}
	switch {
	case m.Phase == match.Lobby:
		return bot.Say(say.New("You joined the table: {link}. The host starts the match.", c.boardLink(m.ID, m.Guild, m.Channel))), nil
	case was:
		return bot.Say(say.New("Welcome back! Your seat is yours again. `/hand` shows your cards.")), nil
	}
	return bot.Say(say.New("You join in the next round, with 0 points.")), nil
}
