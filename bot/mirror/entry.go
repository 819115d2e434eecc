package mirror

import (
	"time"

	"deuces/bot"
	"deuces/bot/rest"
)

// state is the state of a mirror's message and the changes that are requested. In each update the
// worker changes a copy, which note then stores in the entry.
type state struct {
	version int // version of spec; the result of an update for an older version is dropped
	spec    bot.Mirror

	shown        bot.Shown
	last         string      // id of the last known message, even if it was deleted
	content      bot.Content // current content of the message; zero: unknown
	unconfirmed  *post       // a post that may or may not have arrived
	cleaned      string      // former messages that were cleaned but not yet reported to Posted
	unshownSince time.Time   // time of the first touch that isn't shown yet; zero: none

	move    bool // post a new message with the next render
	replace bool // with move: delete the previous message if it has the same edition
	finish  bool // forget the mirror once the next render is shown
	remove  bool // delete the message, then forget the mirror

	// The rest is about private messages. Clients show above a message which one it answers, so that one
	// has to stay.
	past   rest.Handle // the message that shows what was before the present one (RenderPast); zero: none
	refers bool        // the present message answers past
	sent   rest.Handle // the message that was sent in this update; zero: none

	old []old // messages that were replaced in this update
}

// entry is a mirror. Mirrors.mu guards all its fields.
type entry struct {
	key string
	state

	dirty     bool         // the mirror was touched since the last render began
	touched   bot.Revision // revision of the last touch
	lastTouch time.Time
	rushed    bool // the last touch came within Config.Rush of the one before
	running   bool // the mirror has a worker
	held      int  // number of replies in flight that will show the mirror
	forgotten bool

	sending bool          // a request is in flight
	idle    chan struct{} // closed when that request is answered; nil: nobody waits for it
	sent    time.Time     // when the last request was answered

	stale []old // private messages to clean once no request is in flight

	fails    int           // consecutive failures
	notUntil time.Time     // end of the current backoff
	retryNow chan struct{} // closed and replaced when the backoff ends early
	failed   bool          // Failed was called and nothing was shown since
	expiry   *time.Timer   // fires when a private mirror's token expires
}

// retry ends the backoff. The caller must hold Mirrors.mu.
func (e *entry) retry() {
	e.fails, e.notUntil = 0, time.Time{}
	close(e.retryNow)
	e.retryNow = make(chan struct{})
}

// upToDate reports whether there is nothing left to do for the message. The caller must hold
// Mirrors.mu.
func (e *entry) upToDate() bool {
	return !e.dirty && !e.running && !e.sending && e.held == 0 && !e.failed && e.unconfirmed == nil && e.shown.Former == "" && e.cleaned == ""
}

func (e *entry) backOff(first, most time.Duration) {
	e.notUntil = time.Now().Add(min(first<<min(e.fails, 10), most))
	e.fails++
}

func (e *entry) stopExpiry() {
	if e.expiry != nil {
		e.expiry.Stop()
		e.expiry = nil
	}
}

// Meter measures how late messages are.
type Meter interface {
	// Shown is called after each edit or post of a mirror's message. lag is the time since the
	// first touch that the message now shows, and message is the first part of the mirror's
	// key. It must not block.
	Shown(message string, lag time.Duration)
}
