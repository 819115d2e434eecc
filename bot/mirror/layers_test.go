package mirror

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"doc mirrors", // what owners of messages call
		"worker",      // when a turn is due, and what follows from it
		"turn",        // rendering, and a request
		"former",
		"entry",
	})
}
