package table_test

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"opening registry",               // tables are opened; commands are given to them
		"find take",                      // who looks for tables, and who takes and releases them
		"sleep",                          // tables are woken
		"actor",                          // one table that is awake
		"thinking",                       // computers that choose
		"live log",                       // which tables there are; what their logs say
		"recovery rules table wallclock", // time that was lost, the clock, and what a registry is made of
	})
}
