package commands

import (
	"context"

	"deuces/bot"
	"deuces/table"
)

var (
	joinSpec  = bot.Command{Name: "join", Description: "Sits down at this channel's table"}
	leaveSpec = bot.Command{Name: "leave", Description: "Gives up your seat at this channel's table"}
	tableSpec = bot.Command{Name: "table", Description: "Brings this channel's table to the bottom"}
	endSpec   = bot.Command{Name: "end", Description: "Ends this channel's table; finished rounds keep their points"}
)

// join answers the button of a lobby.
func (c *Commands) join(ctx context.Context, r bot.Request) (bot.Reply, error) {
	return c.do(ctx, r, func(p table.Player) table.Command { return table.Join{Player: p} })
}

// leave answers the button of a lobby.
func (c *Commands) leave(ctx context.Context, r bot.Request) (bot.Reply, error) {
	return c.do(ctx, r, func(p table.Player) table.Command { return table.Leave{Player: p} })
}

// joinHere answers /join.
func (c *Commands) joinHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.here(r)
	if err != nil {
		return bot.Reply{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	_, was := m.Seat(p)
	m, err = c.tables.Do(ctx, m.ID(), table.Join{Player: p})
	if err != nil {
		return bot.Reply{}, err
	}
	_, seated := m.Seat(p)
	switch {
	case m.Phase() == table.Lobby:
		return bot.Sayf("You sit at %s. The host starts the match.", c.place(m.ID(), m.Guild(), m.Channel())), nil
	case was:
		return bot.Say("Welcome back: your seat is yours again. `/hand` shows your cards."), nil
	case seated:
		return bot.Say("You take over a seat that was left, with its cards: `/hand` shows them. Your points begin at 0."), nil
	}
	return bot.Say("You sit down with the next round. Your points begin at 0."), nil
}

// leaveHere answers /leave.
func (c *Commands) leaveHere(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.doHere(ctx, r, func(p table.Player) table.Command { return table.Leave{Player: p} })
	if err != nil {
		return bot.Reply{}, err
	}
	// Only a player in a match has a seat left that is theirs.
	if p, err := c.player(ctx, r); err != nil {
		return bot.Reply{}, err
	} else if _, seated := m.Seat(p); !seated || m.Phase() == table.Over {
		return bot.Say("You have left the table."), nil
	}
	return bot.Say("You have left. A stand-in plays your seat on; `/join` takes it back, unless somebody else takes it first."), nil
}

// lift answers /table.
func (c *Commands) lift(ctx context.Context, r bot.Request) (bot.Reply, error) {
	m, err := c.visitedHere(ctx, r)
	if err != nil {
		return bot.Reply{}, err
	}
	if lacks := r.Lacks(); lacks != "" {
		return bot.Sayf("I can't show the table in this channel: I lack %s here.", lacks), nil
	}
	if !c.mirrors.Move(boardKey(m.ID())) { // Discord would not have its first message
		if err := c.showBoard(ctx, m); err != nil {
			return bot.Reply{}, err
		}
	}
	return bot.Say("Here it comes, at the bottom."), nil
}

// end answers /end.
func (c *Commands) end(ctx context.Context, r bot.Request) (bot.Reply, error) {
	_, err := c.doHere(ctx, r, func(p table.Player) table.Command {
		return table.End{Player: p, Force: r.Can.Has(bot.ManageMessages)}
	})
	if err != nil {
		return bot.Reply{}, err
	}
	return bot.Say("The table is closed."), nil
}

// doHere gives a command to the channel's table.
func (c *Commands) doHere(ctx context.Context, r bot.Request, command func(table.Player) table.Command) (table.Match, error) {
	m, err := c.here(r)
	if err != nil {
		return table.Match{}, err
	}
	p, err := c.player(ctx, r)
	if err != nil {
		return table.Match{}, err
	}
	return c.tables.Do(ctx, m.ID(), command(p))
}
