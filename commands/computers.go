package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/game"
	"deuces/game/ai"
	"deuces/match"
)

// computer answers the lobby's row of computer players.
func (c *Commands) computer(ctx context.Context, v visit, id ids.Computer) (bot.Reply, error) {
	g, err := c.guild(ctx, v.Guild)
	if err != nil {
		return bot.Reply{}, err
	}
	if !g.Computers && id.What != ids.RemoveLast {
		return bot.Reply{}, game.Refuse("Computer players are turned off on this server.")
	}
	if !c.hasComputers(v.match.System) {
		return bot.Reply{}, game.Refuse("There are no computer players for this game.")
	}
	switch id.What {
	case ids.RemoveLast:
		return c.do(ctx, v, match.RemoveComputer{Player: v.player})
	case ids.FillSeats:
		return c.do(ctx, v, match.AddComputer{Player: v.player, Level: lastLevel(v.match), Fill: true})
	}
	return c.do(ctx, v, match.AddComputer{Player: v.player, Level: ai.Level(id.What)})
}

// lastLevel is the level of the computer player that was seated last, normal without one.
func lastLevel(m match.Match) ai.Level {
	for seat := len(m.Players()) - 1; seat >= 0; seat-- {
		if c, ok := m.Computer(game.Seat(seat)); ok {
			return c.Level
		}
	}
	return ai.Normal
}
