package mirror

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
	"deuces/bot/rest"
)

// Config configures New. A zero duration means the default in parentheses.
type Config struct {
	Client *rest.Client
	Log    zerolog.Logger
	Meter  Meter // nil: nothing is measured

	Settle time.Duration // how long after a touch the mirror waits for further touches (30 ms)
	Rush   time.Duration // replaces Settle if the touch came within this time of the previous one (250 ms)
	Linger time.Duration // how long a private message stays after a newer one has replaced it, so that clicks on it arrive (2 s)
	MaxAge time.Duration // a public message older than this is posted again instead of edited (50 min)
}

// Mirrors keeps messages up to date. Any goroutine may call its methods. Only Close and Release
// block.
type Mirrors struct {
	Config
	ctx     context.Context // canceled when Close returns or its context ends
	cancel  context.CancelFunc
	closing chan struct{} // closed by Close, to shorten all waits
	work    sync.WaitGroup

	mu       sync.Mutex
	entries  map[string]*entry
	revision bot.Revision
	queue    []*entry // mirrors with low priority that have no worker yet, in order
	queued   int      // number of workers that startQueued has started and that had no update yet
	closed   bool
}

// New returns Mirrors that keep no messages yet.
func New(cfg Config) *Mirrors {
	cfg.Settle = cmp.Or(cfg.Settle, 30*time.Millisecond)
	cfg.Rush = cmp.Or(cfg.Rush, 250*time.Millisecond)
	cfg.Linger = cmp.Or(cfg.Linger, 2*time.Second)
	cfg.MaxAge = cmp.Or(cfg.MaxAge, 50*time.Minute)
	ctx, cancel := context.WithCancel(context.Background())
	return &Mirrors{Config: cfg, ctx: ctx, cancel: cancel, closing: make(chan struct{}), entries: map[string]*entry{}}
}

// Show begins to keep m up to date and touches it. m replaces the mirror with the same key, if
// there is one.
func (ms *Mirrors) Show(m bot.Mirror) { ms.Adopt(m, bot.Content{}, time.Time{}) }

// Adopt is bot.Mirrors.Adopt. If the mirror has finished a request since began, the message may show
// something else than the content.
func (ms *Mirrors) Adopt(m bot.Mirror, shows bot.Content, began time.Time) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if ms.closed {
		return
	}
	e := ms.entries[m.Key]
	if e == nil {
		e = &entry{key: m.Key, retryNow: make(chan struct{})}
		ms.entries[m.Key] = e
	}
	if overtaken(e.spec, m, time.Now()) {
		ms.supersede(e, m, e.spec)
		e.content = bot.Content{}
		ms.touch(e)
		return
	}
	if e.sent.After(began) {
		shows = bot.Content{} // if a request is still in flight, note drops the content
	}
	// Nothing has touched the mirror since the reply's data was read. Rendering it again would
	// only remove the reply's note to the player.
	fresh := !shows.Message.Empty() && e.version > 0 && e.touched < m.Revision && !e.finish
	ms.supersede(e, e.spec, m)
	unconfirmed, last, former := parsePost(m.Key, m.Shown.Former)
	m.Shown.Former = former
	if unconfirmed == nil {
		last = newest(m.Shown.Message, former)
		unconfirmed = e.unconfirmed
	} else if e.unconfirmed != nil {
		unconfirmed = e.unconfirmed
	}
	finish := e.finish && e.held > 0 // Finish was called while the reply was in flight
	e.state = state{version: e.version + 1, spec: m, shown: m.Shown, last: last, content: shows,
		unconfirmed: unconfirmed, cleaned: e.cleaned, unshownSince: e.unshownSince, finish: finish,
		past: e.past, refers: e.refers && m.Shown.Message == e.shown.Message}
	e.failed, e.fails, e.notUntil = false, 0, time.Time{}
	if e.stopExpiry(); m.Channel == "" {
		ms.expireWith(e, m.Handle)
	}
	if m.Shown.Message != "" {
		for former := range strings.FieldsSeq(m.Shown.Former) {
			ms.clean(e, old{channel: m.Channel, former: former, past: m.RenderPast})
		}
	}
	switch {
	case fresh || m.UpToDate:
		e.dirty, e.unshownSince = false, time.Time{}
	case m.LowPriority:
		e.dirty = true
		ms.queue = append(ms.queue, e)
		ms.startQueued()
	default:
		ms.touch(e)
	}
}

// supersede cleans the private message of the mirror was (retire) if the message of the mirror now
// replaces it. If a request for the old message is in flight, which could arrive later, cleaning
// begins after the answer. The caller must hold mu.
func (ms *Mirrors) supersede(e *entry, was, now bot.Mirror) {
	if !superseded(was, now, time.Now()) {
		return
	}
	e.stale = append(e.stale, old{past: was.RenderPast, private: was.Handle})
	if !e.sending {
		ms.cleanStale(e)
	}
}

// superseded reports whether the private message of the mirror now replaces that of the mirror was,
// which can still be edited.
func superseded(was, now bot.Mirror, at time.Time) bool {
	return was.Channel == "" && now.Channel == "" && was.RenderPast != nil && was.Handle.Alive(at) &&
		was.Shown.Message != "" && now.Shown.Message != "" && was.Shown.Message != now.Shown.Message
}

// Replaced reports whether a private mirror is now shown in a newer message than the given one.
// The given message was deleted or will be soon, so the caller must reply with a new message
// instead of editing it.
func (ms *Mirrors) Replaced(key, message string) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	e := ms.entries[key]
	return e != nil && e.spec.Channel == "" && older(message, e.shown.Message) && e.spec.Handle.Alive(time.Now())
}

// older reports whether a message was sent before another one. Ids grow, and have no leading zeros.
func older(id, other string) bool {
	return cmp.Or(cmp.Compare(len(id), len(other)), cmp.Compare(id, other)) < 0
}

// overtaken reports whether a private reply arrives after the reply to a later click, as can
// happen with two quick clicks. The reply to the later click then stays the mirror's message. If
// both replies edited the same message, its content is unknown.
func overtaken(now, late bot.Mirror, at time.Time) bool {
	return now.Channel == "" && late.Channel == "" && late.Handle.Expires.Before(now.Handle.Expires) && now.Handle.Alive(at)
}

// expireWith forgets a private mirror when a token expires. The caller must hold mu.
func (ms *Mirrors) expireWith(e *entry, h rest.Handle) {
	e.stopExpiry()
	e.expiry = time.AfterFunc(time.Until(h.Expires), func() { ms.expire(e, h) })
}

// expire forgets a mirror whose token expired, unless it has a new token.
func (ms *Mirrors) expire(e *entry, h rest.Handle) {
	ms.mu.Lock()
	expired := e.spec.Handle.Token == h.Token && !e.forgotten
	if expired {
		ms.forget(e)
	}
	unsent := e.spec.Send && e.spec.Failed != nil
	ms.mu.Unlock()
	if expired && unsent {
		e.spec.Failed(rest.ErrExpired)
	}
}

// Touch tells the mirror that its content may have changed. An unknown key is ignored.
func (ms *Mirrors) Touch(key string) { ms.with(key, func(*entry) {}) }

// Move posts a mirror again at the bottom of its channel. It reports whether the mirror exists.
func (ms *Mirrors) Move(key string) bool {
	return ms.with(key, func(e *entry) { e.move = e.shown.Message != "" })
}

// Replace is like Move, but it deletes the previous message even if RenderPast returns a message,
// unless a new edition is due.
func (ms *Mirrors) Replace(key string) bool {
	return ms.with(key, func(e *entry) {
		e.move = e.shown.Message != ""
		e.replace = e.move
	})
}

// Finish shows the mirror one last time and then forgets it. The message stays.
func (ms *Mirrors) Finish(key string) { ms.with(key, func(e *entry) { e.finish = true }) }

// Remove deletes the mirror's message and forgets it, even if rendering fails.
func (ms *Mirrors) Remove(key string) {
	ms.with(key, func(e *entry) {
		e.remove = true
		e.retry()
	})
}

// Retry touches a mirror and ends its backoff. The caller uses it when the cause of a failure
// may be gone.
func (ms *Mirrors) Retry(key string) { ms.with(key, (*entry).retry) }

func (ms *Mirrors) with(key string, change func(*entry)) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	e := ms.entries[key]
	if e == nil || ms.closed {
		return e != nil
	}
	change(e)
	ms.touch(e)
	return true
}

// DropUpToDate forgets public mirrors if all their messages are up to date, and reports
// whether it did. The caller can show them again with UpToDate.
func (ms *Mirrors) DropUpToDate(keys ...string) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	for _, key := range keys {
		if e := ms.entries[key]; e != nil && !e.upToDate() {
			return false
		}
	}
	for _, key := range keys {
		if e := ms.entries[key]; e != nil {
			ms.forget(e)
		}
	}
	return true
}

// Release forgets mirrors immediately. Their messages stay as they are. It returns when no
// request for them is in flight, or when the context ends. After that, another process may show
// the mirrors.
func (ms *Mirrors) Release(ctx context.Context, keys []string) {
	var busy []<-chan struct{}
	ms.mu.Lock()
	for _, key := range keys {
		e := ms.entries[key]
		if e == nil {
			continue
		}
		ms.forget(e)
		if e.sending {
			if e.idle == nil {
				e.idle = make(chan struct{})
			}
			busy = append(busy, e.idle)
		}
	}
	ms.mu.Unlock()
	for _, idle := range busy {
		select {
		case <-idle:
		case <-ctx.Done():
			return
		}
	}
}

// Hold is bot.Mirrors.Hold.
func (ms *Mirrors) Hold(key string) (release func()) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	e := ms.entries[key]
	if e == nil {
		return func() {}
	}
	e.held++
	return func() {
		ms.mu.Lock()
		defer ms.mu.Unlock()
		e.held--
		if e.dirty && !e.forgotten {
			ms.touch(e)
		}
	}
}

// Has reports whether there is a mirror with this key.
func (ms *Mirrors) Has(key string) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	return ms.entries[key] != nil
}

// Len returns the number of mirrors.
func (ms *Mirrors) Len() int {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	return len(ms.entries)
}

// Waiting returns the number of messages that may be out of date.
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

// Revision returns the value for Mirror.Revision. The caller must get it before it reads the
// data that the mirror shows.
func (ms *Mirrors) Revision() bot.Revision {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	return ms.revision + 1
}

// Close shows every mirror that was touched, until the context ends, and then stops all
// workers. Later touches do nothing.
func (ms *Mirrors) Close(ctx context.Context) error {
	ms.mu.Lock()
	if !ms.closed {
		ms.closed = true
		close(ms.closing)
	}
	for _, e := range ms.entries {
		e.stopExpiry()
	}
	ms.mu.Unlock()
	done := make(chan struct{})
	go func() { ms.work.Wait(); close(done) }()
	var err error
	select {
	case <-done:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	ms.cancel()
	<-done
	return err
}
