package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
	"deuces/commands/screen"
	"deuces/game"
	"deuces/match"
	"deuces/settings"
)

// A person's tables are listed for /hand, wherever it is used. The list is made when it is asked for and never
// changes: its buttons show the hands as they are then. It says what the tables' logs say, so it is right for
// tables that sleep or belong to another process, too.

// ownTables returns the tables of a player, except daily deals and those of guilds that removed the bot.
func (c *Commands) ownTables(ctx context.Context, p match.Player) (all []screen.OwnTable, err error) {
	mine, err := c.tables.TablesOf(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read the tables of player %d: %w", p, err)
	}
	removed, err := c.Store.RemovedFrom(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range mine {
		if m.IsDaily() || removed[m.Guild] {
			continue
		}
		g, err := c.guild(ctx, m.Guild)
		if err != nil {
			return nil, err
		}
		t := screen.OwnTable{Match: m, Me: p, Game: g.Polite(g.Title(m.System)), Server: c.server(m.Guild).Name}
		if t.Turn, err = c.mover(ctx, m); err != nil {
			return nil, err
		}
		at := c.boardAt(m.ID)
		if at.Message == "" { // it sleeps or is elsewhere
			posts, err := c.Store.Posts(ctx, m.ID)
			if err != nil {
				return nil, err
			}
			at = posts[BoardPost]
		}
		t.Board = bot.Link(m.Guild, m.Channel, at.Message)
		all = append(all, t)
	}
	return all, nil
}

// listEvery is the time between two daily lists of a person, and listAfter how long a turn waits until it brings one.
const (
	listEvery = 24 * time.Hour
	listAfter = time.Hour
)

// sendLists sends the daily lists that are due. A list is recorded before it is sent, so that after a crash in
// between there is none rather than two.
func (c *Commands) sendLists(ctx context.Context, now time.Time) error {
	players, err := c.Store.WantLists(ctx)
	for _, p := range players {
		if err == nil {
			err = c.sendList(ctx, p, now)
		}
	}
	return err
}

func (c *Commands) sendList(ctx context.Context, p match.Player, now time.Time) error {
	due := func(chosen settings.Person) bool {
		return chosen.Where == settings.DailyList && now.Sub(time.Unix(int64(chosen.Listed), 0)) >= listEvery
	}
	if chosen, err := c.Store.Preferences(ctx, p); err != nil || !due(chosen) {
		return err
	}
	all, err := c.ownTables(ctx, p)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(t screen.OwnTable) bool { return !t.AwaitsMe() })
	if !slices.ContainsFunc(all, func(t screen.OwnTable) bool {
		return t.Settings.Slow() && now.Sub(t.Deadline().Add(-t.Settings.Clock)) >= listAfter
	}) {
		return nil
	}
	who, err := c.Store.People(ctx, "", p)
	if err != nil || who[p].ID == "" {
		return err
	}
	claimed := false
	_, err = c.Store.ChangePreferences(ctx, p, func(chosen settings.Person) (settings.Person, error) {
		if claimed = due(chosen); claimed {
			chosen.Listed = int(now.Unix())
		}
		return chosen, nil
	})
	if err != nil || !claimed {
		return err
	}
	render := func(ctx context.Context) (bot.Message, error) {
		return c.inTheirLanguage(ctx, p, screen.DailyList(all)), nil
	}
	c.announce(fmt.Sprintf("list/%d/%d", p, now.Unix()), rest.DirectMessages(who[p].ID), render, func(err error) {
		if errors.Is(err, rest.ErrClosed) {
			c.directClosed(0, p)
		}
	})
	return nil
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

// errRemoved is the refusal for a table of a guild that removed the bot.
var errRemoved = game.Refuse("That server has removed me, so nobody can play at its tables.")
