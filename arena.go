package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/systems"
)

// runArena plays computer players off against each other.
func runArena(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c, long, stop, err := contest(ctx, args, stderr)
	if stop != nil {
		defer stop()
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, err)
		return 2
	case long != nil:
		if err := long.write(ctx, stdout); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	}
	report, err := arena.Run(ctx, c)
	if err == nil {
		err = report.Write(stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// contest reads the command line; stop ends the programs that it has started.
// Where only the length of matches is asked for, it is in long.
func contest(ctx context.Context, args []string, stderr io.Writer) (c arena.Contest, long *lengths, stop func(), err error) {
	flags := flag.NewFlagSet("deuces arena", flag.ContinueOnError)
	flags.SetOutput(stderr)
	system := flags.String("system", "president", "what is played: "+strings.Join(systemNames(), ", "))
	options := flags.String("options", "", "options over the system's own, like \"jokers=2 four=revolution\"")
	seats := flags.String("seats", "hard,normal,easy,random", "who sits at the table, by level; as many as seats")
	budget := flags.String("budget", ai.DefaultBudget.String(), "what a decision may take: a time like 50ms, or playouts like 2000p, which repeats exactly")
	flags.IntVar(&c.Rounds, "rounds", 1000, "how many rounds at least")
	flags.Uint64Var(&c.Seed, "seed", 1, "what the luck is made from")
	flags.IntVar(&c.Tables, "tables", 1, "how many tables play at the same time")
	matches := flags.Int("lengths", 0, "instead: how many rounds a match takes, from so many matches of each system, or of the one named,\nat each number of seats, all played by one level; the table of docs/rules.md is from 500")
	var outside []string
	flags.Func("seat", "one more seat: a level, or 'exec:COMMAND' for a program that plays over its standard input and output\n(docs/computer-players.md); may be given several times", func(s string) error {
		outside = append(outside, s)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return c, nil, nil, err
	}
	if flags.NArg() > 0 {
		return c, nil, nil, fmt.Errorf("%q is no flag", flags.Arg(0))
	}
	if *matches > 0 {
		long = &lengths{systems: systems.All(), matches: *matches, seed: c.Seed, tables: c.Tables}
		flags.Visit(func(f *flag.Flag) {
			if f.Name == "system" {
				long.systems = slices.DeleteFunc(long.systems, func(s systems.System) bool { return s.Name != *system })
			}
		})
		if len(long.systems) == 0 {
			return c, nil, nil, fmt.Errorf("there is no system %q", *system)
		}
		return c, long, nil, nil
	}
	if c.Budget, err = ai.ParseBudget(*budget); err != nil {
		return c, nil, nil, err
	}
	s, ok := systems.Latest(*system)
	if !ok {
		return c, nil, nil, fmt.Errorf("there is no system %q", *system)
	}
	values := map[string]string{}
	for _, word := range strings.Fields(*options) {
		key, value, _ := strings.Cut(word, "=")
		values[key] = value
	}
	if c.Rules, err = s.New(values); err != nil {
		return c, nil, nil, err
	}
	mind, err := s.Players(c.Rules)
	if err != nil {
		return c, nil, nil, err
	}
	names := outside
	if *seats != "" {
		names = append(strings.Split(*seats, ","), outside...)
	}
	var players []*arena.Program
	stop = func() {
		for _, p := range players {
			p.Close()
		}
	}
	for _, name := range names {
		player, err := seated(ctx, strings.TrimSpace(name), c.Rules, mind, stderr)
		if err != nil {
			return c, nil, stop, err
		}
		if p, ok := player.(*arena.Program); ok {
			players = append(players, p)
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, Player: player})
	}
	return c, nil, stop, nil
}

// seated returns the player that a seat is given by name.
func seated(ctx context.Context, name string, rules game.Rules, mind ai.Players, stderr io.Writer) (ai.Player, error) {
	if command, ok := strings.CutPrefix(name, "exec:"); ok {
		return arena.Start(ctx, command, rules, stderr)
	}
	if name == "random" {
		return ai.Random{}, nil
	}
	if p, ok := mind[ai.Level(name)]; ok {
		return p, nil
	}
	return nil, fmt.Errorf("there is no player %q", name)
}

func systemNames() []string {
	var names []string
	for _, s := range systems.All() {
		names = append(names, s.Name)
	}
	return names
}
