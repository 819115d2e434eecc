package rest

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// globalRate is the maximum number of requests per second. Discord allows 50. The difference leaves
// room for the drift of clocks.
const globalRate = 45

// Bucket identifies a rate limit. The requests of a bucket are made one at a time.
type Bucket struct {
	name string
	// interaction means that requests have an interaction's token. They need no authorization
	// and don't count towards the global rate.
	interaction bool
}

// Named returns the bucket with this name, for requests with the bot's token.
func Named(name string) Bucket { return Bucket{name: name} }

// Posts and Edits return the buckets for the messages of a channel. Discord has one for each
// channel and method.
func Posts(channel string) Bucket { return Named("POST " + channel) }
func Edits(channel string) Bucket { return Named("PATCH " + channel) }

// limiter delays requests so that they stay within the rate limits. The headers of the answers
// tell it when a bucket is exhausted.
type limiter struct {
	global  *rate.Limiter
	turn    chan struct{} // full while a caller waits for global; see Unused
	waiting atomic.Int64  // number of callers in acquire

	mu      sync.Mutex
	buckets map[Bucket]*bucket
	paused  time.Time // end of the pause of all named buckets after a global 429
}

// bucket is the state of one rate limit.
type bucket struct {
	turn    chan struct{} // full while a request has the permit
	users   int           // number of requests that wait for the permit or have it
	blocked time.Time     // no request is allowed before this time
}

// manyBuckets is the number of buckets at which join begins to delete the unused ones.
const manyBuckets = 1000

func newLimiter(global *rate.Limiter) *limiter {
	return &limiter{global: global, turn: make(chan struct{}, 1), buckets: map[Bucket]*bucket{}}
}

// Permit allows one request of a bucket. The caller must give it back exactly once, with
// Client.Send or with Unused.
type Permit struct {
	limiter *limiter
	key     Bucket
	bucket  *bucket
}

// acquire waits until a request of the bucket may be made.
func (l *limiter) acquire(ctx context.Context, key Bucket) (*Permit, error) {
	l.waiting.Add(1)
	defer l.waiting.Add(-1)
	p := &Permit{l, key, l.join(key)}
	select {
	case p.bucket.turn <- struct{}{}:
	case <-ctx.Done():
		l.mu.Lock()
		defer l.mu.Unlock()
		p.bucket.users--
		return nil, context.Cause(ctx)
	}
	err := l.unblocked(ctx, p)
	if err == nil && !key.interaction {
		err = l.share(ctx)
	}
	if err != nil {
		p.done(nil, nil)
		return nil, err
	}
	return p, nil
}

func (l *limiter) join(key Bucket) *bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.buckets) >= manyBuckets {
		now := time.Now()
		for k, b := range l.buckets {
			if b.users == 0 && !now.Before(b.blocked) {
				delete(l.buckets, k)
			}
		}
	}
	b := l.buckets[key]
	if b == nil {
		b = &bucket{turn: make(chan struct{}, 1)}
		l.buckets[key] = b
	}
	b.users++
	return b
}

// unblocked waits until neither the bucket nor a global 429 blocks the request.
func (l *limiter) unblocked(ctx context.Context, p *Permit) error {
	for {
		l.mu.Lock()
		until := p.bucket.blocked
		if !p.key.interaction && l.paused.After(until) {
			until = l.paused
		}
		l.mu.Unlock()
		wait := time.Until(until)
		if wait <= 0 {
			return nil
		}
		if err := Pause(ctx, wait); err != nil {
			return err
		}
	}
}

// share waits for a token of the global rate. Only one caller at a time waits for it, because a
// reserved token can't be given back; see Unused.
func (l *limiter) share(ctx context.Context) error {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-l.turn }()
	return l.global.Wait(ctx)
}

// Unused gives back a permit without making a request, and returns its token of the global rate, so
// that a caller that finds nothing to send doesn't delay others.
//
// rate.Limiter takes a token back only if no waiting caller has reserved a later one. Therefore
// only one caller waits at a time (share). If more callers waited, every unused token would be lost
// while anybody waits, and after a short burst boards would stay half a second late.
func (p *Permit) Unused() {
	if !p.key.interaction {
		p.limiter.global.AllowN(time.Now(), -1) // the limiter never holds more tokens than its burst
	}
	p.done(nil, nil)
}

// done gives back a permit. h has the headers of the answer, nil if there was none. limited isn't
// nil if the answer was a 429.
func (p *Permit) done(h http.Header, limited *Limited) {
	l := p.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if h.Get("X-RateLimit-Remaining") == "0" {
		if after, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64); err == nil {
			p.bucket.blocked = now.Add(seconds(after))
		}
	}
	switch {
	case limited == nil:
	case limited.Global && !p.key.interaction:
		l.paused = now.Add(limited.After)
	default:
		p.bucket.blocked = now.Add(limited.After)
	}
	p.bucket.users--
	<-p.bucket.turn
}

// Pause sleeps for the time d. If the context ends before, it returns the context's cause.
func Pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}
