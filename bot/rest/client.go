package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/time/rate"
)

// discordAPI is the default base URL of requests. Config.API replaces its scheme and host.
const discordAPI = "https://discord.com/api/v10"

// CallTime is the timeout of one attempt of a request.
const CallTime = 10 * time.Second

// maxAnswer is the maximum size of an answer's body in bytes. The rest isn't read.
const maxAnswer = 8 << 20

// Config configures New.
type Config struct {
	Token string // the bot's token, without "Bot "
	// API is the base URL of a fake Discord, such as "http://127.0.0.1:8080". If it is empty,
	// requests go to Discord.
	API string
	// Transport makes the requests. If it is nil, New uses a copy of http.DefaultTransport that
	// keeps many connections to one host.
	Transport http.RoundTripper
	Log       zerolog.Logger
	Meter     Meter  // nil: nothing is measured
	NoEmoji   func() // called when Discord doesn't know an emoji of a message; must not block
}

// Meter measures requests. Its methods are called from many goroutines and must not block.
type Meter interface {
	// Requested is called after each request to Discord with the answer's status, 0 if there
	// was no answer, and the time that it took.
	Requested(status int, took time.Duration)
	// Limited is called for each 429 with its X-RateLimit-Scope, "" if it had none.
	Limited(scope string)
	// Invalid is called for each answer that Discord counts towards a ban of the address.
	Invalid()
}

// Client makes requests to Discord.
type Client struct {
	cfg     Config
	direct  http.RoundTripper // goes to the host of a request, also if Config.API is set
	clock   *clock
	limiter *limiter
	budget  budget
	directs directs
}

// New returns a Client. It makes no requests.
func New(cfg Config) (*Client, error) {
	direct := cfg.transport()
	transport, err := cfg.rebased(direct)
	if err != nil {
		return nil, err
	}
	return &Client{
		cfg:     cfg,
		direct:  direct,
		clock:   &clock{next: transport},
		limiter: newLimiter(rate.NewLimiter(globalRate, 5)),
		directs: directs{known: map[string]string{}},
	}, nil
}

// Direct returns an HTTP client for connections to Discord's gateway, which uses the same proxy. It
// knows neither Config.API nor the rate limits.
func (c *Client) Direct() *http.Client { return &http.Client{Transport: c.direct, Timeout: CallTime} }

// Waiting returns the number of requests that wait for a rate limit.
func (c *Client) Waiting() int { return int(c.limiter.waiting.Load()) }

// Share divides the bot's global rate and its budget of refused requests by the number of
// processes that run the bot.
func (c *Client) Share(processes int) {
	processes = max(processes, 1)
	c.limiter.global.SetLimit(rate.Limit(globalRate / float64(processes)))
	c.budget.share(processes)
}

// Request is one request to Discord's API.
type Request struct {
	Method, Path string
	Bucket       Bucket
	JSON         any  // is encoded as the body; nil: Body is used
	Body         Body // the encoded body; zero: none
	Into         any  // the answer is decoded into it; nil: the answer is dropped
}

// Do makes a request when its bucket allows it. It makes up to four attempts if a request was
// limited or its outcome is uncertain.
func (c *Client) Do(ctx context.Context, r Request) error {
	const tries = 4
	for n := 1; ; n++ {
		err := c.Once(ctx, r)
		limited, isLimited := errors.AsType[*Limited](err)
		_, isUncertain := errors.AsType[*Uncertain](err)
		switch {
		case err == nil || n == tries || ctx.Err() != nil || !isLimited && !isUncertain:
			return err
		case isLimited: // the next Acquire waits
			if limited.Code == CodeOldMessage || c.budget.spent(time.Now()) > 0 {
				return err
			}
		case Pause(ctx, time.Duration(n*n)*100*time.Millisecond) != nil:
			return err
		}
	}
}

// Once makes a request when its bucket allows it, and doesn't repeat it.
func (c *Client) Once(ctx context.Context, r Request) error {
	p, err := c.Acquire(ctx, r.Bucket)
	if err != nil {
		return fmt.Errorf("%s %s: %w", r.Method, redact(r.Path), err)
	}
	return c.Send(ctx, p, r)
}

// Acquire waits until a request of the bucket may be made. A caller that renders a message
// should render it after Acquire, so that it sends the newest state.
func (c *Client) Acquire(ctx context.Context, b Bucket) (*Permit, error) {
	return c.limiter.acquire(ctx, b)
}

// Send makes the request immediately, without repeating it, and gives the permit back. A nil
// permit means that the request has no limit. The error wraps one of this package's errors.
func (c *Client) Send(ctx context.Context, p *Permit, r Request) error {
	if r.JSON != nil {
		data, err := Encode(r.JSON)
		if err != nil {
			if p != nil {
				p.Unused()
			}
			return err
		}
		r.Body = Body{"application/json", data}
	}
	began := time.Now()
	header, err := c.exchange(ctx, r)
	if e := c.cfg.Log.Debug(); e.Enabled() {
		e.Err(err).Str("request", r.Method+" "+redact(r.Path)).Dur("took_ms", time.Since(began)).Msg("sent a request to Discord")
	}
	if refusesEmojis(err) {
		if plain, had := r.Body.withoutEmojis(); had {
			if c.cfg.NoEmoji != nil {
				c.cfg.NoEmoji()
			}
			r.Body = plain
			header, err = c.exchange(ctx, r)
		}
	}
	if p != nil {
		limited, _ := errors.AsType[*Limited](err)
		if limited != nil && limited.Code == CodeOldMessage {
			limited = nil // this limit belongs to the message, not to the bucket
		}
		p.done(header, limited)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", r.Method, redact(r.Path), err)
	}
	return nil
}

func (c *Client) exchange(ctx context.Context, r Request) (http.Header, error) {
	if !r.Bucket.interaction {
		if wait := c.budget.spent(time.Now()); wait > 0 {
			return nil, &Limited{After: wait}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, CallTime)
	defer cancel()
	var body io.Reader
	if r.Body.data != nil {
		body = bytes.NewReader(r.Body.data)
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, discordAPI+r.Path, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "DiscordBot (deuces, 1)")
	if body != nil {
		req.Header.Set("Content-Type", r.Body.contentType)
	}
	if !r.Bucket.interaction {
		req.Header.Set("Authorization", "Bot "+c.cfg.Token)
	}
	began := time.Now()
	// An http.Client would add redirects and cookies, which Discord's API doesn't use. Its errors
	// contain the URL, and with it an interaction's token.
	resp, err := c.clock.RoundTrip(req)
	if err != nil {
		c.metered(&http.Response{}, began)
		return nil, &Uncertain{err}
	}
	defer resp.Body.Close()
	var data bytes.Buffer
	into := io.Writer(&data)
	if r.Into == nil && resp.StatusCode < 300 {
		into = io.Discard // read it all, so that the connection can be reused
	}
	_, err = io.Copy(into, io.LimitReader(resp.Body, maxAnswer))
	c.metered(resp, began)
	if err != nil {
		return resp.Header, &Uncertain{fmt.Errorf("read answer: %w", err)}
	}
	if isForeign(resp, data.Bytes()) {
		return resp.Header, &Uncertain{foreign(resp)}
	}
	if resp.StatusCode >= 300 {
		if c.budget.count(resp, time.Now()) && c.cfg.Meter != nil {
			c.cfg.Meter.Invalid()
		}
		return resp.Header, classify(resp.StatusCode, resp.Header, data.Bytes(), r.Bucket.interaction)
	}
	if data.Len() > 0 {
		if err := json.Unmarshal(data.Bytes(), r.Into); err != nil {
			return resp.Header, fmt.Errorf("decode answer: %w", err)
		}
	}
	return resp.Header, nil
}

func (c *Client) metered(r *http.Response, began time.Time) {
	if c.cfg.Meter == nil {
		return
	}
	c.cfg.Meter.Requested(r.StatusCode, time.Since(began))
	if r.StatusCode == http.StatusTooManyRequests {
		c.cfg.Meter.Limited(r.Header.Get("X-RateLimit-Scope"))
	}
}

// redact replaces an interaction's token in a path, so that it can be logged.
func redact(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) > 3 && (parts[1] == "interactions" || parts[1] == "webhooks") {
		parts[3] = "…"
	}
	return strings.Join(parts, "/")
}

// budget counts invalid requests. Discord bans an address after 10,000 answers of 401, 403 and
// 429 in ten minutes. After budgetMost of them, the bot's requests stop until the ten minutes
// are over.
type budget struct {
	mu        sync.Mutex
	since     time.Time
	n         int
	processes int // number of processes that share the budget; 0 means 1
}

const (
	budgetTime = 10 * time.Minute
	budgetMost = 3000
)

func (b *budget) share(processes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.processes = processes
}

// count counts an answer if Discord counts it towards a ban, and reports whether it does.
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

// spent returns how long requests have to wait because the budget is spent; 0 if it isn't.
func (b *budget) spent(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n < budgetMost/max(b.processes, 1) {
		return 0
	}
	return max(0, b.since.Add(budgetTime).Sub(now))
}
