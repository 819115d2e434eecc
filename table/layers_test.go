package table_test

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"open registry",                       // opens tables and sends them commands
		"queries takeover",                    // finds, loads and releases tables
		"sleep",                               // wakes tables
		"actor",                               // runs the goroutine of an awake table
		"thinking",                            // runs computer players
		"sleeper replay",                      // keeps sleeping tables; reads logs
		"recovery rulescache table wallclock", // lost time, the clock, and the package's types
	})
}
