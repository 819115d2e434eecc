package ai

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// player decides for the place whose turn it is.
type player func(*tale, *rand.Rand) play

// versus plays one player against three of another, each deal from all four
// seats, and returns the mean points a round and its standard error over deals.
func versus(one, others player, c costs, deals int, seed uint64) (mean, deviation float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	sum, squares := 0.0, 0.0
	for range deals {
		core := deal(r)
		points := 0.0
		for own := range uint8(players) {
			t := tale{Core: core}
			for !t.Over {
				if t.Turn == own {
					t.Step(one(&t, r))
				} else {
					t.Step(others(&t, r))
				}
			}
			if t.Turn == own {
				points += float64(c.pot(&t))
			} else {
				points -= float64(c[t.Hands[own].Len()])
			}
		}
		points /= players
		sum += points
		squares += points * points
	}
	n := float64(deals)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}

// Measure says how weights fare against three random and three greedy players.
func Measure(packed []byte, deals int) string {
	n, err := unpack(packed)
	if err != nil {
		return err.Error()
	}
	c, err := presetCosts()
	if err != nil {
		return err.Error()
	}
	j := &judge{net: n, costs: c}
	by := func(t *tale, _ *rand.Rand) play { return j.best(t).play }
	a, da := versus(by, randomly, c, deals/4, 1)
	b, db := versus(by, greedily, c, deals, 2)
	return fmt.Sprintf("random %+.2f ± %.2f, greedy %+.2f ± %.2f", a, da, b, db)
}
