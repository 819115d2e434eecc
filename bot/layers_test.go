package bot

import (
	"testing"

	"deuces/internal/layers"
)

// The files of this package, and those of each package below it, are in layers. A function calls
// only functions of its own file and of files on lower layers.
func TestCallsGoDown(t *testing.T) {
	for dir, levels := range map[string][]string{
		".": {
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
		},
		"mirror": {
			"doc mirrors", // the API for the owners of messages
			"worker",      // schedules turns and handles their results
			"turn",        // renders a message and sends a request
			"former",
			"entry",
		},
		"gateway": {
			"doc gateway", // starting and ending sessions
			"keep",        // resuming or replacing lost sessions
			"relay",       // one connection to Discord
			"turns",       // when a session may be started
			"accept advice session shard",
		},
		"rest": {
			"doc messages handle", // messages in channels and answers to interactions
			"client",              // requests
			"transport body limit", "errors",
		},
	} {
		layers.CallsGoDown(t, dir, levels)
	}
}
