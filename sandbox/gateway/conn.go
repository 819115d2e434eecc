package gateway

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"deuces/sandbox/fault"
	"deuces/sandbox/wire"

	"github.com/coder/websocket"
)

// conn is one socket. The handler's goroutine reads, another one writes. The world's lock guards session.
type conn struct {
	gateway *Gateway
	socket  *websocket.Conn
	base    string // host and port to which the client connected
	session *session
	out     chan []byte
	end     context.CancelFunc
	big     atomic.Bool // large payloads are sent compressed, because "compress" of Identify is set
	stream  bool        // the connection uses zlib-stream: one compression context for all frames
	beat    chan struct{}
	frames  []time.Time // arrivals of the client's frames in the last minute
}

// The limits on a client's frames, and the size from which a payload is compressed if the client
// has asked for compression.
const (
	maxFrame       = 4096
	framesPerMin   = 120
	compressedFrom = 8 << 10
)

type clientFrame struct {
	Op *int            `json:"op"`
	D  json.RawMessage `json:"d"`
}

// ServeHTTP serves a gateway connection from hello to close.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has sent an error response
	}
	socket.SetReadLimit(1 << 20)
	ctx, end := context.WithCancel(g.stopped)
	defer end()
	c := &conn{gateway: g, socket: socket, base: wire.Base(r), out: make(chan []byte, replayable+64), end: end,
		stream: r.URL.Query().Get("compress") == "zlib-stream", beat: make(chan struct{}, 1)}
	if code, reason := unsupported(r.URL.Query()); code != 0 {
		_ = socket.Close(code, reason)
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.writeAll(ctx)
	}()
	go c.watch(ctx)
	c.write(frame(wire.OpHello, map[string]any{"heartbeat_interval": g.cfg.Heartbeat.Milliseconds(), "_trace": []string{"sandbox"}}))
	code, reason, status := c.readAll(ctx)
	g.leave(c, status)
	if code != 0 {
		_ = socket.Close(code, reason)
	}
	end()
	<-done
	_ = socket.CloseNow()
}

// unsupported returns the close code for a client that asks for a version, encoding or compression
// that isn't supported, or 0.
func unsupported(asked url.Values) (websocket.StatusCode, string) {
	v, encoding, compress := asked.Get("v"), asked.Get("encoding"), asked.Get("compress")
	switch {
	case v != "" && v != "9" && v != "10":
		return closeVersion, "Invalid API version"
	case encoding != "" && encoding != "json":
		return closeDecode, "Only JSON is spoken here"
	case compress != "" && compress != "zlib-stream":
		return closeDecode, "Only zlib-stream compresses here"
	}
	return 0, ""
}

func frame(op int, data any) []byte {
	text, _ := json.Marshal(map[string]any{"op": op, "d": data, "s": nil, "t": nil}) // plain values: they always marshal
	return text
}

// write queues a frame. As on Discord, a client that stops reading loses its connection. It may
// resume the session.
func (c *conn) write(f []byte) {
	select {
	case c.out <- f:
	default:
		c.end()
	}
}

func (c *conn) writeAll(ctx context.Context) {
	var packed bytes.Buffer
	var z *zlib.Writer
	for {
		var f []byte
		select {
		case <-ctx.Done():
			return
		case f = <-c.out:
		}
		kind := websocket.MessageText
		switch {
		case c.stream:
			if z == nil {
				z = zlib.NewWriter(&packed)
			}
			packed.Reset()
			_, _ = z.Write(f) // a write into memory never fails
			_ = z.Flush()
			f, kind = packed.Bytes(), websocket.MessageBinary
		case len(f) >= compressedFrom && c.big.Load():
			packed.Reset()
			one := zlib.NewWriter(&packed)
			_, _ = one.Write(f) // a write into memory never fails
			_ = one.Close()
			f, kind = packed.Bytes(), websocket.MessageBinary
		}
		if err := c.socket.Write(ctx, kind, f); err != nil {
			c.end()
			return
		}
	}
}

// watch ends a connection whose client has stopped its heartbeat. It allows an extra second for busy machines.
func (c *conn) watch(ctx context.Context) {
	limit := c.gateway.cfg.Heartbeat*5/4 + time.Second
	quiet := time.NewTimer(limit)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.beat:
			quiet.Reset(limit)
		case <-quiet.C:
			_ = c.socket.Close(closeTimeout, "Session timed out.")
			c.end()
			return
		}
	}
}

// readAll serves the client's frames until the connection ends. It returns the code and reason to
// close with (0 if the connection is gone), and the code with which the client closed.
func (c *conn) readAll(ctx context.Context) (code websocket.StatusCode, reason string, status websocket.StatusCode) {
	for {
		_, data, err := c.socket.Read(ctx)
		if err != nil {
			return 0, "", websocket.CloseStatus(err)
		}
		now := time.Now()
		for len(c.frames) > 0 && now.Sub(c.frames[0]) > time.Minute {
			c.frames = c.frames[1:]
		}
		c.frames = append(c.frames, now)
		var f clientFrame
		switch {
		case len(c.frames) > framesPerMin:
			return closeRate, "Rate limited.", 0
		case len(data) > maxFrame, json.Unmarshal(data, &f) != nil, f.Op == nil:
			return closeDecode, "Error while decoding payload.", 0
		}
		if code, reason := c.take(*f.Op, f.D, now); code != 0 {
			return code, reason, 0
		}
	}
}

func (c *conn) take(op int, data json.RawMessage, now time.Time) (websocket.StatusCode, string) {
	g := c.gateway
	g.world.Lock()
	defer g.world.Unlock()
	if op == wire.OpHeartbeat {
		select {
		case c.beat <- struct{}{}:
		default:
		}
	}
	var sent *start
	if op == wire.OpIdentify || op == wire.OpResume {
		sent = g.count(c, op, data, now)
	}
	if f := g.faults.Strike(func(f *fault.Fault) bool { return f.Frame(op) }); f != nil {
		if f.Kind != "swallow acks" {
			g.applyFault(f, c)
		}
		return 0, ""
	}
	switch op {
	case wire.OpHeartbeat:
		c.write([]byte(`{"op":11,"d":null,"s":null,"t":null}`))
		return 0, ""
	case wire.OpIdentify:
		return g.identify(c, data, now, sent)
	case wire.OpResume:
		return g.resume(c, data, now)
	case wire.OpPresence, wire.OpVoice, wire.OpMembers:
		switch {
		case c.session == nil:
			return closeNotIdentified, "Not authenticated."
		case op == wire.OpMembers:
			return g.members(c.session, data)
		}
		return 0, "" // nobody sees the bot's presence, and there is no voice
	}
	return closeOpcode, "Unknown opcode."
}
