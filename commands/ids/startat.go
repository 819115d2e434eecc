package ids

import "deuces/match"

// StartAt is a button of the panel that sets when a match starts.
type StartAt struct {
	Table match.ID
	What  string // one of the constants below, or the time until the start as a duration; any other value opens the panel
}

// The values of StartAt.What besides durations.
const (
	StartOpen  = ""
	StartNever = "off" // the host starts the match
	StartBots  = "bots"
	StartEvent = "event"
)

// ID returns the custom id: "start-at/7/1h0m0s".
func (x StartAt) ID() string { return write(VerbStartAt, number(x.Table), x.What) }

// ParseStartAt parses the custom id.
func ParseStartAt(args []string) StartAt { return StartAt{Table(args), arg(args, 1)} }
