package mirror

import (
	"errors"
	"fmt"
	"runtime/debug"

	"deuces/bot"
	"deuces/bot/rest"
)

// errHeld ends a turn because a reply that shows the mirror is on its way.
var errHeld = errors.New("a reply is on its way")

// rendered is a message that was rendered and encoded.
type rendered struct {
	bot.Content
	encoded rest.Message
}

// render calls the mirror's Render, and checks, encodes and digests what it made.
func (ms *Mirrors) render(e *entry, j *state) (r rendered, err error) {
	ms.mu.Lock()
	held := e.held > 0 || e.over
	ms.mu.Unlock()
	if held {
		return r, errHeld
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("render of %s panicked: %v\n%s", j.spec.Key, p, debug.Stack())
		}
	}()
	r.Message, err = j.spec.Render(ms.ctx)
	if err != nil || r.Message.Empty() {
		return r, err
	}
	if r.encoded, err = r.Message.Encode(); err != nil {
		return r, fmt.Errorf("render of %s: %w", j.spec.Key, &rest.Refused{Status: 400, Text: err.Error()})
	}
	r.Digest = r.encoded.Digest()
	return r, nil
}

// sends marks that a request goes out for the turn; not if its mirror was exchanged or a
// reply began meanwhile.
func (ms *Mirrors) sends(e *entry, j *state) error {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.held > 0 || e.over || e.version != j.version {
		return errHeld
	}
	e.sending = true
	return nil
}
