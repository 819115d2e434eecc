package commands

import (
	"context"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/match"
)

// start answers the button of a lobby: cards are dealt, and the board shows it.
func (c *Commands) start(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	m, err := c.tables.Do(ctx, v.match.ID, match.Start{Player: v.player})
	if err != nil {
		return bot.Reply{}, err
	}
	c.rememberOptions(ctx, m)
	return bot.Reply{}, nil
}

// rememberOptions keeps a table's options for the next table of its channel. If that
// fails, they are only not offered, so it is logged and play goes on.
func (c *Commands) rememberOptions(ctx context.Context, m match.Match) {
	g, err := c.guild(ctx, m.Guild)
	if err == nil {
		options := append(m.Rules.Options(), screen.TableOptions(m.Rules, m.Settings, c.tableDefaults(g))...)
		err = c.Store.SaveLastOptions(ctx, m.Guild, m.Channel, m.System, game.Changed(options))
	}
	if err != nil {
		c.Logger.Error().Err(err).Int64("table", int64(m.ID)).Msg("the options of a channel were not stored")
	}
}

// resume answers the button of a paused match: its clock goes on. A player who had left
// gets the seat back.
func (c *Commands) resume(ctx context.Context, v visit, _ ids.TableButton) (bot.Reply, error) {
	if seat, seated := v.match.Seat(v.player); seated && v.match.Phase != match.Over && v.match.Vacant(seat) {
		return c.do(ctx, v, match.Join{Player: v.player})
	}
	return c.do(ctx, v, match.Resume{Player: v.player})
}
