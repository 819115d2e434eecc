package ai

import (
	"fmt"
	"math/rand/v2"

	"deuces/game"
)

// Func is a player that is a function.
type Func func(s Observation, b Budget, seed uint64) (Choice, error)

// Choose calls the function.
func (f Func) Choose(s Observation, b Budget, seed uint64) (Choice, error) { return f(s, b, seed) }

// Half plays like another player half the time, and else anything.
func Half(p Player) Player {
	return Func(func(s Observation, b Budget, seed uint64) (Choice, error) {
		if rand.New(rand.NewPCG(seed, 1)).IntN(2) == 0 {
			return Random{}.Choose(s, b, seed)
		}
		return p.Choose(s, b, seed)
	})
}

// RulesOf returns rules as the type of a game. It fails for those of another game.
func RulesOf[R game.Rules](rules game.Rules) (R, error) {
	r, ok := rules.(R)
	if !ok {
		return r, fmt.Errorf("these are the rules of %s, not of %T", rules.Name(), r)
	}
	return r, nil
}

// Scored is a move and what it is worth to who makes it.
type Scored[M any] struct {
	Move  M
	Value float32
}

// Best returns the move that is worth most; the first of equals.
func Best[M any](list []Scored[M]) Scored[M] {
	best := list[0]
	for _, s := range list[1:] {
		if s.Value > best.Value {
			best = s
		}
	}
	return best
}
