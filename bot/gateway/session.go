package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"deuces/bot/rest"
)

// openTime bounds how long discordgo may take to open a session, and unreadTime how long
// it may do so without reading what Discord sends.
const (
	openTime   = 15 * time.Second
	unreadTime = 2 * time.Second
)

// errHung: the discordgo session will never come back.
var errHung = errors.New("the session hangs")

// session is one discordgo session and its connection. Both can be abandoned: a session
// that gets op 7 between Hello and READY waits for its own lock for ever, and one goroutine
// with it.
type session struct {
	shard  *shard
	s      *discordgo.Session
	down   chan struct{}           // the connection was lost
	resume atomic.Pointer[url.URL] // where READY said to resume; nil: where it identified

	mu        sync.RWMutex
	abandoned bool
	conn      *conn // the last one; nil: none since it is being opened
}

// conn is a connection that knows whether somebody reads from it.
type conn struct {
	net.Conn
	reading atomic.Bool
	read    atomic.Int64 // when the last read ended, in nanoseconds since 1970
}

func (c *conn) Read(p []byte) (int, error) {
	c.reading.Store(true)
	defer func() {
		c.read.Store(time.Now().UnixNano())
		c.reading.Store(false)
	}()
	return c.Conn.Read(p)
}

func (s *shard) newSession(ctx context.Context) (*session, error) {
	g := s.gateway
	d, err := discordgo.New("Bot " + g.cfg.Token)
	if err != nil {
		return nil, fmt.Errorf("make session: %w", err)
	}
	n := &session{shard: s, s: d, down: make(chan struct{}, 1)}
	d.Client = g.http
	d.Dialer = &websocket.Dialer{Proxy: n.proxy, HandshakeTimeout: rest.CallTime, NetDialContext: n.dial, ReadBufferSize: rest.IOBuffer}
	d.LogLevel = -1
	d.ShardID, d.ShardCount = s.id, g.of
	d.Identify.Intents = discordgo.IntentsGuilds
	d.StateEnabled = false
	d.ShouldReconnectOnError = false
	d.ShouldReconnectVoiceOnSessionError = false
	d.SyncEvents = true // so that what follows a READY finds it handled
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { n.event(ctx, e) })
	d.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { n.lost() })
	return n, nil
}

// event hands on what Discord sent.
func (n *session) event(ctx context.Context, e *discordgo.Event) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	if n.abandoned {
		return
	}
	if e.Type == "READY" {
		n.ready(e.RawData)
	}
	if e.Type == "READY" || e.Type == "RESUMED" {
		n.shard.setUp(true)
		if m := n.shard.gateway.cfg.Meter; m != nil {
			m.Connected(e.Type == "RESUMED")
		}
	}
	n.shard.gateway.cfg.Event(ctx, Event{n.shard.id, e.Type, e.RawData})
}

// ready learns where the session is resumed.
func (n *session) ready(raw json.RawMessage) {
	var ready struct {
		Resume string `json:"resume_gateway_url"`
	}
	n.resume.Store(nil)
	if json.Unmarshal(raw, &ready) == nil {
		if at, err := url.Parse(ready.Resume); err == nil && at.Host != "" {
			n.resume.Store(at)
		}
	}
}

// lost notes that the connection is gone. An abandoned session may notice long after
// another took its place.
func (n *session) lost() {
	n.mu.RLock()
	defer n.mu.RUnlock()
	if n.abandoned {
		return
	}
	n.shard.setUp(false)
	select {
	case n.down <- struct{}{}:
	default:
	}
}

// proxy sends a connection that is going to resume the session to the address that READY
// named for that, and returns its proxy. discordgo would resume where it identified, and
// Discord disconnects such a session more often. gorilla/websocket calls proxy before it
// looks where to connect, and uses the changed request.
func (n *session) proxy(r *http.Request) (*url.URL, error) {
	if at := n.resume.Load(); at != nil {
		r.URL.Host, r.Host = at.Host, at.Host
		if at.Path != "" {
			r.URL.Path = at.Path
		}
	}
	return http.ProxyFromEnvironment(r)
}

func (n *session) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	var d net.Dialer
	raw, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: raw}
	c.read.Store(time.Now().UnixNano())
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.abandoned {
		c.Close()
		return nil, errHung
	}
	n.conn = c // the connection before is closed: a session has one at a time
	return c, nil
}

// open connects and identifies, or resumes when the session was open before.
func (n *session) open(ctx context.Context) error {
	select {
	case <-n.down: // the end of the connection before
	default:
	}
	n.mu.Lock()
	n.conn = nil
	n.mu.Unlock()
	done := make(chan error, 1)
	go func() { done <- n.s.Open() }()
	t := time.NewTimer(min(openTime, n.shard.gateway.cfg.Watchdog))
	defer t.Stop()
	look := time.NewTicker(unreadTime / 8)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
				// The end of the connection before was told twice, once too late.
				n.shard.setUp(true)
				return nil
			}
			return err
		case <-ctx.Done():
			n.abandon()
			return ctx.Err()
		case <-t.C:
			n.abandon()
			return fmt.Errorf("opening: %w", errHung)
		case <-look.C:
			if n.unread() {
				n.abandon()
				return fmt.Errorf("opening, nobody listens to Discord: %w", errHung)
			}
		}
	}
}

// unread reports whether a session that is being opened waits for its own lock instead of
// reading what Discord sends: it will wait for ever.
func (n *session) unread() bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.conn != nil && !n.conn.reading.Load() && time.Since(time.Unix(0, n.conn.read.Load())) > unreadTime
}

// watch waits until the connection is lost (nil), the session hangs or the context ends.
func (n *session) watch(ctx context.Context) error {
	most := n.shard.gateway.cfg.Watchdog
	tick := time.NewTicker(most / 8)
	defer tick.Stop()
	alive := time.Now()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-n.down:
			return nil
		case <-tick.C:
		}
		if n.s.TryRLock() { // a hung session holds its lock
			alive = n.s.LastHeartbeatAck
			n.s.RUnlock()
		}
		if age := time.Since(alive); age > most {
			n.abandon()
			return fmt.Errorf("no heartbeat was acknowledged for %v: %w", age.Round(time.Millisecond), errHung)
		}
	}
}

// close ends the session in good order if it can, and abandons it.
func (n *session) close(ctx context.Context) {
	defer n.abandon()
	n.mu.RLock()
	abandoned := n.abandoned
	n.mu.RUnlock()
	if abandoned {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = n.s.Close() // it only ever returns nil
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// abandon cuts the session's connection and ignores whatever it still says.
func (n *session) abandon() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.abandoned = true
	if n.conn != nil {
		n.conn.Close()
	}
	n.shard.setUp(false)
}
