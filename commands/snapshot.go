package commands

import (
	"context"
	"fmt"
	"slices"

	"deuces/commands/screen"
	"deuces/game"
	"deuces/standing"
	"deuces/table"
)

// snapshot gathers what the messages of a table are rendered from.
func (c *Commands) snapshot(ctx context.Context, m table.Match) (screen.Snapshot, error) {
	players := m.Players()
	people := slices.DeleteFunc(slices.Clone(players), table.Player.IsComputer)
	who, err := c.Store.People(ctx, append(people, screen.Named(m)...)...)
	if err != nil {
		return screen.Snapshot{}, fmt.Errorf("people at table %d: %w", m.ID(), err)
	}
	s := screen.Snapshot{Match: m, Game: c.catalogue.Title(m.System()), Who: who, GoingDown: c.down.Load()}
	if s.GuildSettings, err = c.guild(ctx, m.Guild()); err != nil {
		return screen.Snapshot{}, err
	}
	s.Defaults = c.tableDefaults(s.GuildSettings)
	if phase := m.Phase(); len(m.Results()) > 0 && (phase == table.Between || phase == table.Over) {
		if s.Streaks, err = c.Store.Running(ctx, m.Guild(), ""); err != nil {
			return screen.Snapshot{}, err
		}
		if s.Head, err = c.Store.Head(ctx, m.ID(), m.RoundEnd()); err != nil {
			return screen.Snapshot{}, err
		}
	}
	if m.Phase() == table.Lobby {
		if s.LastOptions, err = c.Store.LastOptions(ctx, m.Channel(), m.System()); err != nil {
			return screen.Snapshot{}, err
		}
	}
	for seat, p := range players {
		if computer, ok := m.Computer(game.Seat(seat)); ok {
			who[p] = standing.Person{Name: computer.Name}
		}
		s.People = append(s.People, who[p])
	}
	s.OffersHints = c.offersHints(m)
	s.OffersComputers = m.Phase() == table.Lobby && c.hasComputers(m.System()) && s.GuildSettings.Computers
	s.Public, _ = m.View(game.Watcher)
	return s, nil
}

// offersHints says that the players of a match may ask for hints.
func (c *Commands) offersHints(m table.Match) bool {
	return c.Hint != nil && !m.Settings().NoHint && c.hasComputers(m.System())
}
