package mirror

import (
	"errors"
	"strings"
	"time"

	"deuces/bot"
	"deuces/bot/rest"
)

// Backoff after a failure. It doubles with each failure, from the first value to the maximum.
const (
	retryFirst  = 500 * time.Millisecond
	retryMost   = 30 * time.Second
	renderMost  = 5 * time.Second // lower, because a failed Render makes no request to Discord
	refuseFirst = time.Minute     // longer, because Discord counts refused requests towards a ban
	refuseMost  = 10 * time.Minute
)

// touch marks the entry as dirty and starts a worker if it has none. The caller must hold mu.
func (ms *Mirrors) touch(e *entry) {
	now := time.Now()
	e.dirty = true
	if e.unshownSince.IsZero() {
		e.unshownSince = now
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

// queuedMost is the number of mirrors with low priority that are shown at a time. It is high enough
// to use the rate limit's spare requests, and low enough that a touched mirror hardly waits for
// them.
const queuedMost = 16

// startQueued starts workers for the next mirrors with low priority. The caller must hold mu.
func (ms *Mirrors) startQueued() {
	for ms.queued < queuedMost && len(ms.queue) > 0 && !ms.closed {
		e := ms.queue[0]
		ms.queue[0] = nil
		ms.queue = ms.queue[1:]
		if e.forgotten || !e.dirty || e.running || e.held > 0 {
			continue // the mirror was touched or forgotten
		}
		e.running = true
		ms.queued++
		updated := false // after one update the next mirror starts, even if this one has to retry
		next := func() {
			ms.mu.Lock()
			defer ms.mu.Unlock()
			if !updated {
				updated = true
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

// run is the worker of an entry. It runs until there is nothing left to show, and calls updated
// after each update.
func (ms *Mirrors) run(e *entry, updated func()) {
	for ms.pending(e) {
		ms.collectTouches(e)
		if j, ok := ms.begin(e); ok {
			ms.finished(e, j, ms.update(e, &j))
			updated()
		}
	}
}

// pending reports whether the worker has something to show. If not, it marks the worker as
// ended, so that the next touch starts a new one.
func (ms *Mirrors) pending(e *entry) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	e.running = e.dirty && !e.forgotten && e.held == 0 && ms.ctx.Err() == nil
	return e.running
}

// collectTouches waits a short time for further touches, or until the backoff ends if that is later.
func (ms *Mirrors) collectTouches(e *entry) {
	ms.mu.Lock()
	back, again, gather := time.Until(e.notUntil), e.retryNow, ms.Settle
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
	case <-ms.closing: // shorten the wait, but don't repeat failed requests immediately
		if back > 0 {
			_ = rest.Pause(ms.ctx, min(back, 200*time.Millisecond))
		}
	}
}

// begin returns a copy of the entry's state for an update, and resets the fields of the entry that
// the update takes care of. It returns false if there is nothing left to do.
func (ms *Mirrors) begin(e *entry) (state, bool) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.forgotten || !e.dirty || e.held > 0 || ms.ctx.Err() != nil {
		return state{}, false
	}
	j := e.state
	e.dirty, e.move, e.replace, e.cleaned, e.unshownSince = false, false, false, "", time.Time{}
	return j, true
}

// update shows the newest state once and updates the copy j accordingly.
func (ms *Mirrors) update(e *entry, j *state) error {
	left := j.shown.Former
	for id := range strings.FieldsSeq(j.cleaned) {
		left = removeFormer(left, id)
	}
	if left != j.shown.Former {
		j.shown.Former = left
		j.reportShown()
	}
	switch {
	case j.remove && j.unconfirmed != nil:
		return ms.confirm(e, j)
	case j.remove:
		return ms.deleteMessage(j)
	case j.spec.Channel == "":
		return ms.showPrivate(e, j)
	}
	return ms.showPublic(e, j)
}

// finished stores the result of an update and schedules the next one if it is needed. It calls the
// owner's callbacks without the lock.
func (ms *Mirrors) finished(e *entry, j state, err error) {
	ms.mu.Lock()
	if j.sent.Token != "" && e.version != j.version { // a reply was adopted meanwhile, so its message stays
		if e.shown.Message == j.shown.Message { // it answers a click in the new message
			e.past, e.refers, e.stale = j.past, j.refers, nil
		} else {
			j.old = []old{{private: j.sent}}
		}
	}
	for _, o := range j.old {
		ms.clean(e, o)
	}
	was := e.forgotten
	tell := ms.applyResult(e, j, err)
	gone := e.forgotten && !was
	ms.mu.Unlock()
	if tell != nil {
		tell(err)
	}
	if gone && j.spec.Gone != nil {
		j.spec.Gone()
	}
}

// applyResult returns the part of finished that needs mu, which the caller must hold. It returns the
// callback for a failure, or nil.
func (ms *Mirrors) applyResult(e *entry, j state, err error) (tell func(error)) {
	if e.sending {
		e.sending, e.sent = false, time.Now()
		if e.idle != nil {
			close(e.idle)
			e.idle = nil
		}
		if err == nil && !j.unshownSince.IsZero() && ms.Meter != nil {
			message, _, _ := strings.Cut(e.key, "/")
			ms.Meter.Shown(message, time.Since(j.unshownSince))
		}
		ms.cleanStale(e)
		if e.version != j.version {
			// A message was adopted while the request was in flight. Either may have reached
			// Discord last, so the content is unknown.
			e.content = bot.Content{}
		}
	}
	if err != nil && !j.unshownSince.IsZero() {
		e.unshownSince = j.unshownSince // the touches of this update still aren't shown
	}
	e.unconfirmed = j.unconfirmed // the post may be in the channel even if the mirror was replaced
	if e.version != j.version || e.forgotten {
		e.dirty = true
		return nil
	}
	e.shown, e.last, e.content = j.shown, j.last, j.content
	e.spec.Handle, e.spec.Shown.Message, e.spec.Send = j.spec.Handle, j.spec.Shown.Message, j.spec.Send
	e.past, e.refers = j.past, j.refers
	if j.sent.Token != "" {
		ms.expireWith(e, j.sent)
	}
	e.move, e.replace = e.move || j.move, e.replace || j.replace
	if err == nil {
		e.fails, e.notUntil, e.failed = 0, time.Time{}, false
		if j.finish || j.remove {
			ms.forget(e)
		}
		return nil
	}
	return ms.applyFailure(e, j, err)
}

func (ms *Mirrors) applyFailure(e *entry, j state, err error) (tell func(error)) {
	_, limited := errors.AsType[*rest.Limited](err)
	_, forbidden := errors.AsType[*rest.Forbidden](err)
	_, refused := errors.AsType[*rest.Refused](err)
	_, uncertain := errors.AsType[*rest.Uncertain](err)
	log := ms.Log.With().Str("mirror", e.key).Logger()
	switch {
	case errors.Is(err, errHeld), errors.Is(err, errConfirmed), errors.Is(err, errStays), ms.ctx.Err() != nil,
		limited: // the next update waits in Acquire
		e.dirty = true
	case errors.Is(err, errUnsent):
		log.Debug().Err(err).Msg("cannot send a private message")
		ms.forget(e)
		return j.spec.Failed
	case errors.Is(err, rest.ErrExpired), errors.Is(err, rest.ErrNoMessage) && j.spec.Channel == "":
		log.Debug().Err(err).Msg("cannot edit a private message any more: it was deleted or its token expired")
		ms.forget(e)
	case errors.Is(err, rest.ErrNoMessage), errors.Is(err, rest.ErrArchived):
		e.dirty = true // post it
	case errors.Is(err, rest.ErrNoChannel), errors.Is(err, rest.ErrClosed):
		log.Info().Err(err).Msg("cannot show a message: its channel was deleted, or the user accepts no direct messages")
		ms.forget(e)
		return j.spec.Failed
	case forbidden, refused, errors.Is(err, rest.ErrToken):
		e.backOff(refuseFirst, refuseMost)
		e.unshownSince = time.Time{} // the meter doesn't count what Discord refuses to show
		if j.finish || j.remove {
			ms.forget(e)
		}
		if !e.failed {
			log.Warn().Err(err).Msg("cannot show a message, because Discord refuses it; trying again when it changes")
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
		log.Warn().Err(err).Int("fails", e.fails).Msg("cannot show a message; trying again")
	}
	return nil
}

// forget drops the entry. The caller must hold mu.
func (ms *Mirrors) forget(e *entry) {
	e.forgotten = true
	e.stopExpiry()
	if ms.entries[e.key] == e {
		delete(ms.entries, e.key)
	}
}

// cleanStale begins to clean the private messages in e.stale. The caller must hold mu.
func (ms *Mirrors) cleanStale(e *entry) {
	for _, o := range e.stale {
		ms.clean(e, o)
	}
	e.stale = nil
}

// Cleaning is tried cleanTries times. The wait between tries begins with cleanFirst and doubles.
const (
	cleanFirst = 5 * time.Second
	cleanTries = 10
)

// clean starts a goroutine that cleans an older message, a private one after Config.Linger. Close doesn't wait for further tries: if
// the mirror is shown again after a restart, Shown.Former still lists the message.
func (ms *Mirrors) clean(e *entry, o old) {
	ms.work.Go(func() {
		if o.private.Token != "" {
			ms.pause(e, ms.Linger) // Close ends this wait
		}
		for n, wait := 1, cleanFirst; ; n, wait = n+1, 2*wait {
			if o.private.Token != "" && !o.private.Alive(time.Now()) {
				return // without a token the message can't be edited
			}
			err := ms.retire(o)
			if err == nil || errors.Is(err, rest.ErrNoMessage) || errors.Is(err, rest.ErrNoChannel) || errors.Is(err, rest.ErrExpired) || errors.Is(err, rest.ErrClosed) {
				break
			}
			if ms.ctx.Err() != nil {
				return
			}
			again := wait
			if limited, is := errors.AsType[*rest.Limited](err); is { // also for 30046: the message is too old to edit
				again = max(wait, limited.After)
			}
			if n == cleanTries || !ms.pause(e, again) {
				ms.Log.Warn().Err(err).Str("channel", o.channel).Msg("cannot edit or delete a replaced message; its buttons stay")
				return
			}
		}
		ms.mu.Lock()
		defer ms.mu.Unlock()
		if !e.forgotten && o.former != "" {
			e.cleaned = addFormer(formerID(o.former), e.cleaned)
			ms.touch(e)
		}
	})
}

// pause waits for the given time or until Retry or Remove is called. It returns false if the
// Mirrors are closing.
func (ms *Mirrors) pause(e *entry, d time.Duration) bool {
	ms.mu.Lock()
	again := e.retryNow
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
