package main

import (
	"math"
	"math/rand/v2"

	"deuces/game/bigtwo"
	"deuces/game/bigtwo/ai"
)

// player chooses a play for the player to move.
type player func(*ai.Tracked, *rand.Rand) bigtwo.Play

// versus lets one player play against three of another kind, and each deal from all four seats. It
// returns the mean points per round and the standard error of the mean.
func versus(one, others player, e *ai.Evaluator, fresh bigtwo.Core, deals int, seed uint64) (mean, deviation float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	sum, squares := 0.0, 0.0
	for range deals {
		core := deal(fresh, r)
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
			points += float64(e.Result(&t, int(own)))
		}
		points /= bigtwo.Players
		sum += points
		squares += points * points
	}
	n := float64(deals)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}
