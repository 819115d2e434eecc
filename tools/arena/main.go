// Command arena measures computer players for docs/computer-players.md: all against all, or the number
// of rounds that a match takes with each named set of rules.
//
//	go run ./tools/arena -system president -rounds 200 -budget 200p                      # all players, with ratings
//	go run ./tools/arena -system acehole -players hard,normal,flat,hard@old.bin -rounds 500
//	go run ./tools/arena -system president -seats hard,flat,flat,flat -rounds 1000       # a contest like deuces arena
//	go run ./tools/arena -lengths 500                                                    # how many rounds matches take
//
// Besides the levels there are the players of internal/zoo. hard@FILE and network@FILE use weights
// from a file written by tools/train.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/systems"
	"deuces/internal/zoo"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("arena", flag.ContinueOnError)
	name := flags.String("system", "", "the `name` of the game; president, or for -lengths all, unless it is set")
	options := flags.String("options", "", "options that differ from the game's defaults, such as \"jokers=2\"")
	entrants := flags.String("players", "all", "who meets whom in pairs, by name")
	seats := flags.String("seats", "", "play a contest instead: the player of each seat")
	budget := flags.String("budget", ai.DefaultBudget.String(), "how long a decision may take: a time, or a number of playouts such as 200p")
	rounds := flags.Int("rounds", 1000, "at least so many of each pair, or of the contest")
	seed := flags.Uint64("seed", 1, "the seed of all random choices")
	tables := flags.Int("tables", 1, "how many tables play in parallel")
	matches := flags.Int("lengths", 0, "measure how many rounds a match takes instead, with this many matches of each kind")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *matches > 0 {
		all := systems.All()
		if *name != "" {
			all = slices.DeleteFunc(all, func(s systems.System) bool { return s.Name != *name })
		}
		return lengths{systems: all, matches: *matches, seed: *seed, tables: *tables}.write(ctx, out)
	}
	if *name == "" {
		*name = "president"
	}
	system, ok := systems.Latest(*name)
	if !ok {
		return fmt.Errorf("there is no game %q", *name)
	}
	values := map[string]string{}
	for _, word := range strings.Fields(*options) {
		key, value, _ := strings.Cut(word, "=")
		values[key] = value
	}
	rules, err := system.New(values)
	if err != nil {
		return err
	}
	each, err := ai.ParseBudget(*budget)
	if err != nil {
		return err
	}
	players, err := everyone(system, rules)
	if err != nil {
		return err
	}
	who := strings.Split(*entrants, ",")
	if *entrants == "all" {
		who = namesOf(players)
	}
	if *seats != "" {
		who = strings.Split(*seats, ",")
	}
	var all []arena.Entrant
	for _, name := range who {
		player, err := named(strings.TrimSpace(name), system, rules, players)
		if err != nil {
			return err
		}
		all = append(all, arena.Entrant{Name: name, Player: player})
	}
	if *seats != "" {
		report, err := arena.Run(ctx, arena.Contest{Rules: rules, Entrants: all, Rounds: *rounds, Seed: *seed, Budget: each, Tables: *tables})
		if err != nil {
			return err
		}
		return report.Write(out)
	}
	s, err := league{Rules: rules, Entrants: all, Rounds: *rounds, Seed: *seed, Budget: each, Tables: *tables}.play(ctx)
	if err != nil {
		return err
	}
	return s.write(out)
}

// everyone returns all players of a system, including those of the zoo and random.
func everyone(s systems.System, rules game.Rules) (ai.Players, error) {
	players, err := zoo.New(rules)
	if err != nil {
		return nil, err
	}
	levels, err := s.Players(rules)
	if err != nil {
		return nil, err
	}
	maps.Copy(players, levels)
	players["random"] = ai.Random{}
	return players, nil
}

func namesOf(players ai.Players) (names []string) {
	for _, level := range slices.Sorted(maps.Keys(players)) {
		names = append(names, string(level))
	}
	return names
}

// named returns a player by name, or one that uses the weights of a file.
func named(name string, s systems.System, rules game.Rules, players ai.Players) (ai.Player, error) {
	if level, file, other := strings.Cut(name, "@"); other {
		if s.NewWithWeights == nil {
			return nil, fmt.Errorf("%s: the players of %s use no weights", name, s.Name)
		}
		weights, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if players, err = s.NewWithWeights(rules, weights); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		name = level
	}
	if p, ok := players[ai.Level(name)]; ok {
		return p, nil
	}
	return nil, fmt.Errorf("there is no player %q; choose one of %s", name, strings.Join(namesOf(players), ", "))
}
