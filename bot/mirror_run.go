package bot

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// How long a mirror waits after a failure: doubled from first to last.
const (
	retryFirst  = 500 * time.Millisecond
	retryLast   = 30 * time.Second
	renderLast  = 5 * time.Second // where Discord was not asked: only rendering failed
	refuseFirst = time.Minute     // where repeating counts towards a ban
	refuseLast  = 10 * time.Minute
)

// run is an entry's worker: it goes on while there is something to show. turned is
// called after each turn.
func (ms *Mirrors) run(e *entry, turned func()) {
	for {
		ms.rest(e)
		j, ok := ms.next(e)
		if !ok {
			return
		}
		ms.finished(e, j, ms.turn(e, &j))
		turned()
		if ms.rests(e) {
			return
		}
	}
}

// rests ends the worker if there is nothing to show, without a rest before it looks.
func (ms *Mirrors) rests(e *entry) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	e.running = e.dirty && !e.over && e.held == 0
	return !e.running
}

// rest waits for what comes close together, and for a failure's time to pass. In a rush it
// waits for longer: the one edit then shows what would have been several.
func (ms *Mirrors) rest(e *entry) {
	ms.mu.Lock()
	back, again, gather := time.Until(e.notUntil), e.again, ms.settle
	if e.rushed {
		gather = ms.rush
	}
	ms.mu.Unlock()
	t := time.NewTimer(max(gather, back))
	defer t.Stop()
	select {
	case <-t.C:
	case <-again:
	case <-ms.ctx.Done():
	case <-ms.hurry:
		// The end is near: no long waits, but no storm either.
		if back > 0 {
			_ = pause(ms.ctx, min(back, 200*time.Millisecond))
		}
	}
}

// job is what a worker does in one turn: copies, and what it found out.
type job struct {
	version int
	spec    Mirror
	shown   Shown
	past    string
	content *content
	behind  time.Time
	move    bool
	drop    bool
	finish  bool
	remove  bool
	cleaned string
	lost    *lostPost
}

// next takes the entry's work, or ends the worker when there is none.
func (ms *Mirrors) next(e *entry) (job, bool) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.over || !e.dirty || e.held > 0 || ms.ctx.Err() != nil {
		e.running = false
		return job{}, false
	}
	j := job{e.version, e.spec, e.shown, e.past, e.content, e.behind, e.move, e.drop, e.finish, e.remove, e.cleaned, e.lost}
	e.dirty, e.move, e.drop, e.cleaned, e.behind = false, false, false, "", time.Time{}
	return j, true
}

// errHeld ends a turn because a reply that shows the mirror is on its way.
var errHeld = errors.New("a reply is on its way")

// turn shows the newest state once. It changes the job to what is shown then.
// The steps stand in one place because each may end the turn with what the one
// before has noted.
func (ms *Mirrors) turn(e *entry, j *job) error {
	left := j.shown.Former
	for old := range strings.FieldsSeq(j.cleaned) {
		left = without(left, old)
	}
	if left != j.shown.Former {
		j.shown.Former = left
		j.tell()
	}
	if j.remove {
		if j.lost != nil {
			return ms.find(e, j)
		}
		return ms.takeAway(j)
	}
	if j.spec.Channel == "" {
		return ms.turnPrivate(e, j)
	}
	if j.shown.Message == "" && j.lost == nil {
		// Most that show nothing have nothing to show: they take no turn from
		// those that have.
		m, _, _, err := ms.render(e, j)
		if err != nil || m.Empty() {
			return err
		}
	}
	for post := j.shown.Message == "" || j.move; ; post = !post {
		key := editKey(j.spec.Channel)
		if post {
			key = postKey(j.spec.Channel)
		}
		p, err := ms.client.own.acquire(ms.ctx, key)
		if err != nil {
			return err
		}
		other, err := ms.turnPublic(e, j, &p, post)
		if !other {
			return err
		}
	}
}

// turnPublic posts or edits a public message, or finds that neither is to be done; other: the
// other of the two is.
func (ms *Mirrors) turnPublic(e *entry, j *job, p *permit, post bool) (other bool, err error) {
	m, w, c, err := ms.render(e, j)
	switch anew := ms.anew(j, m); {
	case err != nil:
		p.unused()
		return false, err
	case j.lost != nil && (m.Empty() || !anew || j.posting(m, c).nonce != j.lost.nonce):
		p.unused()
		return false, ms.find(e, j)
	case m.Empty():
		p.unused()
		return false, ms.takeAway(j)
	case !anew && j.same(c):
		p.unused()
		return false, nil
	case (anew || ms.aged(j)) != post:
		p.unused()
		return true, nil // to wait for the other turn, and render what is true then
	}
	if err := ms.begin(e, j); err != nil {
		p.unused()
		return false, err
	}
	if post {
		return false, ms.postAnew(e, j, p, m, w, c)
	}
	err = ms.client.edit(ms.ctx, p, j.spec.Channel, j.shown.Message, w)
	return false, ms.edited(j, c, err)
}

// anew says whether m has to be a new message, be it the same as the old one.
func (ms *Mirrors) anew(j *job, m Message) bool {
	return j.shown.Message == "" || j.move || j.shown.Edition != "" && m.Edition != j.shown.Edition
}

// aged says whether the message is too old to be edited.
func (ms *Mirrors) aged(j *job) bool {
	return !j.spec.Once && !j.shown.At.IsZero() && time.Since(j.shown.At) > ms.maxAge
}

func (j *job) same(c *content) bool { return j.content != nil && j.content.digest == c.digest }

// turnPrivate edits the reply to an interaction.
func (ms *Mirrors) turnPrivate(e *entry, j *job) error {
	h := j.spec.Handle
	if !h.Alive(time.Now()) {
		return ErrExpired
	}
	p, err := ms.client.interactions.acquire(ms.ctx, h.key())
	if err != nil {
		return err
	}
	return ms.amend(e, j, &p)
}

// amend renders a private message and edits it.
func (ms *Mirrors) amend(e *entry, j *job, p *permit) error {
	h := j.spec.Handle
	m, w, c, err := ms.render(e, j)
	if err != nil || m.Empty() || j.same(c) {
		p.unused()
		return err
	}
	if err := ms.begin(e, j); err != nil {
		p.unused()
		return err
	}
	if err = ms.client.amend(ms.ctx, p, h, w); err != nil {
		j.content = nil
		return err
	}
	j.content = c
	return nil
}

// render calls the mirror's Render, checks what it made, encodes and digests it.
func (ms *Mirrors) render(e *entry, j *job) (m Message, w wired, c *content, err error) {
	ms.mu.Lock()
	held := e.held > 0 || e.over
	ms.mu.Unlock()
	if held {
		return m, w, nil, errHeld
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("render of %s panicked: %v\n%s", j.spec.Key, r, debug.Stack())
		}
	}()
	m, err = j.spec.Render(ms.ctx)
	if err != nil || m.Empty() {
		return m, w, nil, err
	}
	if err := m.Check(); err != nil {
		return m, w, nil, fmt.Errorf("render of %s: %w", j.spec.Key, &Refused{Status: 400, Text: err.Error()})
	}
	if w, err = m.wire(); err != nil {
		return m, w, nil, err
	}
	return m, w, w.content(m), nil
}

// digest makes the content of a message.
func digest(m Message) (*content, error) {
	w, err := m.wire()
	if err != nil {
		return nil, err
	}
	return w.content(m), nil
}

// begin marks that a request goes out for what the job has; not if its mirror
// was exchanged or a reply began meanwhile.
func (ms *Mirrors) begin(e *entry, j *job) error {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.held > 0 || e.over || e.version != j.version {
		return errHeld
	}
	e.sending = true
	return nil
}

// finished notes how a turn went, and when the next may be.
func (ms *Mirrors) finished(e *entry, j job, err error) {
	ms.mu.Lock()
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
func (ms *Mirrors) note(e *entry, j job, err error) (tell func(error)) {
	if e.sending {
		e.sending, e.sent = false, time.Now()
		if e.idle != nil {
			close(e.idle)
			e.idle = nil
		}
		if err == nil && !j.behind.IsZero() {
			ms.client.meter.Shown(meterMessage(e.key), time.Since(j.behind))
		}
		ms.cleanStale(e)
		if e.version != j.version {
			// Exchanged while the request was out, which may have overtaken a
			// newer state: what is shown is not known any more.
			e.content = nil
		}
	}
	if err != nil && !j.behind.IsZero() {
		e.behind = j.behind // what was to be shown is not
	}
	e.lost = j.lost // in the channel, whichever mirror has the key
	if e.version != j.version || e.over {
		e.dirty = true
		return nil
	}
	e.shown, e.past, e.content = j.shown, j.past, j.content
	e.move, e.drop = e.move || j.move, e.drop || j.drop
	if err == nil {
		e.fails, e.notUntil, e.failed = 0, time.Time{}, false
		if j.finish || j.remove {
			ms.forget(e)
		}
		return nil
	}
	return ms.noteFailure(e, j, err)
}

func (ms *Mirrors) noteFailure(e *entry, j job, err error) (tell func(error)) {
	var lim *limited
	var forbidden *Forbidden
	var refused *Refused
	log := ms.log.With().Str("mirror", e.key).Logger()
	switch {
	case errors.Is(err, errHeld), errors.Is(err, errFound), errors.Is(err, errStays):
		e.dirty = true
	case errors.Is(err, ErrGone):
		ms.forget(e)
	case ms.ctx.Err() != nil:
		e.dirty = true
	case errors.Is(err, ErrExpired), errors.Is(err, ErrNoMessage) && j.spec.Channel == "":
		log.Debug().Err(err).Msg("a private message can no longer be edited")
		ms.forget(e)
	case errors.Is(err, ErrNoMessage), errors.Is(err, errArchived):
		e.dirty = true // post it
	case errors.As(err, &lim):
		e.dirty = true // the limiter knows until when
	case errors.Is(err, ErrNoChannel), errors.Is(err, ErrClosed):
		log.Info().Err(err).Msg("the channel is gone, or closed to the bot")
		ms.forget(e)
		return j.spec.Failed
	case errors.As(err, &forbidden), errors.As(err, &refused), errors.Is(err, ErrToken):
		e.backOff(refuseFirst, refuseLast)
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
		last := renderLast
		if un := (*unsure)(nil); errors.As(err, &un) {
			last = retryLast
		}
		e.backOff(retryFirst, last)
		log.Warn().Err(err).Int("fails", e.fails).Msg("can't show a message yet; trying again")
	}
	return nil
}

func (e *entry) backOff(first, last time.Duration) {
	wait := min(first<<min(e.fails, 10), last)
	e.fails++
	e.notUntil = time.Now().Add(wait)
}
