package gateway

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"doc gateway", // starting and ending sessions
		"keep",        // resuming or replacing lost sessions
		"session",     // one discordgo session
		"shard undecoded",
	})
}
