package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/say"
	"deuces/table"
)

var joinSpec = bot.Command{Name: "join", Description: say.New("Sits down at this channel's table")}

// join answers the button of a lobby.
func (c *Commands) join(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	return c.do(ctx, v, table.Join{Player: v.player})
}

// joinHere answers /join.
func (c *Commands) joinHere(ctx context.Context, v visit) (bot.Reply, error) {
	_, was := v.match.Seat(v.player)
	m, err := c.tables.Do(ctx, v.match.ID(), table.Join{Player: v.player})
	if err != nil {
		return bot.Reply{}, err
	}
	_, seated := m.Seat(v.player)
	switch {
	case m.Phase() == table.Lobby:
		return bot.Say(say.New("You sit at {ID}. The host starts the match.", c.boardLink(m.ID(), m.Guild(), m.Channel()))), nil
	case was:
		return bot.Say(say.New("Welcome back: your seat is yours again. `/hand` shows your cards.")), nil
	case seated:
		return bot.Say(say.New("You take over a seat that was left, with its cards: `/hand` shows them. Your points begin at 0.")), nil
	}
	return bot.Say(say.New("You sit down with the next round. Your points begin at 0.")), nil
}
