package commands

import (
	"context"
	"errors"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/match"
	"deuces/settings"
	"deuces/standing"
)

// visit is a request at a table: which one, and who asks.
type visit struct {
	bot.Request
	match  match.Match
	player match.Player
}

// playerOf returns the number of the player who makes a request.
func (c *Commands) playerOf(ctx context.Context, r bot.Request) (standing.Player, error) {
	return c.Store.Player(ctx, r.User.ID, r.User.Name)
}

// inTheirCards is a private message with its cards in words, for whoever has chosen that.
func (c *Commands) inTheirCards(ctx context.Context, r bot.Request, m bot.Message) bot.Message {
	player, isKnown, err := c.Store.Find(ctx, r.User.ID)
	chosen := settings.Person{}
	if err == nil && isKnown {
		chosen, err = c.Store.Preferences(ctx, player)
	}
	if err != nil { // what is said matters more
		c.Logger.Warn().Err(err).Msg("a message shows cards as symbols to somebody whose choice can't be read")
	}
	if chosen.Cards != settings.InWords {
		return m
	}
	return screen.InWords(m)
}

// errNoTableHere is said where a command needs a table and the channel has none.
var errNoTableHere = game.Refuse("There is no table in this channel. `/play` opens one.")

// here returns the live table of the channel.
func (c *Commands) here(ctx context.Context, r bot.Request) (match.Match, error) {
	m, err := c.tables.InChannel(ctx, r.Channel)
	if errors.Is(err, match.ErrNoTable) {
		err = errNoTableHere
	}
	return m, err
}

// reaches says that a request may know of what is in a channel: it comes from there, or
// from a thread of it. Discord doesn't tell what somebody may see elsewhere, only what they
// may do where they are, and that an administrator sees everything. So an id that was forged,
// or kept from a time when somebody could see the channel, opens nothing.
func reaches(r bot.Request, channel string) bool {
	return r.Channel == channel || r.Parent != "" && r.Parent == channel
}

// tableOf returns a table that a button names, also when it is over. One of another
// guild or channel is none: the id was forged. Who sees the channel from which a thread was
// opened for the table sees that thread, too.
func (c *Commands) tableOf(ctx context.Context, r bot.Request, id match.ID) (match.Match, error) {
	if id == 0 {
		return match.Match{}, match.ErrNoTable
	}
	m, err := c.tables.Match(ctx, id)
	if err == nil && (m.Guild != r.Guild || !reaches(r, m.Channel) && r.Channel != m.Parent) {
		return match.Match{}, match.ErrNoTable
	}
	return m, err
}

// greet lets a table know that one of its players is there, where it waits for that.
func (c *Commands) greet(ctx context.Context, r bot.Request, m match.Match) (match.Match, error) {
	waits := m.Paused
	for seat := range m.Players() {
		waits = waits || m.Away(game.Seat(seat))
	}
	if !waits || m.Phase == match.Over {
		return m, nil
	}
	p, err := c.playerOf(ctx, r)
	if err != nil {
		return m, err
	}
	seat, seated := m.Seat(p)
	if !seated || m.Vacant(seat) || !m.Paused && !m.Away(seat) {
		return m, nil
	}
	return c.tables.Do(ctx, m.ID, match.Here{Player: p})
}

// do gives a button's command to its table. The answer is the board, which shows
// what has changed: it is edited by its mirror alone, so that of two clicks at
// once the board shows both.
func (c *Commands) do(ctx context.Context, v visit, command match.Command) (bot.Reply, error) {
	_, err := c.tables.Do(ctx, v.match.ID, command)
	return bot.Reply{}, err
}
