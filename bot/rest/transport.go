package rest

import (
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"
)

// ioBuffer is the size of a connection's buffers in bytes. Most messages fit with their headers,
// so each takes one read or write.
const ioBuffer = 16 << 10

// transport returns the transport for requests to any host.
func (cfg Config) transport() http.RoundTripper {
	if cfg.Transport != nil {
		return cfg.Transport
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 200, 200
	t.WriteBufferSize, t.ReadBufferSize = ioBuffer, ioBuffer
	return t
}

// rebased returns a transport for requests to Config.API.
func (cfg Config) rebased(next http.RoundTripper) (http.RoundTripper, error) {
	if cfg.API == "" {
		return next, nil
	}
	u, err := url.Parse(cfg.API)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the API's address is %q, want the form http://127.0.0.1:8080", cfg.API)
	}
	return rebase{u, next}, nil
}

// rebase sends all requests to another host than Discord's.
type rebase struct {
	to   *url.URL
	next http.RoundTripper
}

func (t rebase) RoundTrip(r *http.Request) (*http.Response, error) {
	to, at := *r, *r.URL // a RoundTripper must not change the caller's request
	at.Scheme, at.Host = t.to.Scheme, t.to.Host
	to.URL, to.Host = &at, ""
	return t.next.RoundTrip(&to)
}

// MaxClockError is the largest acceptable difference between the clocks of this machine and of
// Discord. With a larger one, the times on boards are visibly wrong.
const MaxClockError = 10 * time.Second

// ClockAhead returns how far this machine's clock is ahead of Discord's, with a precision of
// about a second. It is negative if the clock is behind, and nil before Discord's first answer.
func (c *Client) ClockAhead() *time.Duration { return c.clock.ahead.Load() }

// clock is a transport that compares this machine's clock with Discord's once, on the first
// answer that takes less than MaxClockError.
type clock struct {
	next  http.RoundTripper
	ahead atomic.Pointer[time.Duration]
}

func (c *clock) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	resp, err := c.next.RoundTrip(r)
	if err != nil || c.ahead.Load() != nil {
		return resp, err
	}
	took := time.Since(began)
	if theirs, err := http.ParseTime(resp.Header.Get("Date")); err == nil && took < MaxClockError {
		// Discord wrote the answer at some time during the request, and Date is rounded down to
		// a second. So the estimate uses the middle of both intervals.
		ahead := began.Add(took / 2).Sub(theirs.Add(time.Second / 2))
		c.ahead.Store(&ahead)
	}
	return resp, nil
}
