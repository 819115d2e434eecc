package mirror

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"doc mirrors", // the API for the owners of messages
		"worker",      // schedules turns and handles their results
		"turn",        // renders a message and sends a request
		"former",
		"entry",
	})
}
