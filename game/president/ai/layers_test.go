package ai

import (
	"testing"

	"deuces/internal/layers"
)

// TestCallsGoDown keeps the order in which the package is read.
func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"ai",        // the players
		"hard",      // how hard chooses,
		"ahead",     // and how it looks ahead
		"evaluator", // what a network makes of a position
		"inputs",
		"look",
		"tracked", // what is remembered of a round
		"sampler", // which worlds are likely
		"reason",  // what decided for a move,
		"advice",  // in which words,
		"situation",
		"past",  // what the others did,
		"kinds", // as who would have,
		"deal",  // and what they may hold
		"bound",
		"stakes", // what a round is worth
		"world",  // a round as it is stepped
		"plan",   // the heuristics
		"counts",
	})
}
