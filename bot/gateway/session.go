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

// openTime is how long discordgo may take to open a session. unreadTime is how long it may go
// without reading from the connection meanwhile.
const (
	openTime   = 15 * time.Second
	unreadTime = 2 * time.Second
)

// errHung means that the discordgo session hangs forever and has to be replaced.
var errHung = errors.New("the session hangs")

// session is a discordgo session and its connection. Both can be abandoned, because discordgo can
// deadlock: a session that gets op 7 between Hello and READY waits for its own lock forever, and
// leaks one goroutine.
type session struct {
	shard  *shard
	s      *discordgo.Session
	down   chan struct{}           // receives a value when the connection is lost
	resume atomic.Pointer[url.URL] // the resume_gateway_url of READY; nil: the original address

	mu        sync.RWMutex
	abandoned bool
	conn      *conn // the last connection; nil: none since open was called
}

// conn is a connection that records whether it is being read.
type conn struct {
	net.Conn
	reading atomic.Bool  // a Read is in progress
	read    atomic.Int64 // when the last Read ended, in Unix nanoseconds
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
	d.ShardID, d.ShardCount = s.id, g.shardCount
	d.Identify.Intents = discordgo.IntentsGuilds
	d.StateEnabled = false
	d.ShouldReconnectOnError = false
	d.ShouldReconnectVoiceOnSessionError = false
	d.SyncEvents = true // so that READY is handled before the events that follow it
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { n.event(ctx, e) })
	d.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { n.lost() })
	return n, nil
}

// event passes an event to Config.Event, unless the session was abandoned.
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
		n.shard.setConnected(true)
		if m := n.shard.gateway.cfg.Meter; m != nil {
			m.Connected(e.Type == "RESUMED")
		}
	}
	n.shard.gateway.cfg.Event(ctx, Event{n.shard.id, e.Type, e.RawData})
}

// ready stores the address for resuming the session.
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

// lost records that the connection was lost. It ignores an abandoned session, which may call it
// long after another session has replaced it.
func (n *session) lost() {
	n.mu.RLock()
	defer n.mu.RUnlock()
	if n.abandoned {
		return
	}
	n.shard.setConnected(false)
	select {
	case n.down <- struct{}{}:
	default:
	}
}

// proxy changes the request for a connection that resumes the session, so that it goes to the
// resume_gateway_url of READY, and returns the proxy for it. discordgo would use the original
// address, but Discord disconnects such sessions more often. gorilla/websocket calls proxy before
// it reads the address from the request.
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
	n.conn = c // the previous connection is closed already, because a session has one at a time
	return c, nil
}

// open connects and identifies, or resumes if the session was open before. If the session hangs,
// open abandons it and returns errHung.
func (n *session) open(ctx context.Context) error {
	select {
	case <-n.down: // drop the signal of the previous connection
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
				// discordgo reported the loss of the previous connection a second time, after
				// it had opened this one.
				n.shard.setConnected(true)
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

// unread reports whether a session that is being opened has stopped reading from its connection.
// Such a session waits for its own lock forever.
func (n *session) unread() bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.conn != nil && !n.conn.reading.Load() && time.Since(time.Unix(0, n.conn.read.Load())) > unreadTime
}

// watch waits until the connection is lost, and then returns nil. It returns errHung if the session
// hangs, and the context's error if it ends.
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

// close closes the session properly if that works within three seconds, and then abandons it.
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
		_ = n.s.Close() // always returns nil
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// abandon closes the session's connection. All further events of the session are ignored.
func (n *session) abandon() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.abandoned = true
	if n.conn != nil {
		n.conn.Close()
	}
	n.shard.setConnected(false)
}
