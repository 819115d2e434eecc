package gateway

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"doc gateway", // which sessions there are
		"keep",        // lost sessions are resumed or replaced
		"session",     // one of discordgo's
		"shard undecoded",
	})
}
