package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/systems"
)

// lengths measures how many rounds a match of four players takes with each named set of rules. The medians
// of easy players are in systems.RuleSet.Rounds.
type lengths struct {
	systems []systems.System
	matches int // number of matches with each set and level
	seed    uint64
	tables  int
}

// write prints a table with the number of rounds of a match as median, 95th percentile and maximum. How
// well the players play has little effect on it, so none of them searches.
func (l lengths) write(ctx context.Context, w io.Writer) error {
	fmt.Fprintln(w, "| system | rules | easy | normal |")
	fmt.Fprintln(w, "|---|---|---|---|")
	for _, s := range l.systems {
		for _, set := range systems.RuleSets(s.Name) {
			rules, err := s.New(set.Options)
			if err != nil {
				return err
			}
			row := fmt.Sprintf("| `%s` | %s |", s.Name, set.Name)
			for _, level := range []ai.Level{ai.Easy, ai.Normal} {
				rounds, err := l.play(ctx, s, rules, level)
				if err != nil {
					return err
				}
				row += fmt.Sprintf(" %d, %d, %d |", rounds[len(rounds)/2], rounds[len(rounds)*95/100], rounds[len(rounds)-1])
			}
			if _, err := fmt.Fprintln(w, row); err != nil {
				return err
			}
		}
	}
	return nil
}

// play returns how many rounds the matches took, sorted.
func (l lengths) play(ctx context.Context, s systems.System, rules game.Rules, level ai.Level) ([]int, error) {
	players, err := s.Players(rules)
	if err != nil {
		return nil, err
	}
	c := arena.Contest{Rules: rules, Seed: l.seed, Tables: l.tables}
	for range 4 {
		c.Entrants = append(c.Entrants, arena.Entrant{Name: string(level), Player: players[level]})
	}
	rounds, err := arena.Lengths(ctx, c, l.matches)
	slices.Sort(rounds)
	return rounds, err
}
