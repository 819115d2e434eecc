// Package aitest has the tests that every game's computer players must pass: under all options they
// play only legal actions, and cards that they can't see don't influence their choices.
package aitest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/record"
)

// Run tests the three levels of a game's computer players under random options with random numbers
// of seats.
func Run(t *testing.T, system gametest.System, players func(game.Rules) (ai.Players, error)) {
	run(t, system, players, gametest.Dose(t, 6, 24, 120), func(ai.Players) []ai.Level { return ai.Levels() })
}

// Zoo tests all players of a game like Run, including those that only arenas use.
func Zoo(t *testing.T, system gametest.System, players func(game.Rules) (ai.Players, error)) {
	run(t, system, players, gametest.Dose(t, 3, 24, 120), func(p ai.Players) []ai.Level { return slices.Sorted(maps.Keys(p)) })
}

// playouts is the budget of each decision. It is small because networks are slow, and because these
// tests don't depend on the quality of the choices.
const playouts = 12

// run tests players under several random mixes of options.
func run(t *testing.T, system gametest.System, players func(game.Rules) (ai.Players, error), mixes int, levels func(ai.Players) []ai.Level) {
	compared := 0
	for seed := range uint64(mixes) {
		r := gametest.NewRand(seed)
		values := map[string]string(nil)
		rules, err := system(nil)
		if seed > 1 {
			rules, values, err = gametest.Mix(system, r)
		}
		if err != nil {
			continue // these options are incompatible
		}
		low, high := rules.Seats()
		c := check{rules: rules, seats: low + r.Intn(high-low+1), rand: r, budget: ai.Budget{Playouts: playouts}}
		if c.players, err = players(rules); err != nil {
			t.Fatal(err)
		}
		c.levels = levels(c.players)
		for _, level := range c.levels {
			if c.players[level] == nil {
				t.Fatalf("no player of level %s", level)
			}
		}
		var before []game.Result
		for round := range 2 {
			result, err := c.round(before)
			if err != nil {
				t.Fatalf("seed %d, options %v, %d seats, round %d: %v", seed, values, c.seats, round+1, err)
			}
			before = append(before, result)
		}
		compared += c.compared
	}
	if compared < mixes {
		t.Errorf("only %d choices were compared with other hidden hands", compared)
	}
}

type check struct {
	rules    game.Rules
	seats    int
	rand     *gametest.Rand
	players  ai.Players
	budget   ai.Budget
	levels   []ai.Level
	setup    game.Setup
	moves    []record.Move
	compared int
}

// round plays a round with a random level for each decision. It repeats one decision in twelve
// after dealing other hidden cards.
func (c *check) round(before []game.Result) (game.Result, error) {
	c.setup, c.moves = c.rules.Setup(c.seats, c.rand.Chance(c.rules, c.seats), before), nil
	state, err := c.rules.Start(c.setup)
	if err != nil {
		return game.Result{}, err
	}
	levels := c.levels
	var allNews []game.News
	for {
		seat, on := state.Turn()
		if !on {
			result, _ := state.Result()
			return result, nil
		}
		level := levels[c.rand.Intn(len(levels))]
		seed := c.rand.Uint64()
		observation := ai.Observation{View: state.View(seat), News: slices.Clone(allNews)}
		choice, err := c.players[level].Choose(observation, c.budget, seed)
		if err != nil {
			return game.Result{}, fmt.Errorf("%s: %w", level, err)
		}
		if !legal(observation.View, choice.Action) {
			return game.Result{}, fmt.Errorf("%s plays %s, which is not listed", level, choice.Action)
		}
		if level == ai.Normal && choice.Reason.Empty() {
			return game.Result{}, fmt.Errorf("%s plays %s without a reason", level, choice.Action)
		}
		if reason := choice.Reason.String(); strings.Contains(reason, "  ") || strings.TrimSpace(reason) != reason {
			return game.Result{}, fmt.Errorf("%s plays %s: %q has a gap: is a placeholder empty?", level, choice.Action, reason)
		}
		if now := (ai.Observation{View: state.View(seat), News: allNews}); !reflect.DeepEqual(now, observation) {
			return game.Result{}, fmt.Errorf("%s changed its observation", level)
		}
		if c.rand.Intn(12) == 0 {
			if err := c.checkSameChoice(level, seat, seed, choice); err != nil {
				return game.Result{}, err
			}
		}
		next, news, err := state.Apply(seat, choice.Action)
		if err != nil {
			return game.Result{}, fmt.Errorf("%s plays %s: %w", level, choice.Action, err)
		}
		state, allNews = next, append(allNews, news...)
		c.moves = append(c.moves, record.Move{Seat: seat, Action: choice.Action})
	}
}

func legal(v game.View, a game.Action) bool {
	return slices.ContainsFunc(v.Legal, func(b game.Action) bool {
		return record.Reduce(a, v.Ordered) == record.Reduce(b, v.Ordered)
	})
}

// checkSameChoice deals anew the cards that the seat hasn't seen, plays the same moves, and checks
// that the player makes the same choice.
func (c *check) checkSameChoice(level ai.Level, seat game.Seat, seed uint64, choice ai.Choice) error {
	first, ok := c.observe(c.setup, seat)
	if !ok {
		return fmt.Errorf("the round can't be replayed")
	}
	oracle := gametest.NewOracle(c.rules, c.setup)
	for _, m := range c.moves {
		if err := oracle.Move(m); err != nil {
			return err
		}
	}
	second, ok := c.observe(oracle.Redeal(seat, c.rand), seat)
	if !ok || !reflect.DeepEqual(first, second) {
		return nil // the seat can see the difference
	}
	again, err := c.players[level].Choose(second, c.budget, seed)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(again, choice) {
		return fmt.Errorf("%s plays %s (%s), but %s (%s) if only the cards that it can't see differ", level, choice.Action, choice.Reason, again.Action, again.Reason)
	}
	c.compared++
	return nil
}

// observe plays the moves from a setup and returns the seat's Observation. It returns false if the
// moves can't be played, or if it isn't the seat's turn after them.
func (c *check) observe(setup game.Setup, seat game.Seat) (ai.Observation, bool) {
	state, err := c.rules.Start(setup)
	var allNews []game.News
	for _, m := range c.moves {
		if err != nil {
			return ai.Observation{}, false
		}
		var news []game.News
		state, news, err = state.Apply(m.Seat, m.Action)
		allNews = append(allNews, news...)
	}
	if err != nil {
		return ai.Observation{}, false
	}
	turn, _ := state.Turn()
	return ai.Observation{View: state.View(seat), News: allNews}, turn == seat
}
