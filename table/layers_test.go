package table_test

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"open registry",                       // opening tables and sending them commands
		"queries takeover",                    // looking up, loading and releasing tables
		"sleep",                               // waking tables
		"actor",                               // the goroutine of an awake table
		"thinking",                            // computer players
		"sleeper replay",                      // sleeping tables; reading logs
		"recovery rulescache table wallclock", // lost time, the clock, and the package's types
	})
}
