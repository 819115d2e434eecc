package bot

import (
	"deuces/internal/say"
	"errors"
	"strings"
	"time"
)

// How a mirror's public message is posted, edited and taken away, and what is known of it then.

// edited notes how an edit of a public message went.
func (ms *Mirrors) edited(j *job, c *content, err error) error {
	var lim *limited
	switch {
	case err == nil:
		j.content = c
		if j.shown.Edition == "" {
			j.shown.Edition = c.message.Edition
		}
	case j.spec.Once && errors.As(err, &lim) && lim.code == codeOldMessage:
		j.content = c
		return nil
	case errors.Is(err, ErrNoMessage):
		j.shown.Message = ""
		j.content = nil
	case errors.Is(err, errArchived), errors.As(err, &lim) && lim.code == codeOldMessage:
		j.move = true
	default:
		j.content = nil // not known any more
	}
	return err
}

// errStays ends a turn because a message that should have moved may not be posted:
// where it stands it can still be edited, and be true.
var errStays = errors.New("it may not be posted anew")

// postAnew posts m, and has the message before it cleaned away. A crash at any
// moment leaves one message with buttons in the end: one before the post is known
// finds the post that was begun and the old message as former ones, and goes on
// from there; one after it finds both messages.
func (ms *Mirrors) postAnew(e *entry, j *job, p *permit, m Message, w wired, c *content) error {
	now, was := j.posting(m, c), j.lost
	if was == nil && j.spec.Posted != nil {
		j.spec.Posted(Shown{Former: also(now.entry, also(j.former(m.Edition), j.shown.Former))})
	}
	id, err := ms.client.post(ms.ctx, p, j.spec.Channel, now.nonce, w)
	if _, maybe := errors.AsType[*unsure](err); maybe {
		if was == nil { // else it is the first that may stand there
			j.lost = now
		}
		return err
	}
	if err != nil && was == nil {
		j.tell() // there is none
	}
	if _, forbidden := errors.AsType[*Forbidden](err); forbidden && j.move && j.shown.Message != "" && m.Edition == j.shown.Edition {
		j.move, j.drop = false, false
		return errStays
	}
	switch {
	case errors.Is(err, errArchived): // a post would have opened it, were it not locked
		return &Forbidden{codeArchived, say.New("Manage Threads (the thread is locked)")}
	case err != nil:
		return err
	}
	j.lost = nil
	if was != nil && (was.content == nil || was.content.digest != c.digest) {
		ms.took(e, j, id, m.Edition, nil)
		return errFound
	}
	ms.took(e, j, id, m.Edition, c)
	return nil
}

// took makes a post the mirror's message, and has the one before it cleaned away.
func (ms *Mirrors) took(e *entry, j *job, id, edition string, c *content) {
	// What stood in Former before is being cleaned already, but for a start that
	// found no message.
	begin := j.former(edition)
	if begin == "" {
		begin = without(j.shown.Former, id)
	}
	former := without(also(j.former(edition), j.shown.Former), id)
	j.shown, j.content, j.move, j.drop = Shown{id, former, edition, time.Now()}, c, false, false
	j.past = id
	j.tell()
	// Beside the mirror's own requests, which must not wait for it.
	for old := range strings.FieldsSeq(begin) {
		if formerID(old) != id {
			l := litter{of: e, channel: j.spec.Channel, former: old, past: j.spec.Past}
			ms.work.Go(func() { ms.clean(l) })
		}
	}
}

// former is the present message as an entry of Shown.Former, where another is posted in
// this edition: without its own it is deleted.
func (j *job) former(edition string) string {
	if j.drop && edition == j.shown.Edition {
		return j.shown.Message
	}
	return j.shown.former()
}

// tell tells where the mirror is.
func (j *job) tell() {
	at := j.shown
	if j.lost != nil {
		at.Former = also(j.lost.entry, at.Former)
	}
	if j.spec.Posted != nil {
		j.spec.Posted(at)
	}
}

// takeAway deletes the message, if there is one.
func (ms *Mirrors) takeAway(j *job) error {
	if j.shown.Message == "" || j.spec.Channel == "" {
		return nil
	}
	err := ms.client.remove(ms.ctx, j.spec.Channel, j.shown.Message)
	if err != nil && !errors.Is(err, ErrNoMessage) {
		return err
	}
	j.shown, j.content, j.move, j.drop = Shown{}, nil, false, false
	j.tell()
	return nil
}
