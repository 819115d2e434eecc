package commands

import (
	"context"

	"deuces/bot"
	"deuces/game"
	"deuces/standing"
	"deuces/table"
)

// visit is a request at a table: which one, and who asks.
type visit struct {
	bot.Request
	match  table.Match
	player table.Player
}

// tabled is a custom_id that names a table.
type tabled interface{ TableID() table.ID }

// atTable reads a custom_id and hands its handler the table that it names.
func atTable[T tabled](c *Commands, parse func(args []string) T, h func(context.Context, visit, T) (bot.Reply, error)) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		id := parse(r.Args)
		m, err := c.tableOf(ctx, r, id.TableID())
		if err != nil {
			return bot.Reply{}, err
		}
		v, err := c.visit(ctx, r, m)
		if err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v, id)
	}
}

// visiting is atTable for a click that shows its player to be at the table: a
// player who was away gets the seat back, and a paused match goes on.
func visiting[T tabled](c *Commands, parse func(args []string) T, h func(context.Context, visit, T) (bot.Reply, error)) bot.Handler {
	return atTable(c, parse, func(ctx context.Context, v visit, id T) (bot.Reply, error) {
		var err error
		if v.match, err = c.greet(ctx, v.Request, v.match); err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v, id)
	})
}

// inChannel hands a command the table of its channel.
func inChannel(c *Commands, h func(context.Context, visit) (bot.Reply, error)) bot.Handler {
	return func(ctx context.Context, r bot.Request) (bot.Reply, error) {
		m, err := c.here(r)
		if err != nil {
			return bot.Reply{}, err
		}
		v, err := c.visit(ctx, r, m)
		if err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v)
	}
}

// visitingHere is inChannel for a command that shows its player to be at the table.
func visitingHere(c *Commands, h func(context.Context, visit) (bot.Reply, error)) bot.Handler {
	return inChannel(c, func(ctx context.Context, v visit) (bot.Reply, error) {
		var err error
		if v.match, err = c.greet(ctx, v.Request, v.match); err != nil {
			return bot.Reply{}, err
		}
		return h(ctx, v)
	})
}

// visit is a request at a table, with the number of the player who makes it.
func (c *Commands) visit(ctx context.Context, r bot.Request, m table.Match) (visit, error) {
	p, err := c.playerOf(ctx, r)
	return visit{r, m, p}, err
}

// playerOf returns the number of the player who makes a request.
func (c *Commands) playerOf(ctx context.Context, r bot.Request) (standing.Player, error) {
	return c.Store.Player(ctx, r.User.ID, r.User.Name)
}

// errNoTableHere is said where a command needs a table and the channel has none.
var errNoTableHere = game.Refuse("There is no table in this channel. `/play` opens one.")

// here returns the live table of the channel.
func (c *Commands) here(r bot.Request) (table.Match, error) {
	m, ok := c.tables.In(r.Channel)
	if !ok {
		return table.Match{}, errNoTableHere
	}
	return m, nil
}

// reaches says that a request may know of what is in a channel: it comes from there, or
// from a thread of it. Discord doesn't tell what somebody may see elsewhere, only what they
// may do where they are, and that an administrator sees everything. So an id that was forged,
// or kept from a time when somebody could see the channel, opens nothing.
func reaches(r bot.Request, channel string) bool {
	return r.Channel == channel || r.Parent != "" && r.Parent == channel
}

// tableOf returns a table that a button names, also when it is over. One of another
// guild or channel is none: the id was forged.
func (c *Commands) tableOf(ctx context.Context, r bot.Request, id table.ID) (table.Match, error) {
	if id == 0 {
		return table.Match{}, table.ErrNoTable
	}
	m, err := c.tables.Match(ctx, id)
	if err == nil && (m.Guild() != r.Guild || !reaches(r, m.Channel())) {
		return table.Match{}, table.ErrNoTable
	}
	return m, err
}

// greet lets a table know that one of its players is there, where it waits for that.
func (c *Commands) greet(ctx context.Context, r bot.Request, m table.Match) (table.Match, error) {
	waits := m.Paused()
	for seat := range m.Players() {
		waits = waits || m.Away(game.Seat(seat))
	}
	if !waits || m.Phase() == table.Over {
		return m, nil
	}
	p, err := c.playerOf(ctx, r)
	if err != nil {
		return m, err
	}
	seat, seated := m.Seat(p)
	if !seated || m.Vacant(seat) || !m.Paused() && !m.Away(seat) {
		return m, nil
	}
	return c.tables.Do(ctx, m.ID(), table.Here{Player: p})
}

// do gives a button's command to its table. The answer is the board, which shows
// what has changed: it is edited by its mirror alone, so that of two clicks at
// once the board shows both.
func (c *Commands) do(ctx context.Context, v visit, command table.Command) (bot.Reply, error) {
	_, err := c.tables.Do(ctx, v.match.ID(), command)
	return bot.Reply{}, err
}
