package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"deuces/game/bigtwo"
	"deuces/game/bigtwo/ai"
	"deuces/game/bigtwo/ai/net"
)

// player decides for the place whose turn it is.
type player func(*ai.Tracked, *rand.Rand) bigtwo.Play

// versus plays one player against three of another, each deal from all four
// seats, and returns the mean points a round and its standard error over deals.
func versus(one, others player, e *ai.Evaluator, deals int, seed uint64) (mean, deviation float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	sum, squares := 0.0, 0.0
	for range deals {
		core := deal(r)
		points := 0.0
		for own := range uint8(bigtwo.Players) {
			t := ai.Tracked{Core: core}
			for !t.Over {
				if t.Turn == own {
					t.Step(one(&t, r))
				} else {
					t.Step(others(&t, r))
				}
			}
			if t.Turn == own {
				points += float64(e.Pot(&t))
			} else {
				points -= float64(e.Cost(t.Hands[own].Len()))
			}
		}
		points /= bigtwo.Players
		sum += points
		squares += points * points
	}
	n := float64(deals)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}

// Measure says how weights fare against three random and three greedy players.
func Measure(packed []byte, deals int) string {
	n, err := net.Unpack(packed)
	if err != nil {
		return err.Error()
	}
	e, err := ai.NewEvaluator(n)
	if err != nil {
		return err.Error()
	}
	by := func(t *ai.Tracked, _ *rand.Rand) bigtwo.Play { return e.Best(t).Play }
	a, da := versus(by, ai.Randomly, e, deals/4, 1)
	b, db := versus(by, ai.Greedily, e, deals, 2)
	return fmt.Sprintf("random %+.2f ± %.2f, greedy %+.2f ± %.2f", a, da, b, db)
}
