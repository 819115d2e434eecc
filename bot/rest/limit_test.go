package rest

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"deuces/bot/rest/resttest"
	"deuces/internal/errtest"
)

func limitHeaders(limit, remaining int, after float64) http.Header {
	h := http.Header{}
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(after, 'g', -1, 64))
	return h
}

// acquirePermit acquires a permit and returns it together with the time that this took.
func acquirePermit(t *testing.T, l *limiter, key string) (*Permit, time.Duration) {
	t.Helper()
	began := time.Now()
	p, err := l.acquire(t.Context(), Named(key))
	errtest.Must(t, err)
	return p, time.Since(began)
}

func TestLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(rate.NewLimiter(rate.Inf, 1))
		first, wait := acquirePermit(t, l, "a")
		if wait != 0 {
			t.Errorf("the first request of a key waited %v, want 0s", wait)
		}
		second := make(chan *Permit)
		go func() { p, _ := acquirePermit(t, l, "a"); second <- p }()
		synctest.Wait()
		select {
		case <-second:
			t.Fatal("two requests of a key were allowed at a time before its limit was known")
		default:
		}
		if _, wait := acquirePermit(t, l, "b"); wait != 0 {
			t.Errorf("another key waited %v, want 0s", wait)
		}
		first.done(limitHeaders(5, 2, 4), nil)
		(<-second).done(limitHeaders(5, 1, 4), nil)
		third, wait := acquirePermit(t, l, "a")
		if wait != 0 {
			t.Errorf("with one request left: waited %v, want 0s", wait)
		}
		third.done(limitHeaders(5, 0, 4), nil)
		fourth, wait := acquirePermit(t, l, "a")
		if wait != 4*time.Second {
			t.Errorf("with no request left: waited %v, want 4s, until the reset", wait)
		}
		fourth.done(nil, &Limited{After: 7 * time.Second})
		fifth, wait := acquirePermit(t, l, "a")
		if wait != 7*time.Second {
			t.Errorf("after a 429 of 7 s: waited %v, want 7s", wait)
		}
		fifth.done(nil, &Limited{Global: true, After: 2 * time.Second})
		if _, wait := acquirePermit(t, l, "c"); wait != 2*time.Second {
			t.Errorf("after a global 429 of 2 s: another key waited %v, want 2s", wait)
		}
		if p, err := l.acquire(t.Context(), Handle{Token: "t"}.Bucket()); err != nil || p == nil {
			t.Error(err)
		}
		full, _ := acquirePermit(t, l, "d")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.acquire(ctx, Named("d")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waiting returned %v, want its context's error", err)
		}
		full.Unused()
	})
}

// The limiter allows no more than 50 requests within any second. It forgets buckets that were used
// only once.
func TestGlobalLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(rate.NewLimiter(45, 5))
		var at []time.Time
		for i := range 5000 {
			p, _ := acquirePermit(t, l, strconv.Itoa(i))
			p.done(limitHeaders(5, 4, 1), nil)
			at = append(at, time.Now())
			if i >= 50 && at[i].Sub(at[i-50]) < time.Second {
				t.Fatalf("51 requests were allowed within %v, want at least 1s", at[i].Sub(at[i-50]))
			}
		}
		if n := len(l.buckets); n > 1200 {
			t.Errorf("after 5000 keys that were used once: got %d buckets, want at most 1200", n)
		}
	})
}

func TestTheBudgetStopsShortOfABan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := resttest.New(resttest.Always(resttest.Answer{Status: 403, Body: `{"code":50013}`}))
		c, err := New(Config{Token: "t", Transport: f})
		errtest.Must(t, err)
		ask := func() error { return c.Once(t.Context(), Request{Method: "GET", Path: "/x", Bucket: Named("x")}) }
		for range budgetMost {
			if _, forbidden := errors.AsType[*Forbidden](ask()); !forbidden {
				t.Fatal("a request within the budget was not sent and answered with 403")
			}
		}
		if _, limited := errors.AsType[*Limited](ask()); !limited {
			t.Errorf("after %d refusals a request was allowed, want *Limited", budgetMost)
		}
		if n := len(f.All()); n != budgetMost {
			t.Errorf("%d requests were sent, want %d", n, budgetMost)
		}
	})
}

// Unused permits don't delay other requests, and they don't allow a larger burst either.
func TestAnUnusedPermitGoesToTheNextCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(rate.NewLimiter(10, 2))
		began := time.Now()
		for range 50 {
			p, _ := acquirePermit(t, l, "a")
			p.Unused()
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("fifty unused permits took %v, want 0s", took)
		}
		for i, want := range []time.Duration{0, 0, 100 * time.Millisecond, 100 * time.Millisecond} {
			p, wait := acquirePermit(t, l, strconv.Itoa(i))
			if wait != want {
				t.Errorf("request %d waited %v, want %v", i, wait, want)
			}
			p.done(nil, nil)
		}
	})
}

// Five seconds after a burst, unused permits no longer delay requests, even though used and unused
// permits together exceed the rate.
func TestUnusedPermitsDelayNobodyAfterABurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(rate.NewLimiter(45, 5))
		var mu sync.Mutex
		var late time.Duration
		var work sync.WaitGroup
		requests := 0
		ask := func(sent, settled bool) {
			requests++
			key := strconv.Itoa(requests)
			work.Go(func() {
				p, wait := acquirePermit(t, l, key)
				mu.Lock()
				if settled {
					late = max(late, wait)
				}
				mu.Unlock()
				if sent {
					p.done(nil, nil)
				} else {
					p.Unused()
				}
			})
		}
		for range 40 { // many boards at once, as after an outage
			ask(true, false)
		}
		for i := range 300 {
			for range 3 { // thirty permits per second are used, and thirty aren't
				ask(true, i > 50)
				ask(false, i > 50)
			}
			time.Sleep(100 * time.Millisecond)
		}
		work.Wait()
		if late > 150*time.Millisecond {
			t.Errorf("five seconds after the burst a request waited %v, want at most 150ms", late)
		}
	})
}

// Each process gets an equal share of the global rate and of the budget for refused requests.
func TestLimitsAreShared(t *testing.T) {
	c, err := New(Config{Token: "sandbox"})
	errtest.Must(t, err)
	for _, n := range []int{1, 3, 0, 30} {
		c.Share(n)
		share := max(n, 1)
		if got := float64(c.limiter.global.Limit()) * float64(share); got < globalRate-0.01 || got > globalRate+0.01 {
			t.Errorf("%d processes make %v requests a second, want %v", n, got, globalRate)
		}
		for refused, spent := range map[int]bool{budgetMost/share - 1: false, budgetMost / share: true} {
			c.budget.since, c.budget.n = time.Now(), refused
			if got := c.budget.spent(time.Now()) != 0; got != spent {
				t.Errorf("%d processes, %d refusals: the budget is spent: %t, want %t", n, refused, got, spent)
			}
		}
	}
}
