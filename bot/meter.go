package bot

import (
	"time"

	"deuces/bot/gateway"
	"deuces/bot/rest"
)

// Meter is told what the bot does, as it happens and by many goroutines at once. It must
// not block. Kinds of interactions are Discord's: command, autocomplete, component, modal.
type Meter interface {
	// Replied is told of each interaction whose first response reached Discord, and
	// how long after it came.
	Replied(kind string, after time.Duration)
	// Deferred is told of a response that only asks for more time.
	Deferred(kind string)
	// Lost is told of an answer that did not reach Discord, or perhaps not.
	Lost(kind string)
	// Failed is told of an interaction that failed; its user reads a code.
	Failed(kind string)

	rest.Meter
	gateway.Meter
}
