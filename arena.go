package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
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
	flags.Func("system", "the `name` of the game: "+strings.Join(systemNames(), ", ")+" (default president)", func(s string) error {
		_, ok := systems.Latest(s)
		if o.system = s; !ok {
			return fmt.Errorf("there is no game %q; choose one of %s", s, strings.Join(systemNames(), ", "))
		}
		return nil
	})
	flags.StringVar(&o.options, "options", "", "options that differ from the game's defaults, such as \"jokers=2 four=revolution\"")
	flags.StringVar(&o.seats, "seats", "hard,normal,easy,random", "the player of each seat: a level, random, or one of the zoo that computer players are measured by\n(docs/computer-players.md); all is everyone there is;\nhard@FILE and network@FILE play with the weights of a file, such as an earlier version's")
	o.budget = ai.DefaultBudget
	flags.Func("budget", "how long a decision may take: a `time` such as 50ms, or a number of playouts such as 2000p, which gives the same result each time (default "+o.budget.String()+")", func(s string) (err error) {
		o.budget, err = ai.ParseBudget(s)
		return err
	})
	flags.IntVar(&o.rounds, "rounds", 1000, "play at least this many rounds")
	flags.Uint64Var(&o.seed, "seed", 1, "the seed of all random choices")
	flags.IntVar(&o.tables, "tables", 1, "how many tables play in parallel")
	flags.BoolVar(&o.everyone, "everyone", false, "instead, everyone against everyone in pairs, with ratings: those that -seats and -seat name, each of them once;\n-rounds counts for each pair")
	flags.IntVar(&o.lengths, "lengths", 0, "instead, measure how many rounds a match takes: play this many matches of each game, or of -system,\nwith each number of players and each level; the table in docs/rules.md is from 500")
	flags.Func("seat", "add a seat: a level, or 'exec:COMMAND' for a program that plays over its standard input and output\n(see docs/computer-players.md); can be repeated", func(s string) error {
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
	everyone        bool
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
	players, err := everyone(s, rules)
	if err != nil {
		return err
	}
	names := o.outside
	switch o.seats {
	case "":
	case "all":
		names = append(namesOf(players), o.outside...)
	default:
		names = append(strings.Split(o.seats, ","), o.outside...)
	}
	c := arena.Contest{Rules: rules, Budget: o.budget, Rounds: o.rounds, Tables: o.tables, Seed: o.seed}
	for _, name := range names {
		player, err := seated(ctx, strings.TrimSpace(name), s, rules, players, p.stderr)
		if err != nil {
			return err
		}
		if program, ok := player.(*arena.Program); ok {
			defer program.Close()
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, Player: player})
	}
	if o.everyone {
		l := arena.League{Rules: rules, Entrants: c.Entrants, Rounds: o.rounds, Seed: o.seed, Budget: o.budget, Tables: o.tables}
		standings, err := l.Play(ctx)
		if err != nil {
			return err
		}
		return standings.Write(p.stdout)
	}
	report, err := arena.Run(ctx, c)
	if err != nil {
		return err
	}
	return report.Write(p.stdout)
}

// everyone returns all players that a system has, those of the zoo and random too.
func everyone(s systems.System, rules game.Rules) (ai.Players, error) {
	levels, err := s.Players(rules)
	if err != nil {
		return nil, err
	}
	players, err := s.Zoo(rules)
	if err != nil {
		return nil, err
	}
	players["random"] = ai.Random{}
	maps.Copy(players, levels)
	return players, nil
}

// namesOf returns the names of players in their order.
func namesOf(players ai.Players) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(players)) {
		names = append(names, string(name))
	}
	return names
}

// seated returns the player that a seat is given by name.
func seated(ctx context.Context, name string, s systems.System, rules game.Rules, players ai.Players, stderr io.Writer) (ai.Player, error) {
	if command, ok := strings.CutPrefix(name, "exec:"); ok {
		return arena.Start(ctx, command, rules, stderr)
	}
	if level, file, other := strings.Cut(name, "@"); other {
		return learnt(ai.Level(level), file, s, rules)
	}
	if p, ok := players[ai.Level(name)]; ok {
		return p, nil
	}
	return nil, misuse(fmt.Sprintf("there is no player %q; choose exec:COMMAND or one of %s", name, strings.Join(namesOf(players), ", ")))
}

// learnt returns a player with the weights of a file, such as an earlier version of it.
func learnt(level ai.Level, file string, s systems.System, rules game.Rules) (ai.Player, error) {
	weights, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	players, err := s.Learnt(rules, weights)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if p, ok := players[level]; ok {
		return p, nil
	}
	return nil, misuse(fmt.Sprintf("there is no player %q with weights", level))
}

func systemNames() []string {
	var names []string
	for _, s := range systems.All() {
		names = append(names, s.Name)
	}
	return names
}
