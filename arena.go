package main

import (
	"cmp"
	"context"
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

// arenas plays computer players off against each other.
func arenas(flags *flag.FlagSet) action {
	var o contest
	flags.Func("system", "the `name` of what is played: "+strings.Join(systemNames(), ", ")+" (default president)", func(s string) error {
		_, ok := systems.Latest(s)
		if o.system = s; !ok {
			return fmt.Errorf("there is no system %q", s)
		}
		return nil
	})
	flags.StringVar(&o.options, "options", "", "options over the system's own, like \"jokers=2 four=revolution\"")
	flags.StringVar(&o.seats, "seats", "hard,normal,easy,random", "who sits at the table, by level; as many as seats")
	o.budget = ai.DefaultBudget
	flags.Func("budget", "what a decision may take: a `time` like 50ms, or playouts like 2000p, which repeats exactly (default "+o.budget.String()+")", func(s string) (err error) {
		o.budget, err = ai.ParseBudget(s)
		return err
	})
	flags.IntVar(&o.rounds, "rounds", 1000, "how many rounds at least")
	flags.Uint64Var(&o.seed, "seed", 1, "what the luck is made from")
	flags.IntVar(&o.tables, "tables", 1, "how many tables play at the same time")
	flags.IntVar(&o.lengths, "lengths", 0, "instead: how many rounds a match takes, from so many matches of each system, or of the one named,\nat each number of seats, all played by one level; the table of docs/rules.md is from 500")
	flags.Func("seat", "one more seat: a level, or 'exec:COMMAND' for a program that plays over its standard input and output\n(docs/computer-players.md); may be given several times", func(s string) error {
		o.outside = append(o.outside, s)
		return nil
	})
	return func(ctx context.Context, p program) error {
		if o.lengths > 0 {
			return o.long().write(ctx, p.stdout)
		}
		return o.play(ctx, p)
	}
}

// contest is the command line of an arena.
type contest struct {
	system, options string // system: "" none is named
	seats           string
	outside         []string // more seats
	budget          ai.Budget
	rounds, tables  int
	seed            uint64
	lengths         int // 0: who is better is asked
}

// long is the contest where only the length of matches is asked for.
func (o contest) long() lengths {
	l := lengths{systems: systems.All(), matches: o.lengths, seed: o.seed, tables: o.tables}
	if o.system != "" {
		l.systems = slices.DeleteFunc(l.systems, func(s systems.System) bool { return s.Name != o.system })
	}
	return l
}

func (o contest) play(ctx context.Context, p program) error {
	s, _ := systems.Latest(cmp.Or(o.system, "president"))
	values := map[string]string{}
	for _, word := range strings.Fields(o.options) {
		key, value, _ := strings.Cut(word, "=")
		values[key] = value
	}
	rules, err := s.New(values)
	if err != nil {
		return misuse(err.Error())
	}
	levels, err := s.Players(rules)
	if err != nil {
		return err
	}
	names := o.outside
	if o.seats != "" {
		names = append(strings.Split(o.seats, ","), o.outside...)
	}
	c := arena.Contest{Rules: rules, Budget: o.budget, Rounds: o.rounds, Tables: o.tables, Seed: o.seed}
	for _, name := range names {
		player, err := seated(ctx, strings.TrimSpace(name), rules, levels, p.stderr)
		if err != nil {
			return err
		}
		if program, ok := player.(*arena.Program); ok {
			defer program.Close()
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, Player: player})
	}
	report, err := arena.Run(ctx, c)
	if err != nil {
		return err
	}
	return report.Write(p.stdout)
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
	return nil, misuse(fmt.Sprintf("there is no player %q", name))
}

func systemNames() []string {
	var names []string
	for _, s := range systems.All() {
		names = append(names, s.Name)
	}
	return names
}
