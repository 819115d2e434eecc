package match_test

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"round",                          // a round is dealt, played and settled
		"deal",                           // the seal of a round and its cuts
		"people",                         // who joins, leaves, is removed or voted out
		"ending lobby plan undo",         // further commands, which add events and no more
		"clock seats",                    // deadlines; who sits where
		"computers passing settle valid", // what a round knows of its seats
		"fold match",                     // commands, events, and the match that they change
		"event",                          // how events are stored
	})
}
