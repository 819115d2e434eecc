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

// lengths are matches played only to see how long they are.
type lengths struct {
	systems []systems.System
	matches int // of each system at each number of seats, by each level that doesn't search
	seed    uint64
	tables  int
}

// searched is how many playouts a search has for a decision here, and of how many
// matches it plays one: a match is as long whoever plays well, and this takes long.
const (
	searched = 64
	sparing  = 50
)

// levels are who plays, in the order of the columns; all seats alike.
var levels = []string{"easy", "normal", "random", "hard"}

// write prints the table of docs/rules.md: how many rounds a match takes, as the median,
// the 95th percentile and the longest.
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
