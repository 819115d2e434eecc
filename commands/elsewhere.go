package commands

import (
	"cmp"
	"context"
	"slices"

	"deuces/bot"
	"deuces/commands/ids"
	"deuces/commands/screen"
	"deuces/internal/say"
	"deuces/match"
)

// Before /play opens a table, it names those that wait for players elsewhere in the server, so that people who are looking
// for one another don't wait at two tables. The bot can't find out who sees a channel, so it only names tables in
// channels that everybody sees.

// mostNamed is how many tables are named.
const mostNamed = 5

// waitingElsewhere returns the lobbies in other channels that the person of a request could join, newest first.
func (c *Commands) waitingElsewhere(ctx context.Context, r guildRequest) (tables []screen.Snapshot, err error) {
	lobbies, err := c.Store.Lobbies(ctx, r.Guild)
	if err != nil || len(lobbies) == 0 || c.tables.TableIn(r.Channel) != 0 {
		return nil, err
	}
	p, _, err := c.Store.Find(ctx, r.User.ID) // 0: nobody
	for _, id := range lobbies {
		m, err := c.tables.Match(ctx, id)
		_, seated := m.Seat(p)
		if err != nil || seated || slices.Contains(m.Banned, p) || !c.joinable(ctx, r, m) {
			continue
		}
		s, err := c.snapshot(ctx, m)
		if err != nil {
			return nil, err
		}
		if tables = append(tables, s); len(tables) == mostNamed {
			break
		}
	}
	return tables, err
}

// joinable reports whether anybody in the guild of a request may join a lobby from another channel.
func (c *Commands) joinable(ctx context.Context, r guildRequest, m match.Match) bool {
	_, most := m.Seats()
	if m.Guild != r.Guild || m.Phase != match.Lobby || !m.KeptUntil().IsZero() || len(m.Players())-m.Computers() >= most {
		return false
	}
	open, err := c.discord.IsOpen(ctx, m.Guild, cmp.Or(m.Parent, m.Channel))
	if err != nil {
		c.Logger.Debug().Err(err).Int64("table", int64(m.ID)).Msg("cannot find out who sees a table's channel; not naming the table elsewhere")
	}
	return open
}

// openAnew handles the button below such a list that opens another table.
func (c *Commands) openAnew(ctx context.Context, r guildRequest, id ids.Anew) (bot.Reply, error) {
	return c.open(ctx, r, id.Named)
}

// joinThere handles the button with which a person joins a table of such a list.
func (c *Commands) joinThere(ctx context.Context, r guildRequest, id ids.TableButton) (bot.Reply, error) {
	m, err := c.tables.Match(ctx, id.Table)
	if err != nil {
		return bot.Reply{}, err
	}
	if !c.joinable(ctx, r, m) {
		return bot.Say(say.New("You can't join that table any more.")), nil
	}
	return c.visit(ctx, r, m, c.changing(func(ctx context.Context, v visit) (bot.Reply, error) {
		if v.match, err = c.tables.Do(ctx, m.ID, match.Join{Player: v.player}); err != nil {
			return bot.Reply{}, err
		}
		return v.panel(screen.JoinedThere(v.match, c.boardURL(m.ID, m.Guild, m.Channel))), nil
	}))
}
