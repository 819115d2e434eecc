package bot

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// Mirrors keeps messages true. Its methods may be called from any goroutine,
// and none but Close blocks.
//
// For each mirror one request is in flight at most. When its turn has come the
// newest state is rendered; a message equal to what is shown is not sent. What
// fails on Discord's side is tried again after a while, rendered anew. So any
// number of touches cost at most one request after the one in flight, and the
// last one that Discord accepted shows the state as it was after the last touch.
//
// A public message that vanished is posted again; so is one that is too old
// (Discord throttles edits of messages older than an hour), and whenever
// Render's Edition changes. A private one is forgotten when its token died or
// its reader dismissed it; where another takes its place, Past says so in it. A mirror that rests takes no goroutine, only its last
// message.
type Mirrors struct {
	client *client
	log    zerolog.Logger
	settle time.Duration // what comes within so long of a touch becomes one edit
	rush   time.Duration // the same, once a touch has followed another as closely as this
	maxAge time.Duration // a public message older than this is posted anew

	ctx    context.Context // ends when Close's patience does
	cancel context.CancelFunc
	hurry  chan struct{} // closed by Close: waits are cut short
	work   sync.WaitGroup

	mu      sync.Mutex
	entries map[string]*entry
	touches Moment
	calm    []*entry // shown calmly, in this order
	calming int      // of them, that have a worker
	closed  bool
}

// Moment counts touches: see Mirror.Since.
type Moment uint64

// Moment is the present one.
func (ms *Mirrors) Moment() Moment {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	return ms.touches + 1
}

// entry is a mirror and what is known of its message. All of it is guarded by
// Mirrors.mu; the worker copies what it needs.
type entry struct {
	key  string
	spec Mirror

	dirty   bool      // touched since the last render began
	behind  time.Time // of the first touch that is not shown; zero: none
	touched Moment
	last    time.Time // when it was touched last
	rushed  bool      // that touch followed another closely: Config.Rush
	version int       // of spec: a job made for another one must not count
	running bool      // a worker has it
	held    int       // replies under way that will show it anew
	over    bool      // forgotten: not in entries any more, or not this one

	move   bool // post anew with the next render
	drop   bool // and delete the message before, where it shows the same edition
	finish bool // forget after the next render was shown
	remove bool // take the message away, then forget

	shown   Shown
	past    string        // the last message it had, also when that is gone
	content *content      // what the message shows; nil: not known
	sending bool          // a request is in flight
	idle    chan struct{} // closed when that has its answer; nil: nobody waits for it
	sent    time.Time

	cleaned string    // the former message that is cleaned away, which has to be told
	lost    *lostPost // a post that may stand in the channel or not
	stale   []litter  // private messages that are to be cleaned once nothing is being sent

	fails    int
	notUntil time.Time     // backing off
	again    chan struct{} // closed, and made anew, when that is to end
	failed   bool          // Failed was told
	expiry   *time.Timer
}

// content is what a message shows, and its digest.
type content struct {
	message Message
	digest  [32]byte
}

func newMirrors(c *client, log zerolog.Logger, settle, rush, maxAge time.Duration) *Mirrors {
	ctx, cancel := context.WithCancel(context.Background())
	return &Mirrors{client: c, log: log, settle: settle, rush: rush, maxAge: maxAge,
		ctx: ctx, cancel: cancel, hurry: make(chan struct{}), entries: map[string]*entry{}}
}

// Show begins to keep m true, in place of what had its key before, and touches
// it.
func (ms *Mirrors) Show(m Mirror) { ms.adopt(m, nil, time.Time{}) }

// adopt is Show for a message that was sent with this content; began is when
// sending it began. The content counts only if nothing else was sent to the
// message since then.
func (ms *Mirrors) adopt(m Mirror, shows *content, began time.Time) {
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
	if ms.overtaken(e, m) {
		return
	}
	if e.sent.After(began) {
		shows = nil // and if a request is in flight, note sees to it
	}
	// Nothing has touched it since what the reply shows was read: rendered again it
	// would be the same, but for a note that stands there to be read.
	still := shows != nil && e.version > 0 && e.touched < m.Since && !e.finish
	ms.supersede(e, e.spec, m)
	e.version++
	lost, past, former := parsePost(m.Key, m.Shown.Former)
	m.Shown.Former = former
	if lost == nil {
		past = newest(m.Shown.Message, former)
	} else if e.lost == nil {
		e.lost = lost
	}
	e.spec, e.shown, e.past, e.content = m, m.Shown, past, shows
	e.finish = e.finish && e.held > 0 // over while its reply was on its way
	e.move, e.drop, e.remove, e.failed = false, false, false, false
	e.fails, e.notUntil = 0, time.Time{}
	if e.expiry != nil {
		e.expiry.Stop()
		e.expiry = nil
	}
	if m.Channel == "" {
		h := m.Handle
		e.expiry = time.AfterFunc(time.Until(h.dies), func() { ms.expire(e, h) })
	}
	if m.Shown.Message != "" {
		for former := range strings.FieldsSeq(m.Shown.Former) {
			old := litter{of: e, channel: m.Channel, former: former, past: m.Past}
			ms.work.Go(func() { ms.clean(old) })
		}
	}
	if still {
		e.dirty, e.behind = false, time.Time{}
		return
	}
	if m.Still {
		e.dirty, e.behind = false, time.Time{}
		return
	}
	if m.Calm {
		e.dirty = true
		ms.calm = append(ms.calm, e)
		ms.calmly()
		return
	}
	ms.touch(e)
}

// newest is the last message that a mirror is known to have had.
func newest(message, former string) string {
	last, _, _ := strings.Cut(former, " ")
	if _, is := parseFormer(last); is {
		last = ""
	}
	return cmp.Or(message, formerID(last))
}

// expire forgets a mirror whose token died, unless it has another by now.
func (ms *Mirrors) expire(e *entry, h Handle) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e.spec.Handle == h {
		ms.forget(e)
	}
}

// Touch says that what the mirror shows may have changed. A key that nobody
// shows is ignored.
func (ms *Mirrors) Touch(key string) { ms.with(key, func(*entry) {}) }

// Move posts a public mirror anew at the bottom of its channel. It says whether
// there is such a mirror.
func (ms *Mirrors) Move(key string) bool {
	return ms.with(key, func(e *entry) { e.move = e.shown.Message != "" })
}

// Replace is Move, but that the message before is deleted, whatever Past says.
func (ms *Mirrors) Replace(key string) bool {
	return ms.with(key, func(e *entry) {
		e.move = e.shown.Message != ""
		e.drop = e.move
	})
}

// Finish shows the mirror once more and then forgets it; the message stays.
func (ms *Mirrors) Finish(key string) { ms.with(key, func(e *entry) { e.finish = true }) }

// Remove takes the mirror's message away and forgets it. It does not wait for what
// failed to be rendered.
func (ms *Mirrors) Remove(key string) {
	ms.with(key, func(e *entry) {
		e.remove = true
		e.hasten()
	})
}

// Retry touches a mirror and has it shown at once though it failed before: what
// it failed for has changed.
func (ms *Mirrors) Retry(key string) {
	ms.with(key, (*entry).hasten)
}

// hasten ends a wait after failures. With the lock.
func (e *entry) hasten() {
	e.fails, e.notUntil = 0, time.Time{}
	close(e.again)
	e.again = make(chan struct{})
}

// Drop forgets the mirror at once; its message stays as it is.
func (ms *Mirrors) Drop(key string) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if e := ms.entries[key]; e != nil {
		ms.forget(e)
	}
}

// Rest forgets public mirrors if their messages show all that there is to show, and says
// whether it has: they can be shown again as Still.
func (ms *Mirrors) Rest(keys ...string) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	for _, key := range keys {
		if e := ms.entries[key]; e != nil && !e.still() {
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

// still says that nothing is left to be done for the entry's message. With the lock.
func (e *entry) still() bool {
	return !e.dirty && !e.running && !e.sending && e.held == 0 && !e.failed && e.lost == nil && e.shown.Former == "" && e.cleaned == ""
}

// Has says whether there is a mirror of that key.
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

// touch marks the entry and sees that a worker has it. With the lock.
func (ms *Mirrors) touch(e *entry) {
	now := time.Now()
	e.dirty = true
	if e.behind.IsZero() {
		e.behind = now
	}
	ms.touches++
	e.touched = ms.touches
	e.last, e.rushed = now, now.Sub(e.last) < ms.rush
	if e.running || e.held > 0 || ms.closed && ms.ctx.Err() != nil {
		return
	}
	e.running = true
	ms.work.Go(func() { ms.run(e, func() {}) })
}

// forget drops the entry. With the lock.
func (ms *Mirrors) forget(e *entry) {
	e.over = true
	if e.expiry != nil {
		e.expiry.Stop()
	}
	if ms.entries[e.key] == e {
		delete(ms.entries, e.key)
	}
}

// hold keeps the mirror of that key from being edited while a reply that shows
// it anew is on its way, and returns what ends that.
func (ms *Mirrors) hold(key string) (release func()) {
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

// Close lets every mirror that was touched be shown, as long as the context
// allows, and then ends. Touches after it do nothing.
func (ms *Mirrors) Close(ctx context.Context) error {
	ms.mu.Lock()
	if !ms.closed {
		ms.closed = true
		close(ms.hurry)
	}
	for _, e := range ms.entries {
		if e.expiry != nil {
			e.expiry.Stop()
		}
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
