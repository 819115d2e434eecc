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
}

func newComputers() computers {
	s := newExtraProcessor()
	return computers{ai.NewGate(s.cores), s}
}

// think decides for a seat that no person plays. It implements table.Config.Think.
func (c computers) think(ctx context.Context, rules game.Rules, level ai.Level, s ai.Observation) (game.Action, error) {
	if len(s.View.Legal) == 1 {
		return s.View.Legal[0], nil
	}
	choice, err := c.choose(ctx, rules, level, s)
	return choice.Action, err
}

// hint returns the choice of a player of level normal, with its reason.
func (c computers) hint(ctx context.Context, rules game.Rules, s ai.Observation) (ai.Choice, error) {
	return c.choose(ctx, rules, ai.Normal, s)
}

// playersOf returns the computer players for a game's rules.
func playersOf(rules game.Rules) (ai.Players, error) {
	system, ok := systems.Latest(rules.Name())
	if !ok || system.Players == nil {
		return nil, fmt.Errorf("%s has no computer players", rules.Name())
	}
	return system.Players(rules)
}

func (c computers) choose(ctx context.Context, rules game.Rules, level ai.Level, s ai.Observation) (ai.Choice, error) {
	players, err := playersOf(rules)
	if err != nil {
		return ai.Choice{}, err
	}
	player, ok := players[level]
	if !ok {
		return ai.Choice{}, fmt.Errorf("%s has no computer players of level %q", rules.Name(), level)
	}
	if level != ai.Hard {
		return player.Choose(s, ai.Budget{}, rand.Uint64())
	}
	defer c.extra.lend()()
	return c.gate.Choose(ctx, player, s, ai.DefaultBudget, rand.Uint64())
}
