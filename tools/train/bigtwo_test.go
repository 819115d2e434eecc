package main

import (
	"math/rand/v2"
	"os"
	"testing"

	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/game/bigtwo/ai"
)

// TestStrongerLevelsWin checks that each level beats the weaker ones. The required points are far
// below the results in docs/computer-players.md, so that chance doesn't fail the test.
func TestStrongerLevelsWin(t *testing.T) {
	weights, err := os.ReadFile("../../game/bigtwo/ai/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	n, err := net.Unpack(weights, ai.Inputs)
	if err != nil {
		t.Fatal(err)
	}
	e, fresh, err := evaluator(n)
	if err != nil {
		t.Fatal(err)
	}
	var normal ai.Heuristic
	byNet := func(t *ai.Tracked, _ *rand.Rand) bigtwo.Play { return e.Best(t).Move }
	byRules := func(t *ai.Tracked, _ *rand.Rand) bigtwo.Play { return normal.Choose(t) }
	for _, tt := range []struct {
		name        string
		one, others player
		least       float64
	}{
		{"network against greedy", byNet, ai.GreedyPlay, 3},
		{"network against random", byNet, ai.RandomPlay, 12},
		{"network against normal", byNet, byRules, 0.5},
		{"normal against greedy", byRules, ai.GreedyPlay, 2},
		{"normal against random", byRules, ai.RandomPlay, 10},
		{"greedy against random", ai.GreedyPlay, ai.RandomPlay, 5},
	} {
		if mean, deviation := versus(tt.one, tt.others, e, fresh, 400, 1); mean < tt.least {
			t.Errorf("%s: %.2f ± %.2f points a round, want %v", tt.name, mean, deviation, tt.least)
		}
	}
}
