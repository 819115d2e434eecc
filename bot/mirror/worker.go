package mirror

import (
	"errors"
	"strings"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
)

// How long a mirror waits after a failure: doubled from first to most.
const (
	retryFirst  = 500 * time.Millisecond
	retryMost   = 30 * time.Second
	renderMost  = 5 * time.Second // only rendering failed, and Discord was not asked
	refuseFirst = time.Minute     // repeating counts towards a ban
	refuseMost  = 10 * time.Minute
)

// touch marks the entry and gives it a worker. With the lock.
func (ms *Mirrors) touch(e *entry) {
	now := time.Now()
	e.dirty = true
	if e.behind.IsZero() {
		e.behind = now
	}
	ms.revision++
	e.touched = ms.revision
	e.lastTouch, e.rushed = now, now.Sub(e.lastTouch) < ms.Rush
	if e.running || e.held > 0 || ms.closed && ms.ctx.Err() != nil {
		return
	}
	e.running = true
	ms.work.Go(func() { ms.run(e, func() {}) })
}

// queuedMost is how many mirrors with low priority are shown at a time: enough to use the
// requests that others leave, and few enough that a touched mirror hardly waits for them.
const queuedMost = 16

// startQueued gives the next mirrors with low priority a worker. With the lock.
func (ms *Mirrors) startQueued() {
	for ms.queued < queuedMost && len(ms.queue) > 0 && !ms.closed {
		e := ms.queue[0]
		ms.queue[0] = nil
		ms.queue = ms.queue[1:]
		if e.over || !e.dirty || e.running || e.held > 0 {
			continue // it was touched, or is not shown any more
		}
		e.running = true
		ms.queued++
		turned := false // the next may come after one turn; one that failed tries again beside it
		next := func() {
			ms.mu.Lock()
			defer ms.mu.Unlock()
			if !turned {
				turned = true
				ms.queued--
				ms.startQueued()
			}
		}
		ms.work.Go(func() {
			ms.run(e, next)
			next()
		})
	}
}

// run is an entry's worker: it goes on while there is something to show, and calls turned
// after each turn.
func (ms *Mirrors) run(e *entry, turned func()) {
	for ms.pending(e) {
		ms.gather(e)
		if j, ok := ms.begin(e); ok {
			ms.finished(e, j, ms.turn(e, &j))
			turned()
		}
	}
}

// pending ends the worker if there is nothing to show.
func (ms *Mirrors) pending(e *entry) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	e.running = e.dirty && !e.over && e.held == 0 && ms.ctx.Err() == nil
	return e.running
}

// gather waits for touches that come close together, and until a failure's time has passed.
func (ms *Mirrors) gather(e *entry) {
	ms.mu.Lock()
	back, again, gather := time.Until(e.notUntil), e.again, ms.Settle
	if e.rushed {
		gather = ms.Rush
	}
	ms.mu.Unlock()
	t := time.NewTimer(max(gather, back))
	defer t.Stop()
	select {
	case <-t.C:
	case <-again:
	case <-ms.ctx.Done():
	case <-ms.closing: // no long waits, but failing requests are not repeated at once
		if back > 0 {
			_ = rest.Pause(ms.ctx, min(back, 200*time.Millisecond))
		}
	}
}

// begin takes the entry's work for a turn, if there still is some.
func (ms *Mirrors) begin(e *entry) (state, bool) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.over || !e.dirty || e.held > 0 || ms.ctx.Err() != nil {
		return state{}, false
	}
	j := e.state
	e.dirty, e.move, e.replace, e.cleaned, e.behind = false, false, false, "", time.Time{}
	return j, true
}

// turn shows the newest state once. It changes the copy to what is shown then.
func (ms *Mirrors) turn(e *entry, j *state) error {
	left := j.shown.Former
	for id := range strings.FieldsSeq(j.cleaned) {
		left = without(left, id)
	}
	if left != j.shown.Former {
		j.shown.Former = left
		j.tell()
	}
	switch {
	case j.remove && j.unconfirmed != nil:
		return ms.confirm(e, j)
	case j.remove:
		return ms.takeAway(j)
	case j.spec.Channel == "":
		return ms.showPrivate(e, j)
	}
	return ms.showPublic(e, j)
}

// finished notes how a turn went, and when the next may be.
func (ms *Mirrors) finished(e *entry, j state, err error) {
	ms.mu.Lock()
	for _, o := range j.old {
		ms.clean(e, o)
	}
	was := e.over
	tell := ms.note(e, j, err)
	gone := e.over && !was
	ms.mu.Unlock()
	if tell != nil {
		tell(err)
	}
	if gone && j.spec.Gone != nil {
		j.spec.Gone()
	}
}

// note is finished with the lock. It returns whom to tell of a failure.
func (ms *Mirrors) note(e *entry, j state, err error) (tell func(error)) {
	if e.sending {
		e.sending, e.sent = false, time.Now()
		if e.idle != nil {
			close(e.idle)
			e.idle = nil
		}
		if err == nil && !j.behind.IsZero() && ms.Meter != nil {
			message, _, _ := strings.Cut(e.key, "/")
			ms.Meter.Shown(message, time.Since(j.behind))
		}
		ms.cleanStale(e)
		if e.version != j.version {
			// Adopted while the request was out, which may have overtaken a newer state:
			// what the message shows is not known.
			e.content = bot.Content{}
		}
	}
	if err != nil && !j.behind.IsZero() {
		e.behind = j.behind // what was to be shown is not
	}
	e.unconfirmed = j.unconfirmed // in the channel, whichever mirror has the key
	if e.version != j.version || e.over {
		e.dirty = true
		return nil
	}
	e.shown, e.last, e.content = j.shown, j.last, j.content
	e.move, e.replace = e.move || j.move, e.replace || j.replace
	if err == nil {
		e.fails, e.notUntil, e.failed = 0, time.Time{}, false
		if j.finish || j.remove {
			ms.forget(e)
		}
		return nil
	}
	return ms.noteFailure(e, j, err)
}

func (ms *Mirrors) noteFailure(e *entry, j state, err error) (tell func(error)) {
	_, limited := errors.AsType[*rest.Limited](err)
	_, forbidden := errors.AsType[*rest.Forbidden](err)
	_, refused := errors.AsType[*rest.Refused](err)
	_, uncertain := errors.AsType[*rest.Uncertain](err)
	log := ms.Log.With().Str("mirror", e.key).Logger()
	switch {
	case errors.Is(err, bot.ErrGone):
		ms.forget(e)
	case errors.Is(err, errHeld), errors.Is(err, errConfirmed), errors.Is(err, errStays), ms.ctx.Err() != nil,
		limited: // the bucket knows until when
		e.dirty = true
	case errors.Is(err, rest.ErrExpired), errors.Is(err, rest.ErrNoMessage) && j.spec.Channel == "":
		log.Debug().Err(err).Msg("a private message can no longer be edited")
		ms.forget(e)
	case errors.Is(err, rest.ErrNoMessage), errors.Is(err, rest.ErrArchived):
		e.dirty = true // post it
	case errors.Is(err, rest.ErrNoChannel), errors.Is(err, rest.ErrClosed):
		log.Info().Err(err).Msg("the channel is gone, or closed to the bot")
		ms.forget(e)
		return j.spec.Failed
	case forbidden, refused, errors.Is(err, rest.ErrToken):
		e.backOff(refuseFirst, refuseMost)
		e.behind = time.Time{} // nothing is late where nothing may be shown
		if j.finish || j.remove {
			ms.forget(e)
		}
		if !e.failed {
			log.Warn().Err(err).Msg("can't show a message")
			e.failed = true
			return j.spec.Failed
		}
	default:
		e.dirty = true
		most := renderMost
		if uncertain {
			most = retryMost
		}
		e.backOff(retryFirst, most)
		log.Warn().Err(err).Int("fails", e.fails).Msg("can't show a message yet; trying again")
	}
	return nil
}

// forget drops the entry. With the lock.
func (ms *Mirrors) forget(e *entry) {
	e.over = true
	e.stopExpiry()
	if ms.entries[e.key] == e {
		delete(ms.entries, e.key)
	}
}

// cleanStale begins to clean the private messages that wait for that. With the lock.
func (ms *Mirrors) cleanStale(e *entry) {
	for _, o := range e.stale {
		ms.clean(e, o)
	}
	e.stale = nil
}

// How long a message that can't be cleaned yet is left alone: doubled each time, and given
// up after the last.
const (
	cleanFirst = 5 * time.Second
	cleanTries = 10
)

// clean begins to clean an older message. Closing does not wait for it: if the mirror is
// shown again after a restart, Shown.Former has the message.
func (ms *Mirrors) clean(e *entry, o old) {
	ms.work.Go(func() {
		for n, wait := 1, cleanFirst; ; n, wait = n+1, 2*wait {
			if o.private.Token != "" && !o.private.Alive(time.Now()) {
				return // it can't be reached any more
			}
			err := ms.retire(o)
			if err == nil || errors.Is(err, rest.ErrNoMessage) || errors.Is(err, rest.ErrNoChannel) || errors.Is(err, rest.ErrExpired) || errors.Is(err, rest.ErrClosed) {
				break
			}
			if ms.ctx.Err() != nil {
				return
			}
			again := wait
			if limited, is := errors.AsType[*rest.Limited](err); is { // 30046: an edit of what is too old
				again = max(wait, limited.After)
			}
			if n == cleanTries || !ms.pause(e, again) {
				ms.Log.Warn().Err(err).Str("channel", o.channel).Msg("can't update an old message; it stays as it is")
				return
			}
		}
		ms.mu.Lock()
		defer ms.mu.Unlock()
		if !e.over && o.former != "" {
			e.cleaned = also(formerID(o.former), e.cleaned)
			ms.touch(e)
		}
	})
}

// pause waits that long, or until the mirror is to be tried again; false at the end.
func (ms *Mirrors) pause(e *entry, d time.Duration) bool {
	ms.mu.Lock()
	again := e.again
	ms.mu.Unlock()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-again:
	case <-ms.closing:
		return false
	case <-ms.ctx.Done():
		return false
	}
	return true
}
