package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/internal/say"
	"deuces/match"
)

var leaveSpec = bot.Command{Name: "leave", Description: say.New("Gives up your seat at this channel's table")}

// leave answers the button of a lobby.
func (c *Commands) leave(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	return c.do(ctx, v, match.Leave{Player: v.player})
}

// leaveHere answers /leave.
func (c *Commands) leaveHere(ctx context.Context, v visit) (bot.Reply, error) {
	m, err := c.tables.Do(ctx, v.match.ID, match.Leave{Player: v.player})
	if err != nil {
		return bot.Reply{}, err
	}
	// Only a player in a match has a seat left that is theirs.
	if _, seated := m.Seat(v.player); !seated || m.Phase == match.Over {
		return bot.Say(say.New("You left the table.")), nil
	}
	return bot.Say(say.New("You left the table. A computer is playing for you. `/join` gives you your seat back, unless somebody else takes it first.")), nil
}
