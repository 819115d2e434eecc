package sandbox

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// conn is one socket: a reader, which is the handler's goroutine, and a writer. The server's lock guards session.
type conn struct {
	server  *Server
	socket  *websocket.Conn
	url     string // to resume at
	session *session
	out     chan []byte
	end     context.CancelFunc
	big     atomic.Bool // large payloads come compressed: "compress" of Identify
	stream  bool        // zlib-stream: one context over the whole connection
	beat    chan struct{}
	frames  []time.Time // the client's, of the last minute
}

// The limits of a client's frames, and from which size a payload is compressed if the client asked for it.
const (
	maxFrame       = 4096
	framesPerMin   = 120
	compressedFrom = 8 << 10
)

type clientFrame struct {
	Op *int            `json:"op"`
	D  json.RawMessage `json:"d"`
}

// serveGateway is a gateway connection from hello to close.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	socket.SetReadLimit(1 << 20)
	ctx, end := context.WithCancel(s.stopped)
	defer end()
	c := &conn{server: s, socket: socket, url: gatewayAddress("http://" + base(r)), out: make(chan []byte, replayable+64), end: end,
		stream: r.URL.Query().Get("compress") == "zlib-stream", beat: make(chan struct{}, 1)}
	if code, reason := unspoken(r.URL.Query()); code != 0 {
		_ = socket.Close(code, reason)
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.writeAll(ctx)
	}()
	go c.watch(ctx)
	c.write(frame(opHello, map[string]any{"heartbeat_interval": s.cfg.Heartbeat.Milliseconds(), "_trace": []string{"sandbox"}}))
	code, reason, status := c.readAll(ctx)
	s.leave(c, status)
	if code != 0 {
		_ = socket.Close(code, reason)
	}
	end()
	<-done
	_ = socket.CloseNow()
}

// unspoken says why a client that asks for what is not spoken here is closed on; 0 if it can be served.
func unspoken(asked url.Values) (websocket.StatusCode, string) {
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
	text, _ := json.Marshal(map[string]any{"op": op, "d": data, "s": nil, "t": nil}) // plain values
	return text
}

// write queues a frame. A client that reads nothing any more loses its connection, as on Discord; it may resume.
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
			_, _ = z.Write(f) // into memory
			_ = z.Flush()
			f, kind = packed.Bytes(), websocket.MessageBinary
		case len(f) >= compressedFrom && c.big.Load():
			packed.Reset()
			one := zlib.NewWriter(&packed)
			_, _ = one.Write(f) // into memory
			_ = one.Close()
			f, kind = packed.Bytes(), websocket.MessageBinary
		}
		if err := c.socket.Write(ctx, kind, f); err != nil {
			c.end()
			return
		}
	}
}

// watch ends a connection whose client stopped its heartbeat; one that is a second late is on a busy machine.
func (c *conn) watch(ctx context.Context) {
	limit := c.server.cfg.Heartbeat*5/4 + time.Second
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

// readAll serves the client's frames. It returns the code to close with, 0 if the connection is gone, and the code that
// the client closed with.
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
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if op == opHeartbeat {
		select {
		case c.beat <- struct{}{}:
		default:
		}
	}
	if len(s.faults) > 0 {
		if f := s.strike(func(f *fault) bool { return f.frame(op) }); f != nil {
			if f.kind != "swallow acks" {
				s.gateway.harm(f, c)
			}
			return 0, ""
		}
	}
	switch op {
	case opHeartbeat:
		c.write([]byte(`{"op":11,"d":null,"s":null,"t":null}`))
		return 0, ""
	case opIdentify:
		return s.identify(c, data, now)
	case opResume:
		return s.resume(c, data, now)
	case opPresence, opVoice, opMembers, opSounds:
		if c.session == nil {
			return closeNotIdentified, "Not authenticated."
		}
		return 0, ""
	}
	return closeOpcode, "Unknown opcode."
}

type identifyBody struct {
	Token    string  `json:"token"`
	Intents  *int    `json:"intents"`
	Shard    *[2]int `json:"shard"`
	Compress bool    `json:"compress"`
}

// identify starts a session: READY, then the shard's guilds.
func (s *Server) identify(c *conn, data json.RawMessage, now time.Time) (websocket.StatusCode, string) {
	var b identifyBody
	if err := json.Unmarshal(data, &b); err != nil {
		return closeDecode, "Error while decoding payload."
	}
	shard := [2]int{0, 1}
	if b.Shard != nil {
		shard = *b.Shard
	}
	switch {
	case c.session != nil:
		return closeIdentified, "Already authenticated."
	case !s.authorized(b.Token):
		return closeToken, "Authentication failed."
	case shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]:
		return closeShard, "Invalid shard."
	case b.Intents == nil || *b.Intents < 0 || *b.Intents > allIntents:
		return closeIntents, "Invalid intents."
	case *b.Intents&privilegedIntents&^s.cfg.Privileged != 0:
		return closeDisallowed, "Disallowed intents."
	}
	t := &session{server: s, id: strings.ToLower(rand.Text()), shard: shard, intents: *b.Intents, conn: c, sent: newRing[[]byte](replayable)}
	var mine []*guild
	for _, g := range s.world.guilds {
		if t.has(g) && g.members[s.world.bot.ID] != nil {
			mine = append(mine, g)
		}
	}
	if len(mine) > 2500 {
		return closeSharding, "Sharding required."
	}
	s.gateway.forget(now)
	used, _ := s.gateway.identifies(now)
	if used >= s.cfg.Identifies {
		return closeToken, "The identifies of this day are used up."
	}
	if n := len(s.gateway.started); n >= s.cfg.Concurrency && now.Sub(s.gateway.started[n-s.cfg.Concurrency]) < 5*time.Second {
		c.write(frame(opInvalidSession, false))
		return 0, ""
	}
	s.gateway.started = append(s.gateway.started, now)
	c.session = t
	c.big.Store(b.Compress && !c.stream)
	s.gateway.sessions[t.id] = t
	t.send("READY", s.ready(c, mine))
	if t.intents&intentGuilds != 0 {
		for _, g := range mine {
			text, _ := json.Marshal(s.world.gatewayGuild(g, t.intents&intentGuildMembers != 0)) // our own types
			t.send("GUILD_CREATE", text)
		}
	}
	s.worldChanged()
	return 0, ""
}

func (s *Server) ready(c *conn, mine []*guild) []byte {
	type unavailable struct {
		ID          snowflake `json:"id"`
		Unavailable bool      `json:"unavailable"`
	}
	guilds := []unavailable{}
	for _, g := range mine {
		guilds = append(guilds, unavailable{g.id, true})
	}
	text, _ := json.Marshal(map[string]any{ // our own types
		"v": 10, "user": s.world.bot, "guilds": guilds, "session_id": c.session.id, "resume_gateway_url": c.url,
		"session_type": "normal", "shard": c.session.shard, "application": map[string]any{"id": s.world.bot.ID, "flags": 0},
		"private_channels": []string{}, "relationships": []string{}, "presences": []string{}, "user_settings": struct{}{},
		"guild_join_requests": []string{}, "_trace": []string{"sandbox"},
	})
	return text
}

// resume takes a session up again and replays what its client missed.
func (s *Server) resume(c *conn, data json.RawMessage, now time.Time) (websocket.StatusCode, string) {
	var b struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     *int   `json:"seq"`
	}
	if err := json.Unmarshal(data, &b); err != nil {
		return closeDecode, "Error while decoding payload."
	}
	s.gateway.forget(now)
	t := s.gateway.sessions[b.Session]
	switch {
	case c.session != nil:
		return closeIdentified, "Already authenticated."
	case !s.authorized(b.Token):
		return closeToken, "Authentication failed."
	case t == nil || b.Seq == nil || t.seq-*b.Seq > replayable:
		c.write(frame(opInvalidSession, false))
		return 0, ""
	case *b.Seq > t.seq || *b.Seq < 0:
		return closeSequence, "Invalid seq."
	}
	if t.conn != nil {
		t.conn.session = nil
		t.conn.end()
	}
	t.conn, c.session = c, t
	for _, f := range t.sent.since(*b.Seq) {
		c.write(f)
	}
	t.send("RESUMED", []byte(`{"_trace":["sandbox"]}`))
	s.worldChanged()
	return 0, ""
}

// leave takes the connection off its session. A client that closed with 1000 or 1001 has ended the session for good.
func (s *Server) leave(c *conn, status websocket.StatusCode) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := c.session
	if t == nil {
		return
	}
	c.session, t.conn, t.left = nil, nil, time.Now()
	if status == websocket.StatusNormalClosure || status == websocket.StatusGoingAway {
		delete(s.gateway.sessions, t.id)
	}
	s.worldChanged()
}
