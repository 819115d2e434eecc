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

// globalRate is how many requests a second the bot makes at most. Discord allows 50. The
// difference leaves room for clocks that differ and for discordgo's requests.
const globalRate = 45

// Bucket names a rate limit. Requests of one bucket are made one after the other.
type Bucket struct {
	name string
	// interaction: the requests carry an interaction's token. They need no authorization, and the
	// global rate does not count them.
	interaction bool
}

// Named is the bucket of requests that the bot makes in its own name.
func Named(name string) Bucket { return Bucket{name: name} }

// Posts and Edits are the buckets of a channel's messages: Discord keeps one per channel
// for each method.
func Posts(channel string) Bucket { return Named("POST " + channel) }
func Edits(channel string) Bucket { return Named("PATCH " + channel) }

// limiter paces requests. It learns from the answers' headers when a bucket is exhausted.
type limiter struct {
	global  *rate.Limiter
	turn    chan struct{} // held by the caller that waits for global: see Unused
	waiting atomic.Int64  // callers in acquire

	mu      sync.Mutex
	buckets map[Bucket]*bucket
	paused  time.Time // a global 429 holds all named buckets until then
}

// bucket is what is known of one limit.
type bucket struct {
	turn    chan struct{} // held by the request under way
	users   int           // requests that wait or are under way
	blocked time.Time     // no request is allowed before
}

// manyBuckets is how many buckets are kept before those that limit nobody are forgotten.
const manyBuckets = 1000

func newLimiter(global *rate.Limiter) *limiter {
	return &limiter{global: global, turn: make(chan struct{}, 1), buckets: map[Bucket]*bucket{}}
}

// Permit is the right to make one request of a bucket. The caller gives it back once: to
// Client.Send, or with Unused.
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

// unblocked waits until neither the bucket nor a global 429 forbids a request.
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

// share waits for a part of the global rate. Callers wait one after the other, because a
// part that is reserved cannot be given back. See Unused.
func (l *limiter) share(ctx context.Context) error {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-l.turn }()
	return l.global.Wait(ctx)
}

// Unused gives back a permit whose request is not made, and its part of the global rate:
// a rendering that finds nothing to send must not delay those that do.
//
// The rate takes a part back only if no waiting caller has reserved it, so at most one
// caller waits. With more of them, each unused permit would be lost as long as anybody
// waits: after a short rush, boards stayed half a second behind.
func (p *Permit) Unused() {
	if !p.key.interaction {
		p.limiter.global.AllowN(time.Now(), -1) // never exceeds the burst
	}
	p.done(nil, nil)
}

// done gives a permit back with the answer's headers, nil if there was no answer, and the
// 429 that it was, if any.
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

// Pause sleeps that long, or until the context ends.
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
