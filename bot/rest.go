package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/time/rate"
)

// discordAPI is where requests go unless a base of one's own rewrites them.
const discordAPI = "https://discord.com/api/v10"

// callTime bounds one attempt of a request.
const callTime = 10 * time.Second

// globalRate is how many requests a second the bot makes at most. Discord allows 50; a few
// less leave room for clocks that differ and for discordgo's own.
const globalRate = 45

// maxAnswer bounds what is read of an answer.
const maxAnswer = 8 << 20

// client makes single requests, and says how they went. Trying again is its
// callers' business, for each knows best what would be true by then.
type client struct {
	http http.RoundTripper
	auth string // "Bot …"; sent with the bot's own requests only
	// within is how long Discord waits for the first answer to an interaction.
	within time.Duration
	// Channel messages and all else of the bot's own share the global rate;
	// interactions are bound by neither it nor each other.
	own, interactions *limiter
	budget            budget
	directs           directs
	emojisRefused     func() // of Config
	meter             Meter
	log               zerolog.Logger
}

func newClient(token string, replyWithin time.Duration, t http.RoundTripper) *client {
	return &client{
		emojisRefused: func() {},
		meter:         unmetered{},
		http:          t,
		within:        replyWithin,
		auth:          "Bot " + token,
		own:           newLimiter(rate.NewLimiter(globalRate, 5)),
		interactions:  newLimiter(nil),
	}
}

// rebase is the one place that knows of a base other than Discord's: it sends
// every request of ours and of discordgo's there.
type rebase struct {
	to   *url.URL
	next http.RoundTripper
}

func (t rebase) RoundTrip(r *http.Request) (*http.Response, error) {
	to, at := *r, *r.URL // what the caller has stays as it is; the rest is shared
	at.Scheme, at.Host = t.to.Scheme, t.to.Host
	to.URL, to.Host = &at, ""
	return t.next.RoundTrip(&to)
}

// call is one request.
type call struct {
	method, path string
	body         payload // empty: none
	own          bool    // with the bot's token
	into         any     // where the answer is decoded; nil: dropped
}

// do makes the request, once. It takes and gives back the permit, if there is
// one. Failures are the errors of errors.go, wrapped.
func (c *client) do(ctx context.Context, p *permit, x call) error {
	began := time.Now()
	header, err := c.exchange(ctx, x)
	if e := c.log.Debug(); e.Enabled() {
		e.Err(err).Str("request", x.method+" "+redact(x.path)).Dur("took_ms", time.Since(began)).Msg("asked Discord")
	}
	if refusesEmojis(err) {
		if plain, had := x.body.withoutEmojis(); had {
			c.emojisRefused()
			x.body = plain
			header, err = c.exchange(ctx, x)
		}
	}
	var lim *limited
	errors.As(err, &lim)
	if p != nil {
		if lim != nil && lim.code == codeOldMessage {
			p.done(header, nil) // that message's own limit, not the route's
		} else {
			p.done(header, lim)
		}
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", x.method, redact(x.path), err)
	}
	return nil
}

func (c *client) exchange(ctx context.Context, x call) (http.Header, error) {
	if x.own {
		if wait := c.budget.spent(time.Now()); wait > 0 {
			return nil, &limited{after: wait}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var reader io.Reader
	if x.body.data != nil {
		reader = bytes.NewReader(x.body.data)
	}
	req, err := http.NewRequestWithContext(ctx, x.method, discordAPI+x.path, reader)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "DiscordBot (deuces, 1)")
	if reader != nil {
		req.Header.Set("Content-Type", x.body.kind)
	}
	if x.own {
		req.Header.Set("Authorization", c.auth)
	}
	began := time.Now()
	// Discord's API has neither redirects nor cookies, for which there is http.Client. A
	// client's errors also name the address, which of an interaction holds its token.
	resp, err := c.http.RoundTrip(req)
	if err != nil {
		c.metered(nil, began)
		return nil, &unsure{err}
	}
	defer resp.Body.Close()
	var data bytes.Buffer
	if wanted := x.into != nil || resp.StatusCode >= 300; wanted {
		_, err = data.ReadFrom(io.LimitReader(resp.Body, maxAnswer))
	} else { // to its end: the answer counts when it is whole, and the connection serves again
		_, err = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer))
	}
	c.metered(resp, began)
	if err != nil {
		return resp.Header, &unsure{fmt.Errorf("read answer: %w", err)}
	}
	if resp.StatusCode >= 300 {
		if c.budget.count(resp, time.Now()) {
			c.meter.Invalid()
		}
		return resp.Header, classify(resp.StatusCode, resp.Header, data.Bytes(), x.own)
	}
	if x.into != nil && data.Len() > 0 {
		if err := readJSON(data.Bytes(), x.into); err != nil {
			return resp.Header, fmt.Errorf("decode answer: %w", err)
		}
	}
	return resp.Header, nil
}

// redact cuts the token out of a path for the log.
func redact(path string) string {
	parts := bytes.Split([]byte(path), []byte("/"))
	if len(parts) > 3 && (string(parts[1]) == "interactions" || string(parts[1]) == "webhooks") {
		parts[3] = []byte("…")
	}
	return string(bytes.Join(parts, []byte("/")))
}

// budget counts the answers that Discord bans addresses for: 10,000 of 401, 403
// and 429 in ten minutes. Long before, the bot's own requests stop until the
// ten minutes are over.
type budget struct {
	mu    sync.Mutex
	since time.Time
	n     int
	share atomic.Int64 // processes that have the budget among them; 0: one
}

const (
	budgetTime = 10 * time.Minute
	budgetMost = 3000
)

// count counts an answer, and says whether it is one of those.
func (b *budget) count(r *http.Response, now time.Time) bool {
	switch r.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
	case http.StatusTooManyRequests:
		if r.Header.Get("X-RateLimit-Scope") == "shared" {
			return false
		}
	default:
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Sub(b.since) > budgetTime {
		b.since, b.n = now, 0
	}
	b.n++
	return true
}

// spent is how long requests have to rest; 0: not at all.
func (b *budget) spent(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n < budgetMost/int(max(b.share.Load(), 1)) {
		return 0
	}
	return max(0, b.since.Add(budgetTime).Sub(now))
}

// pause sleeps that long, or until the context ends.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// persist makes a request under its key's limit and tries again, a few times,
// what was limited or failed on Discord's side.
func (c *client) persist(ctx context.Context, l *limiter, key string, x call) error {
	const tries = 4
	for n := 1; ; n++ {
		p, err := l.acquire(ctx, key)
		if err != nil {
			return fmt.Errorf("%s %s: %w", x.method, redact(x.path), err)
		}
		err = c.do(ctx, &p, x)
		var lim *limited
		var un *unsure
		switch {
		case err == nil || n == tries || ctx.Err() != nil:
			return err
		case errors.As(err, &lim): // the next acquire waits
			if lim.code == codeOldMessage || c.budget.spent(time.Now()) > 0 {
				return err
			}
		case errors.As(err, &un):
			if pause(ctx, time.Duration(n*n)*100*time.Millisecond) != nil {
				return err
			}
		default:
			return err
		}
	}
}
