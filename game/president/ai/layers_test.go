package ai

import (
	"testing"

	"deuces/internal/layers"
)

// TestCallsGoDown keeps the order in which the package is read.
func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"ai",        // the players
		"hard",      // how Hard chooses
		"network",   // the search with a network
		"evaluator", // what a network makes of a position
		"inputs",
		"features",
		"tracked", // what a player remembers of a round
		"sampler", // which worlds are likely
		"reason",  // what decided for a move
		"advice",  // the sentences
		"facts",
		"observations", // what the others did
		"models",       // how they may play
		"known_cards",  // what they may hold
		"gift_bounds",
		"match_end",  // what a round is worth
		"heuristics", // moves by heuristics
		"evaluation",
		"counts",
	})
}
