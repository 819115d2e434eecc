package ai

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"deuces/game/ai/aitest"
	"deuces/game/bigtwo"
)

func TestPlayers(t *testing.T) { aitest.Run(t, bigtwo.New, New) }

// The levels are what they are called, with a wide margin below what
// docs/computer-players.md measures.
func TestStrength(t *testing.T) {
	n, err := learnt()
	if err != nil {
		t.Fatal(err)
	}
	c, err := presetCosts()
	if err != nil {
		t.Fatal(err)
	}
	j, th := &judge{net: n, costs: c}, new(thumb)
	byNet := func(t *tale, _ *rand.Rand) play { return j.best(t).play }
	byThumb := func(t *tale, _ *rand.Rand) play { return th.choose(t) }
	for _, tt := range []struct {
		name        string
		one, others player
		least       float64
	}{
		{"network against greedy", byNet, greedily, 3},
		{"network against random", byNet, randomly, 12},
		{"network against normal", byNet, byThumb, 0.5},
		{"normal against greedy", byThumb, greedily, 2},
		{"normal against random", byThumb, randomly, 10},
		{"greedy against random", greedily, randomly, 5},
	} {
		if mean, deviation := versus(tt.one, tt.others, c, 400, 1); mean < tt.least {
			t.Errorf("%s: %.2f ± %.2f points a round, want %v", tt.name, mean, deviation, tt.least)
		}
	}
}

// A training that is repeated learns the same, and something.
func TestTrainingIsRepeatable(t *testing.T) {
	run := func(seed uint64) []byte {
		w, err := (&Training{Stages: []Stage{{Decisions: 2000, First: 1e-3, Trust: 0.6}, {Decisions: 1000, First: 1e-4, Trust: 0.5, Thumbs: true}}, Seed: seed}).Run(nil, math.MaxInt, nil)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	first, again, other := run(1), run(1), run(2)
	if !reflect.DeepEqual(first, again) {
		t.Error("the same seed learns something else")
	}
	if reflect.DeepEqual(first, other) {
		t.Error("another seed learns the same")
	}
}
