package cli

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"strings"

	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/systems"
)

// arenaCommand lets computer players play matches against each other.
func arenaCommand(flags *flag.FlagSet) action {
	var o contest
	flags.Func("system", "the `name` of the game: "+strings.Join(systemNames(), ", ")+" (default president)", func(s string) error {
		_, ok := systems.Latest(s)
		if o.system = s; !ok {
			return fmt.Errorf("there is no game %q; choose one of %s", s, strings.Join(systemNames(), ", "))
		}
		return nil
	})
	flags.StringVar(&o.options, "options", "", "options that differ from the game's defaults, such as \"jokers=2 four=revolution\"")
	flags.StringVar(&o.seats, "seats", "hard,normal,easy,random", "the player of each seat: a level, or random")
	o.budget = ai.DefaultBudget
	flags.Func("budget", "how long a decision may take: a `time` such as 50ms, or a number of playouts such as 2000p, which gives the same result each time (default "+o.budget.String()+")", func(s string) (err error) {
		o.budget, err = ai.ParseBudget(s)
		return err
	})
	flags.IntVar(&o.rounds, "rounds", 1000, "play at least this many rounds")
	flags.Uint64Var(&o.seed, "seed", 1, "the seed of all random choices")
	flags.IntVar(&o.tables, "tables", 1, "how many tables play in parallel")
	flags.Func("seat", "add a seat: a level, or 'exec:COMMAND' for a program that plays over its standard input and output\n(see docs/computer-players.md); can be repeated", func(s string) error {
		o.extraSeats = append(o.extraSeats, s)
		return nil
	})
	return o.play
}

// contest holds the flags of the subcommand arena.
type contest struct {
	system, options string // system: "" if none is given
	seats           string
	extraSeats      []string // values of the flag -seat: additional levels or external programs
	budget          ai.Budget
	rounds, tables  int
	seed            uint64
}

func (o *contest) play(ctx context.Context, p program) error {
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
	levels["random"] = ai.Random{}
	names := o.extraSeats
	if o.seats != "" {
		names = append(strings.Split(o.seats, ","), o.extraSeats...)
	}
	c := arena.Contest{Rules: rules, Budget: o.budget, Rounds: o.rounds, Tables: o.tables, Seed: o.seed}
	for _, name := range names {
		name = strings.TrimSpace(name)
		player := levels[ai.Level(name)]
		if command, ok := strings.CutPrefix(name, "exec:"); ok {
			program, err := arena.Start(ctx, command, rules, p.stderr)
			if err != nil {
				return err
			}
			defer program.Close()
			player = program
		}
		if player == nil {
			return misuse(fmt.Sprintf("there is no player %q; choose exec:COMMAND, easy, hard, normal or random; tools/arena in the sources has more", name))
		}
		c.Entrants = append(c.Entrants, arena.Entrant{Name: name, Player: player})
	}
	report, err := arena.Run(ctx, c)
	if err != nil {
		return err
	}
	return report.Write(p.stdout)
}

func systemNames() []string {
	var names []string
	for _, s := range systems.All() {
		names = append(names, s.Name)
	}
	return names
}
