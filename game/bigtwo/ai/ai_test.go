package ai

import (
	"math/rand/v2"
	"testing"

	"deuces/game/ai/aitest"
	"deuces/game/bigtwo"
	"deuces/game/gametest"
)

func TestPlayers(t *testing.T)     { aitest.Run(t, bigtwo.New, New) }
func TestWeightsLoad(t *testing.T) { aitest.Weights(t, weights, Inputs) }

func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	aitest.Levels(t, bigtwo.New, New, 4, gametest.Dose(t, 100, 200, 800), gametest.Dose(t, 0, 100, 400), 50, 0)
}

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
