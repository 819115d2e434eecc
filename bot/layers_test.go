package bot

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"doc bot",                              // creating and running a bot
		"events",                               // events of the gateway
		"start handover guilds",                // registering commands, moving shards, callbacks for guilds
		"answer",                               // answering an interaction
		"deferred",                             // answering after a deferral
		"failures limits mirror",               // errors, limits per user, messages kept up to date
		"inspect history emojis roles threads", // requests without an interaction
		"decode response meter",
		"router",
		"command",
		"request",
		"components", // Discord's JSON form of messages and forms
		"message permissions text",
	})
}
