package bot

import (
	"time"

	"deuces/bot/gateway"
	"deuces/bot/rest"
)

// Meter measures what the bot does. Its methods are called from many goroutines and must not
// block. The kinds of interactions are command, autocomplete, component and modal.
type Meter interface {
	// Replied is called for each interaction whose first response reached Discord, with the
	// time since the interaction was received.
	Replied(kind string, after time.Duration)
	// Deferred is called for each interaction that is deferred.
	Deferred(kind string)
	// Lost is called for each answer that may not have reached Discord.
	Lost(kind string)
	// Failed is called for each interaction that failed because of an error.
	Failed(kind string)

	rest.Meter
	gateway.Meter
}
