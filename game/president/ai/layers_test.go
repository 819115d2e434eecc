package ai

import (
	"testing"

	"deuces/internal/layers"
)

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
