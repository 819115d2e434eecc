package rest

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"doc messages handle", // messages in channels and answers to interactions
		"client",              // requests
		"transport body limit", "errors",
	})
}
