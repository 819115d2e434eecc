package bot

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"doc bot",                              // a bot is made and runs
		"events",                               // what the gateway brings
		"start handover guilds",                // commands are registered; an event is kept or told
		"answer",                               // an interaction is answered
		"deferred",                             // after a deferral
		"failures limits mirror",               // what goes wrong; what came before; what goes on
		"inspect history emojis roles threads", // what needs no interaction
		"decode response meter",
		"router",
		"command",
		"request",
		"components", // messages and forms as Discord takes them
		"message permissions text",
	})
}
