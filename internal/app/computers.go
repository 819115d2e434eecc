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
	fixed *fixedChoices
	// stored returns the weights of a network with which a day of daily deals began.
	stored func(ctx context.Context, name string) ([]byte, error)
}

func newComputers() computers {
	s := newExtraProcessor()
	return computers{gate: ai.NewGate(s.cores), extra: s, fixed: &fixedChoices{}}
}

// think decides for a seat that no person plays. It implements table.Config.Think.
func (c computers) think(ctx context.Context, rules game.Rules, level ai.Level, s ai.Observation, fixed ai.Fixed) (game.Action, error) {
	if len(s.View.Legal) == 1 {
		return s.View.Legal[0], nil
	}
	if fixed != (ai.Fixed{}) && level == ai.Hard {
		choice, err := c.judge(ctx, rules, s, fixed)
		return choice.Action, err
	}
	choice, err := c.choose(ctx, rules, "", level, s, ai.DefaultBudget, rand.Uint64())
	return choice.Action, err
}

// judge returns what a player of level hard chooses in a daily deal, with its estimates.
func (c computers) judge(ctx context.Context, rules game.Rules, s ai.Observation, fixed ai.Fixed) (ai.Choice, error) {
	return c.fixed.in(fixed, s.News, func() (ai.Choice, error) {
		ctx := context.WithoutCancel(ctx) // a search that is cut short may choose something else
		return c.choose(ctx, rules, fixed.Weights, ai.Hard, s, ai.Budget{Playouts: fixed.Playouts}, fixed.Seed)
	})
}

// hint returns the choice of a player of level normal, with its reason.
func (c computers) hint(ctx context.Context, rules game.Rules, s ai.Observation) (ai.Choice, error) {
	return c.choose(ctx, rules, "", ai.Normal, s, ai.Budget{}, rand.Uint64())
}

// choose returns the choice of a player with the given weights; "": with this program's.
func (c computers) choose(ctx context.Context, rules game.Rules, weights string, level ai.Level, s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	players, err := c.players(ctx, rules, weights)
	if err != nil {
		return ai.Choice{}, err
	}
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

// players returns the computer players for a game's rules. If a day of daily deals began with other weights
// than this program has by now, the players have those.
func (c computers) players(ctx context.Context, rules game.Rules, weights string) (ai.Players, error) {
	system, ok := systems.Latest(rules.Name())
	switch {
	case !ok || system.Players == nil:
		return nil, fmt.Errorf("%s has no computer players", rules.Name())
	case weights == "" || weights == system.WeightsName() || system.NewWithWeights == nil:
		return system.Players(rules)
	}
	then, err := c.stored(ctx, weights)
	if err != nil {
		return nil, err
	}
	return system.NewWithWeights(rules, then)
}
