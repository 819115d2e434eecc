package commands

import (
	"context"
	"fmt"
	"time"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
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

var endSpec = bot.Command{Name: "end", Description: say.New("Closes this channel's table, after asking; finished rounds keep their points")}

// end answers /end: it asks whoever may end the table, and says what would be lost.
func (c *Commands) end(ctx context.Context, v visit) (bot.Reply, error) {
	return c.askToEnd(ctx, v)
}

// endChosen answers the question. If the table has gone on since it was asked, other
// things would be lost, so it is asked again.
func (c *Commands) endChosen(ctx context.Context, v visit, id ids.End) (bot.Reply, error) {
	switch {
	case v.match.Phase == match.Over:
		return bot.Update(screen.Sentence(say.New("The table is closed."))), nil
	case id.What == ids.EndNot:
		return bot.Update(screen.Sentence(say.New("The table stays open."))), nil
	case id.What != ids.EndNow, id.Round != v.match.Decision.Round:
		return c.askToEnd(ctx, v)
	}
	if _, err := c.tables.Do(ctx, v.match.ID, ending(v)); err != nil {
		return bot.Reply{}, err
	}
	return bot.Update(screen.Sentence(say.New("The table is closed."))), nil
}

// ending is the command that ends the table of a visit.
func ending(v visit) match.End {
	return match.End{Player: v.player, Force: v.Can.Has(bot.ManageMessages)}
}

func (c *Commands) askToEnd(ctx context.Context, v visit) (bot.Reply, error) {
	if _, err := v.match.Decide(ending(v), time.Now()); err != nil {
		return bot.Reply{}, err
	}
	s, err := c.snapshot(ctx, v.match)
	if err != nil {
		return bot.Reply{}, err
	}
	msg := s.AskToEnd()
	return bot.Reply{Message: &msg, Private: true, Update: v.Private}, nil
}

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
