package ai

import (
	"testing"

	"deuces/game/ai/aitest"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/internal/layers"
)

var systems = map[string]gametest.System{
	"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
}

func TestPlayers(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) { aitest.Run(t, system, New) })
	}
}

func TestWeightsLoad(t *testing.T) { aitest.Weights(t, weightsFile, Inputs) }

// Hard has almost no budget here, and must not be much worse than Normal.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			aitest.Levels(t, system, New, 4, gametest.Dose(t, 80, 240, 960), gametest.Dose(t, 0, 240, 960), 100, -0.15)
		})
	}
}

// TestCallsGoDown checks the order of the package's files.
func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"ai",        // the players
		"hard",      // how Hard chooses
		"network",   // the search with a network
		"evaluator", // evaluating positions with a network
		"inputs",
		"features",
		"tracked", // what a player remembers of a round
		"sampler", // sampling likely worlds
		"reason",  // the factors that decided for a move
		"advice",  // their sentences
		"facts",
		"observations", // moves of the others
		"models",       // models of players
		"known_cards",  // cards that they may hold
		"gift_bounds",
		"match_end",  // the value of a round's result
		"heuristics", // moves by heuristics
		"evaluation",
		"counts",
	})
}
