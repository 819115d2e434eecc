package match_test

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"round",                          // deals, decisions and settlements
		"deal",                           // seals and cuts
		"people",                         // joins, leaves, removals and votes
		"ending lobby plan undo",         // commands that no other file uses
		"clock seats",                    // deadlines; seats
		"computers passing settle valid", // parts of a round
		"fold match",                     // applies events
		"event",                          // how events are stored
	})
}
