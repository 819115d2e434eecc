package commands

import (
	"context"
	"fmt"
	"slices"

	"deuces/bot"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/internal/say"
	"deuces/match"
)

// A person's tables are listed for /hand, wherever it is used. The list is made when it is asked for and never
// changes: its buttons show the hands as they are then. It says what the tables' logs say, so it is right for
// tables that sleep or belong to another process, too.

// ownTables returns the tables of a player, except daily deals and those of guilds that removed the bot.
func (c *Commands) ownTables(ctx context.Context, p match.Player) ([]match.Match, error) {
	mine, err := c.tables.TablesOf(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read the tables of player %d: %w", p, err)
	}
	removed, err := c.Store.RemovedFrom(ctx)
	return slices.DeleteFunc(mine, func(m match.Match) bool { return m.IsDaily() || removed[m.Guild] }), err
}

// tablesList renders the list of a player's tables, with a note.
func (c *Commands) tablesList(ctx context.Context, p match.Player, mine []match.Match, note say.Message) (bot.Message, error) {
	all := make([]screen.OwnTable, len(mine))
	for i, m := range mine {
		g, err := c.guild(ctx, m.Guild)
		if err != nil {
			return bot.Message{}, err
		}
		t := screen.OwnTable{Match: m, Me: p, Game: say.Verbatim(g.Say(g.Title(m.System).String())), Server: c.serverName(m.Guild)}
		if t.Turn, err = c.mover(ctx, m); err != nil {
			return bot.Message{}, err
		}
		at := c.boardAt(m.ID)
		if at.Message == "" { // it sleeps or is elsewhere
			posts, err := c.Store.Posts(ctx, m.ID)
			if err != nil {
				return bot.Message{}, err
			}
			at = posts[BoardPost]
		}
		t.Board = bot.Link(m.Guild, m.Channel, at.Message)
		all[i] = t
	}
	return screen.Tables(all, note), nil
}

// mover returns the name of the player to move at a table, or "".
func (c *Commands) mover(ctx context.Context, m match.Match) (string, error) {
	seat, due := m.Turn()
	if !due {
		return "", nil
	}
	if computer, is := m.Computer(seat); is {
		return computer.Name, nil
	}
	p := m.Players()[seat]
	who, err := c.Store.People(ctx, m.Guild, p)
	return who[p].Name, err
}

// serverName returns the name of a guild that this process serves, as Discord last told it, or "".
func (c *Commands) serverName(guild string) string {
	name, _ := c.servers.Load(guild)
	text, _ := name.(string)
	return text
}

// errRemoved is the refusal for a table of a guild that removed the bot.
var errRemoved = game.Refuse("That server has removed me, so nobody can play at its tables.")
