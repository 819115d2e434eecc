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

// Config is what New needs. Zero durations mean the defaults named beside them.
type Config struct {
	Client *rest.Client
	Log    zerolog.Logger
	Meter  Meter // nil: nobody counts

	Settle time.Duration // touches so close together are one edit (30 ms)
	Rush   time.Duration // the same, once a touch has followed another as closely as this (250 ms)
	MaxAge time.Duration // a public message older than this is posted anew (50 min)
}

// Mirrors keeps messages true. Its methods may be called from any goroutine, and only
// Close and Release block.
type Mirrors struct {
	Config
	ctx     context.Context // ends when Close's patience does
	cancel  context.CancelFunc
	closing chan struct{} // closed by Close: waits are cut short
	work    sync.WaitGroup

	mu       sync.Mutex
	entries  map[string]*entry
	revision bot.Revision
	queue    []*entry // with low priority, in this order
	queued   int      // of them, that have a worker
	closed   bool
}

// New makes Mirrors without any.
func New(cfg Config) *Mirrors {
	cfg.Settle = cmp.Or(cfg.Settle, 30*time.Millisecond)
	cfg.Rush = cmp.Or(cfg.Rush, 250*time.Millisecond)
	cfg.MaxAge = cmp.Or(cfg.MaxAge, 50*time.Minute)
	ctx, cancel := context.WithCancel(context.Background())
	return &Mirrors{Config: cfg, ctx: ctx, cancel: cancel, closing: make(chan struct{}), entries: map[string]*entry{}}
}

// Show begins to keep m true, in place of the mirror that had its key before, and
// touches it.
func (ms *Mirrors) Show(m bot.Mirror) { ms.Adopt(m, bot.Content{}, time.Time{}) }

// Adopt is Show for a message that was sent with this content; began is when sending it
// began. The content counts only if nothing else was sent to the message since.
func (ms *Mirrors) Adopt(m bot.Mirror, shows bot.Content, began time.Time) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if ms.closed {
		return
	}
	e := ms.entries[m.Key]
	if e == nil {
		e = &entry{key: m.Key, again: make(chan struct{})}
		ms.entries[m.Key] = e
	}
	if overtaken(e.spec, m, time.Now()) {
		ms.supersede(e, m, e.spec)
		e.content = bot.Content{}
		ms.touch(e)
		return
	}
	if e.sent.After(began) {
		shows = bot.Content{} // if a request is still in flight, note forgets the content
	}
	// Nothing has touched it since the reply's data was read: rendered again it would be
	// the same, but without a note that is there to be read.
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
	finish := e.finish && e.held > 0 // Finish was called while its reply was on its way
	e.state = state{version: e.version + 1, spec: m, shown: m.Shown, last: last, content: shows,
		unconfirmed: unconfirmed, cleaned: e.cleaned, behind: e.behind, finish: finish}
	e.failed, e.fails, e.notUntil = false, 0, time.Time{}
	e.stopExpiry()
	if m.Channel == "" {
		h := m.Handle
		e.expiry = time.AfterFunc(time.Until(h.Expires), func() { ms.expire(e, h) })
	}
	if m.Shown.Message != "" {
		for former := range strings.FieldsSeq(m.Shown.Former) {
			ms.clean(e, old{channel: m.Channel, former: former, past: m.Past})
		}
	}
	switch {
	case fresh || m.UpToDate:
		e.dirty, e.behind = false, time.Time{}
	case m.LowPriority:
		e.dirty = true
		ms.queue = append(ms.queue, e)
		ms.startQueued()
	default:
		ms.touch(e)
	}
}

// supersede has a private message deleted, or show its Past, since another took its place, once no request for it
// is out that could come after. With the lock.
func (ms *Mirrors) supersede(e *entry, was, now bot.Mirror) {
	if !superseded(was, now, time.Now()) {
		return
	}
	e.stale = append(e.stale, old{past: was.Past, private: was.Handle})
	if !e.sending {
		ms.cleanStale(e)
	}
}

// superseded reports whether another message took the place of a private one that can still be reached.
func superseded(was, now bot.Mirror, at time.Time) bool {
	return was.Channel == "" && now.Channel == "" && was.Past != nil && was.Handle.Alive(at) &&
		was.Shown.Message != "" && now.Shown.Message != "" && was.Shown.Message != now.Shown.Message
}

// Replaced reports whether a private mirror is shown in another message than this one, which is
// deleted or about to be: an answer has to be a message of its own.
func (ms *Mirrors) Replaced(key, message string) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	e := ms.entries[key]
	return e != nil && e.spec.Channel == "" && e.shown.Message != "" && e.shown.Message != message && e.spec.Handle.Alive(time.Now())
}

// overtaken reports whether a private reply arrives after the reply to a later click, as can
// happen with two quick clicks. The later one keeps its place: the message of the earlier
// click is the older of two, and if both have one message nobody knows what it shows.
func overtaken(now, late bot.Mirror, at time.Time) bool {
	return now.Channel == "" && late.Channel == "" && late.Handle.Expires.Before(now.Handle.Expires) && now.Handle.Alive(at)
}

// expire forgets a mirror whose token expired, unless it has another by now.
func (ms *Mirrors) expire(e *entry, h rest.Handle) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.spec.Handle == h {
		ms.forget(e)
	}
}

// Touch says that what the mirror shows may have changed. A key that nobody shows is
// ignored.
func (ms *Mirrors) Touch(key string) { ms.with(key, func(*entry) {}) }

// Move posts a public mirror anew at the bottom of its channel. It reports whether there
// is such a mirror.
func (ms *Mirrors) Move(key string) bool {
	return ms.with(key, func(e *entry) { e.move = e.shown.Message != "" })
}

// Replace is Move, but the message before is deleted, whatever Past says.
func (ms *Mirrors) Replace(key string) bool {
	return ms.with(key, func(e *entry) {
		e.move = e.shown.Message != ""
		e.replace = e.move
	})
}

// Finish shows the mirror once more and then forgets it; the message stays.
func (ms *Mirrors) Finish(key string) { ms.with(key, func(e *entry) { e.finish = true }) }

// Remove deletes the mirror's message and forgets it, even if rendering fails.
func (ms *Mirrors) Remove(key string) {
	ms.with(key, func(e *entry) {
		e.remove = true
		e.retry()
	})
}

// Retry touches a mirror and shows it at once though it failed before: the reason for the
// failure has changed.
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
// whether they are: they can be shown again as UpToDate.
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

// Release forgets mirrors at once; their messages stay as they are. It returns when none of their messages
// is on its way to Discord any more, or the context has ended: then another process may
// keep them true.
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

// Hold keeps the mirror of that key from being edited while a reply that shows it is on its
// way; release ends that.
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
		if e.dirty && !e.over {
			ms.touch(e)
		}
	}
}

// Has reports whether there is a mirror of that key.
func (ms *Mirrors) Has(key string) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	return ms.entries[key] != nil
}

// Len is how many mirrors are kept.
func (ms *Mirrors) Len() int {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	return len(ms.entries)
}

// Waiting is how many messages may not be up to date.
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

// Revision is the present one, for Mirror.Revision.
func (ms *Mirrors) Revision() bot.Revision {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	return ms.revision + 1
}

// Close lets every mirror that was touched be shown, as long as the context allows, and
// then ends. Touches after it do nothing.
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
