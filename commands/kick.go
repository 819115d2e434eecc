package commands

import (
	"context"
	"fmt"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
)

var kickSpec = bot.Command{
	Name:        "kick",
	Description: say.New("Removes a player from this channel's table: the host directly, others by a vote"),
	Options: []bot.Option{
		{Name: "player", Description: say.New("The player to remove"), Kind: bot.Someone, Required: true},
		{Name: "undo", Description: say.New("Lets someone who was removed join again (host only)"), Kind: bot.Boolean},
	},
}

// kick answers /kick.
func (c *Commands) kick(ctx context.Context, v visit) (bot.Reply, error) {
	user := v.Users[v.Options["player"]]
	name := screen.DisplayName(user.Name)
	whom, err := c.among(ctx, append(append(v.match.Players(), v.match.Coming...), v.match.Barred...), user.ID)
	if err != nil {
		return bot.Reply{}, err
	}
	force := v.Can.Has(bot.ManageMessages)
	if undo, _ := v.Bool("undo"); undo {
		_, err := c.tables.Do(ctx, v.match.ID, match.Pardon{Player: v.player, Kicked: whom, Force: force})
		return bot.Say(say.New("{who} may join again.", name)), err
	}
	after, err := c.tables.Do(ctx, v.match.ID, match.Kick{Player: v.player, Against: whom, Force: force})
	if err != nil {
		return bot.Reply{}, err
	}
	if vote := after.Vote; vote != nil && vote.Against == whom {
		return bot.Say(say.New("You voted to remove {who}. Now the others at the table vote.", name)), nil
	}
	return bot.Say(say.New("{who} was removed from the table. `/kick` with `undo` lets them join again.", name)), nil
}

// among returns which of the players is somebody on Discord; 0 if none is.
func (c *Commands) among(ctx context.Context, players []match.Player, discord string) (match.Player, error) {
	people, err := c.Store.People(ctx, players...)
	if err != nil {
		return 0, fmt.Errorf("who is meant: %w", err)
	}
	for p, person := range people {
		if person.ID == discord && discord != "" {
			return p, nil
		}
	}
	return 0, nil
}

// vote answers the buttons of a vote: its message shows the count.
func (c *Commands) vote(ctx context.Context, v visit, id ids.Vote) (bot.Reply, error) {
	if id.Number < 0 {
		return bot.Reply{}, match.ErrStale
	}
	return c.do(ctx, v, match.Ballot{Player: v.player, Number: id.Number, For: id.For})
}
