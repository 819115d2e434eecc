package app

import (
	"context"
	"fmt"
	"math/rand/v2"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
)

// computers runs the computer players of all systems. It limits the number of searches at the same
// time to the number of cores. Players that don't search never wait, and neither do hints: they use
// the heuristics.
type computers struct {
	gate  *ai.Gate
	extra *extraProcessor
	// stored returns the weights of a network with which a day of daily deals began.
	stored func(ctx context.Context, name string) ([]byte, error)
}

func newComputers() computers {
	s := newExtraProcessor()
	return computers{gate: ai.NewGate(s.cores), extra: s}
}

// think decides for a seat that no person plays. It implements table.Config.Think.
func (c computers) think(ctx context.Context, rules game.Rules, level ai.Level, s ai.Observation, fixed ai.Fixed) (game.Action, error) {
	if len(s.View.Legal) == 1 {
		return s.View.Legal[0], nil
	}
	players, err := playersOf(rules)
	budget, seed := ai.DefaultBudget, rand.Uint64()
	if err == nil && fixed != (ai.Fixed{}) {
		budget, seed = ai.Budget{Playouts: fixed.Playouts}, fixed.Seed
		players, err = c.playersThen(ctx, rules, players, fixed.Weights)
	}
	if err != nil {
		return game.Action{}, err
	}
	choice, err := c.choose(ctx, rules, players, level, s, budget, seed)
	return choice.Action, err
}

// playersThen returns the computer players with the weights with which a day began, if this program has
// others by now.
func (c computers) playersThen(ctx context.Context, rules game.Rules, now ai.Players, weights string) (ai.Players, error) {
	system, _ := systems.Latest(rules.Name())
	if weights == system.WeightsName() || weights == "" || system.NewWithWeights == nil {
		return now, nil
	}
	then, err := c.stored(ctx, weights)
	if err != nil {
		return nil, err
	}
	return system.NewWithWeights(rules, then)
}

// hint returns the choice of a player of level normal, with its reason.
func (c computers) hint(ctx context.Context, rules game.Rules, s ai.Observation) (ai.Choice, error) {
	players, err := playersOf(rules)
	if err != nil {
		return ai.Choice{}, err
	}
	return c.choose(ctx, rules, players, ai.Normal, s, ai.Budget{}, rand.Uint64())
}

// judge returns what a player of level hard would choose, with its estimates. It thinks longer than at a
// table, and its choice is always the same.
func (c computers) judge(ctx context.Context, rules game.Rules, s ai.Observation) (ai.Choice, error) {
	players, err := playersOf(rules)
	if err != nil {
		return ai.Choice{}, err
	}
	return c.choose(ctx, rules, players, ai.Hard, s, ai.Budget{Playouts: 200}, 1)
}

// playersOf returns the computer players for a game's rules.
func playersOf(rules game.Rules) (ai.Players, error) {
	system, ok := systems.Latest(rules.Name())
	if !ok || system.Players == nil {
		return nil, fmt.Errorf("%s has no computer players", rules.Name())
	}
	return system.Players(rules)
}

func (c computers) choose(ctx context.Context, rules game.Rules, players ai.Players, level ai.Level, s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	player, ok := players[level]
	if !ok {
		return ai.Choice{}, fmt.Errorf("%s has no computer players of level %q", rules.Name(), level)
	}
	if level != ai.Hard {
		return player.Choose(s, ai.Budget{}, seed)
	}
	defer c.extra.lend()()
	return c.gate.Choose(ctx, player, s, b, seed)
}
