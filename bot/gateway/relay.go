package gateway

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/coder/websocket"
	"golang.org/x/sync/errgroup"

	"deuces/bot/rest"
)

// The operations of the protocol that a relay looks at.
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

// Limits of a connection.
const (
	maxMessage  = 64 << 20         // bytes; a guild with thousands of threads has some megabytes
	closeWithin = 2 * time.Second  // for the answer to our close
	openWithin  = 15 * time.Second // for Hello, and again for READY or RESUMED
)

// Errors with which a connection ends.
var (
	errReconnect = errors.New("reconnect requested by Discord")
	errSilent    = errors.New("no heartbeat was acknowledged")
	errNotReady  = errors.New("neither READY nor RESUMED came in time")
)

// invalidSession means that Discord called the session invalid.
type invalidSession struct{ resumable bool }

func (*invalidSession) Error() string { return "Discord calls the session invalid" }

// relay passes messages between discordgo and Discord, on one connection. It stands between them for
// three reasons:
//
//   - discordgo answers an invalid session with an identify at once, past every limit, and may wait
//     for its own lock forever when Discord asks it to reconnect while it opens. It gets neither of
//     these messages: the relay ends the connection, and the shard connects again when it may.
//   - discordgo decodes each event into a type of its own, which takes 576 µs for an interaction. It
//     gets their numbers alone. Config.Event gets the data as Discord sent it.
//   - An identify or a resume is sent once on a connection, when its turn has come.
type relay struct {
	*session
	shard   *shard
	discord *websocket.Conn
	library *websocket.Conn // discordgo's connection
	opened  chan error      // receives what discordgo's Open returns; nil: it wasn't called
	acked   atomic.Bool     // the last heartbeat was acknowledged

	beginning      []byte // discordgo's first message
	stopHeartbeats func() // stops beat; nil: it hasn't begun

	settled chan struct{} // closed by READY or RESUMED
	settle  func()        // closes settled
}

// message is a message of the gateway.
type message struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence int64           `json:"s"`
	Type     string          `json:"t"`
}

// connect connects the shard, and identifies or resumes the session. It returns when the connection
// is lost or the context ends. worked reports whether the session began or was resumed.
func (s *shard) connect(ctx context.Context, x *session) (worked bool, err error) {
	r := &relay{session: x, shard: s, settled: make(chan struct{})}
	r.settle = sync.OnceFunc(func() { close(r.settled) })
	r.acked.Store(true)
	begin := s.gateway.turns.identify
	if x.began {
		begin = s.gateway.turns.resume
	}
	err = begin(ctx, s, func() error { return r.open(ctx) }, func() error { return r.send(ctx) })
	if err == nil {
		err = r.pass(ctx)
	}
	if r.stopHeartbeats != nil {
		r.stopHeartbeats()
	}
	if r.discord != nil {
		_ = r.discord.CloseNow() // it is closed already, or of no use
	}
	if r.library != nil {
		_ = r.library.CloseNow() // discordgo notices the loss
	}
	if r.opened != nil && <-r.opened == nil && ctx.Err() == nil {
		<-x.closed // discordgo can open the session again
	}
	return r.hasSettled(), err
}

// open connects to Discord, and has discordgo say how the session begins: with an identify, or by
// resuming. Until send sends that, the relay sends heartbeats.
func (r *relay) open(ctx context.Context) error {
	g := r.shard.gateway
	ctx, cancel := context.WithTimeout(ctx, g.openWithin)
	defer cancel()
	at := address(g.address)
	if resume := address(r.resumeAt); resume != nil && resume.Host != "" {
		at = resume
	}
	if at == nil {
		return fmt.Errorf("cannot parse the gateway's address %q", g.address)
	}
	var err error
	r.discord, _, err = websocket.Dial(ctx, at.String(), &websocket.DialOptions{HTTPClient: g.client.Direct()})
	if err != nil {
		return err
	}
	r.discord.SetReadLimit(maxMessage)
	m, hello, err := read(ctx, r.discord)
	if err != nil {
		return err
	}
	var first struct {
		Interval int64 `json:"heartbeat_interval"`
	}
	if err := json.Unmarshal(m.Data, &first); err != nil || m.Op != opHello || first.Interval <= 0 {
		return fmt.Errorf("the gateway's first message is operation %d with %.100q, want Hello", m.Op, m.Data)
	}
	var ours net.Conn
	r.relayed, ours = net.Pipe()
	r.opened = make(chan error, 1)
	select {
	case <-r.closed: // the previous loss was reported twice
	default:
	}
	// If discordgo doesn't connect, nothing may wait for it.
	defer context.AfterFunc(ctx, func() { _ = ours.Close() })()
	go func() {
		err := r.Open()
		if err != nil {
			_ = ours.Close()
		}
		r.opened <- err
	}()
	if r.library, err = accept(ours); err != nil {
		_ = ours.Close() // so that Open returns
		return err
	}
	if err = r.library.Write(ctx, websocket.MessageText, hello); err != nil {
		return err
	}
	m, r.beginning, err = read(ctx, r.library)
	if err != nil {
		return err
	}
	if want := map[bool]int{false: opIdentify, true: opResume}[r.began]; m.Op != want {
		return fmt.Errorf("discordgo's first message is operation %d, want %d", m.Op, want)
	}
	waiting, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stopHeartbeats = stop
	go r.beat(waiting, time.Duration(first.Interval)*time.Millisecond)
	return nil
}

// beat sends heartbeats until the context ends.
func (r *relay) beat(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = r.write(ctx, []byte(`{"op":1,"d":null}`)) // if it fails, so does what follows
		}
	}
}

// send sends what open has got from discordgo.
func (r *relay) send(ctx context.Context) error {
	r.stopHeartbeats()
	return r.write(ctx, r.beginning)
}

// write sends a message to Discord. The end of the context doesn't interrupt it, because that would
// break the connection before it can be closed.
func (r *relay) write(ctx context.Context, text []byte) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rest.CallTime)
	defer cancel()
	return r.discord.Write(ctx, websocket.MessageText, text)
}

// address adds the version and the encoding that discordgo speaks to the address of a gateway. It
// returns nil if the address can't be read.
func address(of string) *url.URL {
	at, err := url.Parse(of)
	if err != nil {
		return nil
	}
	at.RawQuery = url.Values{"v": {discordgo.APIVersion}, "encoding": {"json"}}.Encode()
	return at
}

// pass passes messages on until the connection is lost or the context ends.
func (r *relay) pass(ctx context.Context) error {
	reading, stopReading := context.WithCancel(context.WithoutCancel(ctx))
	defer stopReading()
	group, running := errgroup.WithContext(ctx)
	var lost error // why nothing more comes from Discord
	group.Go(func() error { lost = r.fromDiscord(reading); return lost })
	group.Go(func() error { return r.fromLibrary(reading) })
	group.Go(func() error { return r.awaitStart(running) })
	group.Go(func() error {
		<-running.Done()
		// Discord keeps a session unless it is closed with 1000 or 1001.
		code := websocket.StatusServiceRestart
		if ctx.Err() != nil {
			code = websocket.StatusNormalClosure
		}
		defer time.AfterFunc(closeWithin, stopReading).Stop()
		_ = r.discord.Close(code, "") // the connection ends in any case
		stopReading()
		return ctx.Err()
	})
	err := group.Wait()
	// A write may fail before Discord's reason to close the connection is read.
	if code := websocket.CloseStatus(lost); fatal(code) || ends(code) {
		err = lost
	}
	return err
}

// awaitStart returns nil when the session has begun or was resumed.
func (r *relay) awaitStart(ctx context.Context) error {
	late := time.NewTimer(r.shard.gateway.openWithin)
	defer late.Stop()
	select {
	case <-r.settled:
		return nil
	case <-late.C:
		return errNotReady
	case <-ctx.Done():
		return ctx.Err()
	}
}

// read reads a message, which may be compressed. It also returns the message's text.
func read(ctx context.Context, c *websocket.Conn) (m message, text []byte, err error) {
	kind, text, err := c.Read(ctx)
	if err != nil {
		return m, nil, err
	}
	if kind == websocket.MessageBinary {
		unpacked, err := zlib.NewReader(bytes.NewReader(text))
		if err != nil {
			return m, nil, err
		}
		defer unpacked.Close() // it has no more to report than ReadFrom
		var all bytes.Buffer
		if _, err := all.ReadFrom(unpacked); err != nil {
			return m, nil, err
		}
		text = all.Bytes()
	}
	return m, text, json.Unmarshal(text, &m)
}

// fromDiscord passes on Discord's messages until the connection ends.
func (r *relay) fromDiscord(ctx context.Context) error {
	for {
		m, text, err := read(ctx, r.discord)
		if err != nil {
			return err
		}
		switch m.Op {
		case opDispatch:
			if text, err = r.event(ctx, m); err != nil {
				return err
			}
		case opHeartbeat, opAcknowledged:
			r.acked.Store(true)
			if !r.hasSettled() {
				continue // discordgo waits for READY, and would wait for its own lock
			}
		case opReconnect:
			return errReconnect
		case opInvalidSession:
			return &invalidSession{resumable: string(m.Data) == "true"}
		}
		if err := r.library.Write(ctx, websocket.MessageText, text); err != nil {
			return fmt.Errorf("pass a message to discordgo: %w", err)
		}
	}
}

// event passes an event to Config.Event. It returns the event as discordgo is to count it.
func (r *relay) event(ctx context.Context, m message) (counted []byte, err error) {
	s := r.shard
	kept := map[string]any{"op": opDispatch, "s": m.Sequence} // without a type, discordgo decodes nothing
	switch m.Type {
	case "READY":
		var ready struct {
			ID       string `json:"session_id"`
			ResumeAt string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(m.Data, &ready); err != nil {
			return nil, fmt.Errorf("read Discord's READY event: %w", err)
		}
		kept["t"], kept["d"] = m.Type, map[string]string{"session_id": ready.ID}
		r.began, r.resumeAt = true, ready.ResumeAt
	case "RESUMED":
		kept["t"], kept["d"] = m.Type, struct{}{}
	}
	if m.Type == "READY" || m.Type == "RESUMED" {
		s.setConnected(true)
		if meter := s.gateway.cfg.Meter; meter != nil {
			meter.Connected(m.Type == "RESUMED")
		}
		r.settle()
		s.gateway.cfg.Log.Debug().Int("shard", s.id).Msg("connected to Discord's gateway")
	}
	s.gateway.cfg.Event(ctx, Event{s.id, m.Type, m.Data})
	return json.Marshal(kept)
}

// fromLibrary passes on discordgo's messages until the connection ends.
func (r *relay) fromLibrary(ctx context.Context) error {
	for {
		m, text, err := read(ctx, r.library)
		if err != nil {
			return fmt.Errorf("read a message from discordgo: %w", err)
		}
		switch m.Op {
		case opIdentify, opResume:
			return fmt.Errorf("unexpected operation %d from discordgo", m.Op)
		case opHeartbeat:
			if !r.acked.Swap(false) {
				return errSilent
			}
		}
		if err := r.write(ctx, text); err != nil {
			return err
		}
	}
}

// hasSettled reports whether the session began or was resumed.
func (r *relay) hasSettled() bool {
	select {
	case <-r.settled:
		return true
	default:
		return false
	}
}

// fatal reports whether a close code of the gateway forbids reconnecting.
func fatal(code websocket.StatusCode) bool { return code == 4004 || code >= 4010 && code <= 4014 }

// ends reports whether a close code of the gateway means that the session can't be resumed.
func ends(code websocket.StatusCode) bool { return code == 4007 || code == 4009 }
