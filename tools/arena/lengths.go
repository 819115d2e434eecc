package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/systems"
)

// lengths measures how long matches are.
type lengths struct {
	systems []systems.System
	matches int // number of matches for each system, number of seats, and level; fewer for a level that searches
	seed    uint64
	tables  int
}

// Search is slow, and how well the players play has little effect on the length of a match. So a
// level that searches gets few playouts per decision (searched), and plays few of the matches (one
// in sparing).
const (
	searched = 64
	sparing  = 50
)

// levels are the levels in the order of the columns. All seats of a table have the same level.
var levels = []string{"easy", "normal", "random", "hard"}

// write prints a table with the number of rounds of a match as median, 95th percentile and maximum.
func (l lengths) write(ctx context.Context, w io.Writer) error {
	fmt.Fprintln(w, "| system | seats | easy | normal | random | hard |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|")
	for _, s := range l.systems {
		rules, err := s.New(nil)
		if err != nil {
			return err
		}
		players, err := s.Players(rules)
		if err != nil {
			return err
		}
		low, high := rules.Seats()
		for seats := low; seats <= high; seats++ {
			row := fmt.Sprintf("| `%s` | %d |", s.Name, seats)
			for _, level := range levels {
				c := arena.Contest{Rules: rules, Seed: l.seed, Budget: ai.Budget{Playouts: searched}, Tables: l.tables}
				matches := l.matches
				var player ai.Player = ai.Random{}
				if level != "random" {
					player = players[ai.Level(level)]
				}
				if ai.Level(level) == ai.Hard {
					matches = max(1, matches/sparing)
				}
				for range seats {
					c.Entrants = append(c.Entrants, arena.Entrant{Name: level, Player: player})
				}
				rounds, err := arena.Lengths(ctx, c, matches)
				if err != nil {
					return err
				}
				slices.Sort(rounds)
				row += fmt.Sprintf(" %d, %d, %d |", rounds[len(rounds)/2], rounds[len(rounds)*95/100], rounds[len(rounds)-1])
			}
			if _, err := fmt.Fprintln(w, row); err != nil {
				return err
			}
		}
	}
	return nil
}
