package mirror

import (
	"time"

	"deuces/bot"
)

// state is what is known of a mirror's message, and what is to be done. A worker takes a
// copy for each turn, changes it, and gives it back.
type state struct {
	version int // of spec: a turn for an older version must not count
	spec    bot.Mirror

	shown       bot.Shown
	last        string      // the last message it had, even if that is gone
	content     bot.Content // what the message shows; zero: not known
	unconfirmed *post       // a post that may have arrived or not
	cleaned     string      // former messages that are cleaned, which Posted is not told yet
	behind      time.Time   // when the first touch was that is not shown; zero: there is none

	move    bool // post anew with the next render
	replace bool // and delete the message before, if it shows the same edition
	finish  bool // forget it after the next render was shown
	remove  bool // delete the message, then forget it

	old []old // messages that were replaced in this turn
}

// entry is a mirror. All of it is guarded by Mirrors.mu.
type entry struct {
	key string
	state

	dirty     bool // touched since the last render began
	touched   bot.Revision
	lastTouch time.Time
	rushed    bool // that touch followed another closely: Config.Rush
	running   bool // it has a worker
	held      int  // replies under way that will show it
	over      bool // forgotten

	sending bool          // a request is in flight
	idle    chan struct{} // closed when that has its answer; nil: nobody waits for it
	sent    time.Time

	stale []old // private messages that are to be cleaned once nothing is being sent

	fails    int
	notUntil time.Time     // backing off
	again    chan struct{} // closed, and made anew, when that ends early
	failed   bool          // Failed was told
	expiry   *time.Timer   // of a private mirror's token
}

// retry ends a wait after failures. With the lock.
func (e *entry) retry() {
	e.fails, e.notUntil = 0, time.Time{}
	close(e.again)
	e.again = make(chan struct{})
}

// upToDate reports whether nothing is left to be done for the message. With the lock.
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

// Meter is told how late messages are.
type Meter interface {
	// Shown is told of each edit or post of a mirror's message, and how long after the
	// first touch that it shows. message is the first part of the mirror's key. It must not
	// block.
	Shown(message string, lag time.Duration)
}
