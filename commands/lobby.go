package commands

import (
	"cmp"
	"context"
	"errors"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/say"
	"deuces/match"
)

var joinSpec = bot.Command{Name: "join", Description: say.New("Take a seat at this channel's table")}

// join seats a person at a table. The board shows it, or the reply is their hand, which in a lobby shows
// cards as soon as the match starts.
func (c *Commands) join(ctx context.Context, v visit) (bot.Reply, error) {
	seat, seated := v.match.Seat(v.player)
	again := seated && v.match.Phase == match.Lobby && !v.match.Vacant(seat)
	if !again {
		var err error
		if v.match, err = c.tables.Do(ctx, v.match.ID, match.Join{Player: v.player}); err != nil {
			return bot.Reply{}, err
		}
		_, seated = v.match.Seat(v.player)
	}
	switch {
	case !again && v.Message != "" && !v.Private:
		return bot.Reply{}, nil
	case !seated:
		return bot.Whisper(screen.Waits(v.match)), nil
	}
	return c.present(ctx, v, shownHand{fresh: !v.Private})
}

var leaveSpec = bot.Command{Name: "leave", Description: say.New("Give up your seat at this channel's table")}

// start handles the button of a lobby. Computer players take seats until there are enough for the
// game, the match starts, and the reply is the hand of whoever clicked.
func (c *Commands) start(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	start := match.Start{Player: v.player}
	if v.set.Computers && c.hasComputers(v.match.System) {
		start.Fill, start.Seats = screen.BotLevel(v.match), screen.PlayNowSeats
	}
	opened := c.handOpened(v.match.ID, v.player) // by the reply
	m, err := c.tables.Do(ctx, v.match.ID, start)
	if err != nil {
		if opened {
			c.handClosed(v.match.ID, v.player)
		}
		return bot.Reply{}, err
	}
	v.match = m
	c.rememberOptions(ctx, v)
	return c.present(ctx, v, shownHand{fresh: true})
}

const lastGame = "game"

// rememberOptions stores a table's game and options for the channel's next table. An error is only
// logged, because the options are then just not offered.
func (c *Commands) rememberOptions(ctx context.Context, v visit) {
	m := v.match
	channel := cmp.Or(m.Parent, m.Channel)
	options := append(m.Rules.Options(), screen.TableOptions(m.Rules, m.Settings, c.tableDefaults(*v.set))...)
	err := errors.Join(
		c.Store.SaveLastOptions(ctx, m.Guild, channel, m.System, game.Changed(options)),
		c.Store.SaveLastOptions(ctx, m.Guild, channel, "", map[string]string{lastGame: m.System}))
	if err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(m.ID)).Str("channel", channel).Msg("cannot store the options of a channel's last match; its next table won't offer them")
	}
}

// resume handles the button of a paused match: its clock goes on. A player who had left gets
// the seat back.
func (c *Commands) resume(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	if seat, seated := v.match.Seat(v.player); seated && v.match.Phase != match.Over && v.match.Vacant(seat) {
		return c.do(ctx, v, match.Join{Player: v.player})
	}
	return c.do(ctx, v, match.Resume{Player: v.player})
}

func (c *Commands) computer(ctx context.Context, v visit, id ids.Computer) (bot.Reply, error) {
	if id.What == ids.RemoveLast {
		return c.do(ctx, v, match.RemoveComputer{Player: v.player})
	}
	if !v.set.Computers || !c.hasComputers(v.match.System) {
		return bot.Reply{}, game.Refuse("There are no bots for this table.")
	}
	add := match.AddComputer{Player: v.player, Level: ai.Level(id.What)}
	if id.What == ids.AddOne {
		add.Level = screen.BotLevel(v.match)
	}
	return c.do(ctx, v, add)
}
