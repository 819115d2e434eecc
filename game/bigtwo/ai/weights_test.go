package ai

import (
	"math/rand/v2"
	"testing"

	"deuces/game/ai/aitest"
	"deuces/game/bigtwo"
)

func TestWeightsLoad(t *testing.T) { aitest.Weights(t, weights, Inputs) }

// dealt deals a round.
func dealt(r *rand.Rand) bigtwo.Core {
	order := r.Perm(52)
	var c bigtwo.Core
	for i, card := range order {
		c.Hands[i%players] |= 1 << card
		if card == 0 {
			c.Turn, c.MustPlayThree = uint8(i%players), true
		}
	}
	return c
}

func BenchmarkNetwork(b *testing.B) {
	n, err := embedded()
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	e := &Evaluator{net: n}
	rounds := make([]Tracked, 256)
	for i := range rounds {
		rounds[i].Core = dealt(r)
		for range r.IntN(30) {
			g := rounds[i]
			if g.Step(RandomPlay(&g, r)); !g.Over {
				rounds[i] = g
			}
		}
	}
	plays := 0
	for i := 0; b.Loop(); i++ {
		plays += len(e.Plays(&rounds[i%len(rounds)]))
	}
	b.ReportMetric(float64(plays)/float64(b.N), "plays/op")
}
