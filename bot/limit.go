package bot

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// limiter paces requests: each key has its own bucket, learnt from the
// answers' headers, and all of them share a global rate where there is one.
// Waiting happens before a request is made, so that its caller can render what
// is true when its turn has come.
type limiter struct {
	global  *rate.Limiter // nil: none, as for interactions
	turn    chan struct{} // held by the one who waits for global: see unused
	waiting atomic.Int64  // callers in acquire

	mu      sync.Mutex
	buckets map[string]*bucket
	paused  time.Time // until when a global 429 holds everything
	grants  int       // since the last sweep
}

// bucket is what is known of one key's limit.
type bucket struct {
	inflight  int           // granted and not yet done
	waiting   int           // in acquire
	limit     int           // per period; 0: not known, and then one at a time
	remaining int           // until reset
	reset     time.Time     // when remaining is limit again
	changed   chan struct{} // closed when a waiter should look again
}

func newLimiter(global *rate.Limiter) *limiter {
	return &limiter{global: global, turn: make(chan struct{}, 1), buckets: map[string]*bucket{}}
}

// permit is the right to make one request. It must be given back, once.
type permit struct {
	l *limiter
	b *bucket
}

// acquire waits until a request of this key may be made.
func (l *limiter) acquire(ctx context.Context, key string) (permit, error) {
	l.waiting.Add(1)
	defer l.waiting.Add(-1)
	p, err := l.enter(ctx, key)
	if err != nil {
		return p, err
	}
	if err := l.share(ctx); err != nil {
		p.release(nil, nil)
		return permit{}, err
	}
	return p, nil
}

// share waits for a part of the global rate, one after the other: whoever waits has
// reserved it, and what is reserved can't be given back. See unused.
func (l *limiter) share(ctx context.Context) error {
	if l.global == nil {
		return nil
	}
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-l.turn }()
	return l.global.Wait(ctx)
}

func (l *limiter) enter(ctx context.Context, key string) (permit, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep()
	b := l.buckets[key]
	if b == nil {
		b = &bucket{changed: make(chan struct{})}
		l.buckets[key] = b
	}
	b.waiting++
	defer func() { b.waiting-- }()
	for {
		wait := b.wait(time.Now(), l.paused)
		if wait == 0 {
			b.inflight++
			l.grants++
			return permit{l, b}, nil
		}
		if err := l.sleep(ctx, b, wait); err != nil {
			return permit{}, err
		}
	}
}

// sleep waits without the lock for the bucket to change, or that long; a
// negative wait has no end.
func (l *limiter) sleep(ctx context.Context, b *bucket, wait time.Duration) error {
	changed := b.changed
	l.mu.Unlock()
	defer l.mu.Lock()
	var after <-chan time.Time
	if wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		after = t.C
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-changed:
	case <-after:
	}
	return nil
}

// wait is how long a request has to wait: 0 not at all, negative until another
// one is done.
func (b *bucket) wait(now, paused time.Time) time.Duration {
	if now.Before(paused) {
		return paused.Sub(now)
	}
	if !now.Before(b.reset) {
		b.remaining = max(b.limit, 1)
	}
	switch {
	case b.remaining > b.inflight:
		return 0
	case b.remaining == 0:
		return b.reset.Sub(now)
	}
	return -1
}

// among leaves so many processes the global rate among them.
func (l *limiter) among(processes int) {
	if l.global != nil {
		l.global.SetLimit(rate.Limit(globalRate / float64(max(processes, 1))))
	}
}

// sweep forgets, now and then, the buckets that hold nobody back.
func (l *limiter) sweep() {
	if l.grants < 1000 {
		return
	}
	l.grants = 0
	now := time.Now()
	for key, b := range l.buckets {
		if b.inflight == 0 && b.waiting == 0 && !now.Before(b.reset) {
			delete(l.buckets, key)
		}
	}
}

// unused gives a permit back whose request was not made, and its part of the global
// rate with it: a rendering that finds nothing to send must not hold up those that do.
//
// The rate takes it back only if it is not owed to those who wait, so there is one of
// them at most. Were there more, each permit that is not used would be lost as long as
// anybody waits: a rush of a moment then never ended, and boards stayed half a second
// behind.
func (p permit) unused() {
	if p.l.global != nil {
		p.l.global.AllowN(time.Now(), -1) // never more than the burst in store
	}
	p.release(nil, nil)
}

// done gives a permit back with what the answer's headers say; lim is the 429
// that it was, or nil. The header is nil when there was no answer.
func (p permit) done(h http.Header, lim *limited) { p.release(h, lim) }

func (p permit) release(h http.Header, lim *limited) {
	p.l.mu.Lock()
	defer p.l.mu.Unlock()
	b := p.b
	b.inflight--
	now := time.Now()
	if limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit")); err == nil && limit > 0 {
		left, err1 := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
		after, err2 := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
		if err1 == nil && err2 == nil {
			b.limit, b.remaining = limit, max(left, 0)
			b.reset = now.Add(seconds(after))
		}
	}
	if lim != nil {
		until := now.Add(lim.after)
		if lim.global {
			p.l.paused = until
		} else {
			b.remaining, b.reset = 0, until
		}
	}
	close(b.changed)
	b.changed = make(chan struct{})
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
