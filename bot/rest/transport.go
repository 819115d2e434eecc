package rest

import (
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"
)

// IOBuffer has room for most messages and their headers, so that they are written and read
// in one go.
const IOBuffer = 16 << 10

// transport is what makes the requests to Config.API.
func (cfg Config) transport() (http.RoundTripper, error) {
	next := cfg.Transport
	if next == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConns, t.MaxIdleConnsPerHost = 200, 200
		t.WriteBufferSize, t.ReadBufferSize = IOBuffer, IOBuffer
		next = t
	}
	if cfg.API == "" {
		return next, nil
	}
	u, err := url.Parse(cfg.API)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the API's address %q is not like http://127.0.0.1:8080", cfg.API)
	}
	return rebase{u, next}, nil
}

// rebase sends every request, also those of discordgo, to another base than Discord's.
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

// MaxClockError is by how much this machine's clock may differ from Discord's: beyond it,
// times on boards are visibly wrong.
const MaxClockError = 10 * time.Second

// ClockAhead is by how much this machine's clock is ahead of Discord's, to about a second;
// negative: behind; nil: Discord has not told the time yet.
func (c *Client) ClockAhead() *time.Duration { return c.clock.ahead.Load() }

// clock is a transport that compares this machine's clock with Discord's once: at the first
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
		// The answer was written between the two moments, in a second that it rounds down.
		ahead := began.Add(took / 2).Sub(theirs.Add(time.Second / 2))
		c.ahead.Store(&ahead)
	}
	return resp, nil
}
