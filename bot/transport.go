package bot

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// transport makes requests over HTTP/1.1, each from the goroutine that asks for it: it
// writes, and then waits for the answer itself. A connection of net/http's has two
// goroutines of its own, so that each request wakes three in turn. To wake them took
// a tenth of the bot's processor time, more on a machine that has little else to do.
//
// It keeps connections for the next request. It is for short requests whose bodies
// are in memory: it reads no answer before a request is written.
type transport struct {
	through http.RoundTripper // where the environment names a proxy
	dial    func(ctx context.Context, network, addr string) (net.Conn, error)
	dialTLS func(ctx context.Context, network, addr string) (net.Conn, error)
	trust   time.Duration // a connection that rested longer is looked at before it is used

	mu   sync.Mutex
	idle map[string][]*pipe // by scheme and host; the one used last is last
}

const (
	pipesIdle = 200              // for each host
	pipeRests = 90 * time.Second // then it is closed
	dialTime  = 5 * time.Second
)

func newTransport() *transport {
	plain := &net.Dialer{Timeout: dialTime, KeepAlive: 30 * time.Second}
	secure := &tls.Dialer{NetDialer: plain, Config: &tls.Config{NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12}}
	return &transport{through: http.DefaultTransport, dial: plain.DialContext, dialTLS: secure.DialContext,
		trust: time.Second, idle: map[string][]*pipe{}}
}

// pipe is a connection that is used by one request at a time.
type pipe struct {
	net.Conn
	r     *bufio.Reader
	w     *bufio.Writer
	since time.Time // when it began to rest
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if proxy, err := http.ProxyFromEnvironment(r); err != nil || proxy != nil {
		return t.through.RoundTrip(r)
	}
	ctx, host := r.Context(), r.URL.Scheme+"://"+r.URL.Host
	p := t.take(host, time.Now())
	if p == nil {
		var err error
		if p, err = t.open(r); err != nil {
			return nil, err
		}
	}
	at, _ := ctx.Deadline() // zero: none
	_ = p.SetDeadline(at)   // fails where the connection is closed, as writing does
	call := &roundTrip{t: t, p: p, host: host, release: context.AfterFunc(ctx, func() { _ = p.SetDeadline(time.Unix(1, 0)) })}
	resp, err := p.exchange(r)
	if err != nil {
		call.end(false)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, context.DeadlineExceeded
		}
		return nil, err
	}
	call.keep = !resp.Close && !r.Close
	if resp.Body == http.NoBody {
		call.end(call.keep)
		return resp, nil
	}
	call.ReadCloser = resp.Body
	resp.Body = call
	return resp, nil
}

// exchange writes a request and reads the head of its answer.
func (p *pipe) exchange(r *http.Request) (*http.Response, error) {
	if err := r.Write(p.w); err != nil {
		return nil, err
	}
	if err := p.w.Flush(); err != nil {
		return nil, err
	}
	for {
		resp, err := http.ReadResponse(p.r, r)
		if err != nil || resp.StatusCode >= 200 || resp.StatusCode == http.StatusSwitchingProtocols {
			return resp, err
		}
	}
}

// open makes a connection.
func (t *transport) open(r *http.Request) (*pipe, error) {
	dial, port := t.dial, "80"
	if r.URL.Scheme == "https" {
		dial, port = t.dialTLS, "443"
	}
	if r.URL.Port() != "" {
		port = r.URL.Port()
	}
	ctx, cancel := context.WithTimeout(r.Context(), 2*dialTime) // TLS included
	defer cancel()
	c, err := dial(ctx, "tcp", net.JoinHostPort(r.URL.Hostname(), port))
	if err != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, err
	}
	return &pipe{Conn: c, r: bufio.NewReader(c), w: bufio.NewWriterSize(c, 16<<10)}, nil
}

// take returns a connection that rests, nil if there is none. The one that was used
// last is taken, so that those which are too many get old and are closed.
func (t *transport) take(host string, now time.Time) *pipe {
	for {
		p := t.last(host)
		if p == nil {
			return nil
		}
		rested := now.Sub(p.since)
		if rested < t.trust {
			return p
		}
		_ = p.SetDeadline(time.Time{}) // that of the request before has passed
		if rested < pipeRests && quiet(p.Conn) {
			return p
		}
		_ = p.Close()
	}
}

func (t *transport) last(host string) *pipe {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.idle[host]
	if len(all) == 0 {
		return nil
	}
	p := all[len(all)-1]
	t.idle[host] = all[:len(all)-1]
	return p
}

// rest keeps a connection for the next request, and closes the one that has rested
// for too long.
func (t *transport) rest(host string, p *pipe) {
	p.since = time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	all := append(t.idle[host], p)
	if oldest := all[0]; len(all) > pipesIdle || p.since.Sub(oldest.since) > pipeRests {
		_ = oldest.Close()
		all = append(all[:0], all[1:]...)
	}
	t.idle[host] = all
}

// CloseIdleConnections closes the connections that rest, as http.Client asks for it.
func (t *transport) CloseIdleConnections() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, all := range t.idle {
		for _, p := range all {
			_ = p.Close()
		}
	}
	clear(t.idle)
}

// roundTrip is the body of an answer: read to its end, it gives the connection back.
type roundTrip struct {
	io.ReadCloser
	t       *transport
	p       *pipe
	host    string
	release func() bool // false: the context has ended, and the connection with it
	keep    bool
	over    bool
}

func (x *roundTrip) Read(to []byte) (int, error) {
	if x.over {
		return 0, io.EOF
	}
	n, err := x.ReadCloser.Read(to)
	if err != nil {
		x.end(errors.Is(err, io.EOF) && x.keep)
	}
	return n, err
}

// Close ends the request; an answer that was not read to its end takes the connection along.
func (x *roundTrip) Close() error {
	x.end(false)
	return nil
}

func (x *roundTrip) end(whole bool) {
	if x.over {
		return
	}
	x.over = true
	if !x.release() || !whole || x.p.r.Buffered() > 0 {
		_ = x.p.Close()
		return
	}
	x.t.rest(x.host, x.p)
}
