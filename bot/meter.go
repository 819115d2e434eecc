package bot

import (
	"net/http"
	"strings"
	"time"
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

	// Shown is told of each edit or post of a mirror's message, and how long after the
	// first touch that it shows. message is the first part of the mirror's key.
	Shown(message string, lag time.Duration)

	// Requested is told of each request to Discord: its status, 0 where there was no
	// answer, and how long that took.
	Requested(status int, took time.Duration)
	// Limited is told of each 429, by X-RateLimit-Scope ("" where there was none).
	Limited(scope string)
	// Invalid is told of each answer that Discord counts towards a ban of the address.
	Invalid()

	// Connected is told of each session of the gateway that began or was resumed.
	Connected(resumed bool)
	// Disconnected is told when a connected session was lost or closed.
	Disconnected()
}

// unmetered is the Meter of a bot that is given none.
type unmetered struct{}

func (unmetered) Replied(string, time.Duration) {}
func (unmetered) Deferred(string)               {}
func (unmetered) Lost(string)                   {}
func (unmetered) Failed(string)                 {}
func (unmetered) Shown(string, time.Duration)   {}
func (unmetered) Requested(int, time.Duration)  {}
func (unmetered) Limited(string)                {}
func (unmetered) Invalid()                      {}
func (unmetered) Connected(bool)                {}
func (unmetered) Disconnected()                 {}

// meterKind is what a Meter calls the kind of an interaction.
func (i interaction) meterKind() string {
	switch i.kind {
	case kindCommand:
		return "command"
	case kindAutocomplete:
		return "autocomplete"
	case kindModal:
		return "modal"
	}
	return "component"
}

// meterMessage is what a Meter calls a mirror's message.
func meterMessage(key string) string {
	kind, _, _ := strings.Cut(key, "/")
	return kind
}

// metered tells of an answer, or that there was none.
func (c *client) metered(r *http.Response, began time.Time) {
	if r == nil {
		c.meter.Requested(0, time.Since(began))
		return
	}
	c.meter.Requested(r.StatusCode, time.Since(began))
	if r.StatusCode == http.StatusTooManyRequests {
		c.meter.Limited(r.Header.Get("X-RateLimit-Scope"))
	}
}

// Shards is how many sessions the bot holds, and how many of them are connected now.
func (b *Bot) Shards() (held, connected int) {
	b.up.mu.Lock()
	defer b.up.mu.Unlock()
	return len(b.up.up), b.up.n
}

// Waiting is how many requests wait for Discord's limits.
func (b *Bot) Waiting() int {
	return int(b.client.own.waiting.Load() + b.client.interactions.waiting.Load())
}

// Waiting is how many messages are not known to show what is true.
func (ms *Mirrors) Waiting() (n int) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	for _, e := range ms.entries {
		if e.dirty {
			n++
		}
	}
	return n
}
