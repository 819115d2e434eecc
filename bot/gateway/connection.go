package gateway

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/sync/errgroup"

	"deuces/bot/rest"
)

// The operations of the protocol.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opAcknowledged   = 11
)

// intentGuilds asks for the events of guilds, channels, threads and roles. Interactions need no
// intent.
const intentGuilds = 1 << 0

// version is the version of the protocol.
const version = "10"

// Limits of a connection.
const (
	maxMessage  = 64 << 20         // bytes; a guild with thousands of threads has some megabytes
	closeWithin = 2 * time.Second  // for the answer to our close
	openWithin  = 15 * time.Second // for Hello, and again for READY or RESUMED
)

// Errors with which a connection ends.
var (
	errReconnect = errors.New("Discord asks to connect again")
	errSilent    = errors.New("Discord doesn't acknowledge heartbeats")
	errNotReady  = errors.New("Discord doesn't start the session")
)

// invalidSession means that Discord called the session invalid.
type invalidSession struct{ resumable bool }

func (*invalidSession) Error() string { return "Discord calls the session invalid" }

// session is a session with Discord. It outlives its connections: one that is lost is resumed on
// another.
type session struct {
	id       string       // empty: it has not begun
	resumeAt string       // the resume_gateway_url of READY; empty or invalid: where it began
	sequence atomic.Int64 // number of the last event; 0: none
}

// connection is a connection to the gateway.
type connection struct {
	*session
	shard   *shard
	socket  *websocket.Conn
	beatNow chan struct{} // receives a value when Discord asks for a heartbeat
	acked   atomic.Bool   // the last heartbeat was acknowledged
	settled chan struct{} // closed by READY or RESUMED
	settle  func()        // closes settled
}

// received is a message from Discord.
type received struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence int64           `json:"s"`
	Type     string          `json:"t"`
}

// connect connects the shard, and identifies or resumes the session. It returns when the connection
// is lost or the context ends. worked reports whether the session began or was resumed.
func (s *shard) connect(ctx context.Context, x *session) (worked bool, err error) {
	c := &connection{session: x, shard: s, beatNow: make(chan struct{}, 1), settled: make(chan struct{})}
	c.settle = sync.OnceFunc(func() { close(c.settled) })
	c.acked.Store(true)
	every, err := c.open(ctx)
	if err != nil {
		return false, err
	}
	reading, stopReading := context.WithCancel(context.WithoutCancel(ctx))
	defer stopReading()
	group, running := errgroup.WithContext(ctx)
	var lost error // why nothing more can be read
	group.Go(func() error { lost = c.readAll(reading); return lost })
	group.Go(func() error { return c.beat(running, every) })
	group.Go(func() error { return c.introduce(running) })
	group.Go(func() error {
		<-running.Done()
		// Discord keeps a session unless it is closed with 1000 or 1001.
		code := websocket.StatusServiceRestart
		if ctx.Err() != nil {
			code = websocket.StatusNormalClosure
		}
		defer time.AfterFunc(closeWithin, stopReading).Stop()
		_ = c.socket.Close(code, "") // the connection ends in any case
		return ctx.Err()
	})
	err = group.Wait()
	// A write may fail before Discord's reason to close the connection is read.
	if code := websocket.CloseStatus(lost); fatal(code) || ends(code) {
		err = lost
	}
	select {
	case <-c.settled:
		worked = true
	default:
	}
	return worked, err
}

// open connects to the gateway and reads Hello. It returns the interval of heartbeats.
func (c *connection) open(ctx context.Context) (heartbeat time.Duration, err error) {
	g := c.shard.gateway
	ctx, cancel := context.WithTimeout(ctx, g.openWithin)
	defer cancel()
	at := address(g.address)
	if resume := address(c.resumeAt); resume != nil && resume.Host != "" {
		at = resume
	}
	if at == nil {
		return 0, fmt.Errorf("the gateway's address %q can't be read", g.address)
	}
	c.socket, _, err = websocket.Dial(ctx, at.String(), &websocket.DialOptions{HTTPClient: g.client.Direct()})
	if err != nil {
		return 0, err
	}
	c.socket.SetReadLimit(maxMessage)
	var hello struct {
		Interval int64 `json:"heartbeat_interval"`
	}
	m, err := c.read(ctx)
	if err == nil {
		err = json.Unmarshal(m.Data, &hello)
	}
	if err == nil && (m.Op != opHello || hello.Interval <= 0) {
		err = fmt.Errorf("Discord began with operation %d instead of Hello", m.Op)
	}
	if err != nil {
		_ = c.socket.CloseNow() // the connection is of no use
	}
	return time.Duration(hello.Interval) * time.Millisecond, err
}

// address adds what this package speaks to the address of a gateway. It returns nil if the address
// can't be read.
func address(of string) *url.URL {
	at, err := url.Parse(of)
	if err != nil {
		return nil
	}
	at.RawQuery = url.Values{"v": {version}, "encoding": {"json"}}.Encode()
	return at
}

// introduce identifies, or resumes the session, when it may, and waits for Discord's answer.
func (c *connection) introduce(ctx context.Context) error {
	g, s := c.shard.gateway, c.shard
	var err error
	if c.id == "" {
		err = g.turns.identify(ctx, s, func() error {
			return c.send(ctx, opIdentify, map[string]any{
				"token": g.cfg.Token, "intents": intentGuilds, "shard": [2]int{s.id, g.shardCount}, "compress": true,
				"properties": map[string]string{"os": runtime.GOOS, "browser": "deuces", "device": "deuces"},
			})
		})
	} else {
		err = g.turns.resume(ctx, s, func() error {
			return c.send(ctx, opResume, map[string]any{"token": g.cfg.Token, "session_id": c.id, "seq": c.sequence.Load()})
		})
	}
	if err != nil {
		return err
	}
	late := time.NewTimer(g.openWithin)
	defer late.Stop()
	select {
	case <-c.settled:
		return nil
	case <-late.C:
		return errNotReady
	case <-ctx.Done():
		return ctx.Err()
	}
}

// beat sends heartbeats, the first one after a part of the interval, so that many shards don't send
// theirs at the same time.
func (c *connection) beat(ctx context.Context, every time.Duration) error {
	next := time.NewTimer(time.Duration(rand.Float64() * float64(every)))
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.beatNow:
		case <-next.C:
			if !c.acked.Swap(false) {
				return errSilent
			}
			next.Reset(every)
		}
		var last any
		if n := c.sequence.Load(); n > 0 {
			last = n
		}
		if err := c.send(ctx, opHeartbeat, last); err != nil {
			return err
		}
	}
}

// send sends a message. The end of the context doesn't interrupt it, because that would break the
// connection before it can be closed.
func (c *connection) send(ctx context.Context, op int, data any) error {
	text, err := json.Marshal(map[string]any{"op": op, "d": data})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rest.CallTime)
	defer cancel()
	return c.socket.Write(ctx, websocket.MessageText, text)
}

// read reads a message, which may be compressed.
func (c *connection) read(ctx context.Context) (m received, err error) {
	kind, data, err := c.socket.Read(ctx)
	if err != nil {
		return m, err
	}
	if kind == websocket.MessageText {
		return m, json.Unmarshal(data, &m)
	}
	unpacked, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return m, err
	}
	defer unpacked.Close() // it has no more to report than Decode
	return m, json.NewDecoder(unpacked).Decode(&m)
}

// readAll handles Discord's messages until the connection ends.
func (c *connection) readAll(ctx context.Context) error {
	for {
		m, err := c.read(ctx)
		if err != nil {
			return err
		}
		switch m.Op {
		case opDispatch:
			c.sequence.Store(m.Sequence)
			c.event(ctx, m)
		case opHeartbeat:
			select {
			case c.beatNow <- struct{}{}:
			default: // one is due already
			}
		case opAcknowledged:
			c.acked.Store(true)
		case opReconnect:
			return errReconnect
		case opInvalidSession:
			return &invalidSession{resumable: string(m.Data) == "true"}
		}
	}
}

// event passes an event to Config.Event.
func (c *connection) event(ctx context.Context, m received) {
	s := c.shard
	if m.Type == "READY" {
		var ready struct {
			ID       string `json:"session_id"`
			ResumeAt string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(m.Data, &ready); err != nil {
			s.gateway.cfg.Log.Error().Err(err).Msg("can't read Discord's READY event")
		}
		c.id, c.resumeAt = ready.ID, ready.ResumeAt
	}
	if m.Type == "READY" || m.Type == "RESUMED" {
		s.setConnected(true)
		if meter := s.gateway.cfg.Meter; meter != nil {
			meter.Connected(m.Type == "RESUMED")
		}
		c.settle()
		s.gateway.cfg.Log.Debug().Int("shard", s.id).Msg("connected to Discord's gateway")
	}
	s.gateway.cfg.Event(ctx, Event{s.id, m.Type, m.Data})
}

// fatal reports whether a close code of the gateway forbids reconnecting.
func fatal(code websocket.StatusCode) bool { return code == 4004 || code >= 4010 && code <= 4014 }

// ends reports whether a close code of the gateway means that the session can't be resumed.
func ends(code websocket.StatusCode) bool { return code == 4007 || code == 4009 }
