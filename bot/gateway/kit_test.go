package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/rs/zerolog"

	"deuces/bot/rest"
)

// TestMain runs more tests in parallel than there are cores, because the tests mostly wait for
// connections.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "32"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// frame is a gateway message.
type frame struct {
	Op   int             `json:"op"`
	Type string          `json:"t,omitempty"`
	Seq  int             `json:"s,omitempty"`
	Data json.RawMessage `json:"d,omitempty"`
}

// fakeGateway is a fake of Discord's gateway. A script handles each connection and can make it
// fail.
type fakeGateway struct {
	*httptest.Server
	t      *testing.T
	script func(n int, c *socket) // handles a connection; n counts connections from 0
	ack    atomic.Bool            // whether heartbeats are acknowledged

	mu      sync.Mutex
	n       int
	shards  int
	address string      // of the gateway; empty: the server's address
	events  chan string // ids of the interactions that arrived, read by the test
	echo    chan string // the same ids, read by the script
}

// socket is a connection of the fake gateway.
type socket struct {
	g   *fakeGateway
	c   *websocket.Conn
	ctx context.Context
	in  chan frame // frames from the client except heartbeats

	host, query string // of the address to which the client connected
}

func newFakeGateway(t *testing.T, script func(int, *socket)) *fakeGateway {
	g := &fakeGateway{t: t, script: script, shards: 1, events: make(chan string, 100), echo: make(chan string, 100)}
	g.ack.Store(true)
	g.Server = httptest.NewServer(g)
	t.Cleanup(func() { g.CloseClientConnections(); g.Close() })
	return g
}

func (g *fakeGateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, "/ws"), path == "/" && r.Header.Get("Upgrade") != "":
		g.socket(w, r)
	case strings.HasSuffix(path, "/gateway/bot"):
		fmt.Fprintf(w, `{"url":%q,"shards":%d,"session_start_limit":{"total":1000,"remaining":999,"reset_after":0,"max_concurrency":1}}`,
			cmp.Or(g.address, "ws"+strings.TrimPrefix(g.URL, "http")+"/ws"), g.shards)
	default:
		g.t.Errorf("unexpected request: %s %s", r.Method, path)
	}
}

func (g *fakeGateway) socket(w http.ResponseWriter, r *http.Request) {
	c, err := websocket.Accept(w, r, nil)
	if err != nil {
		g.t.Error(err)
		return
	}
	defer func() { _ = c.CloseNow() }()
	g.mu.Lock()
	n := g.n
	g.n++
	g.mu.Unlock()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	s := &socket{g, c, ctx, make(chan frame, 100), r.Host, r.URL.RawQuery}
	go func() {
		defer cancel()
		for {
			var f frame
			if wsjson.Read(ctx, c, &f) != nil {
				return
			}
			if f.Op == 1 {
				if g.ack.Load() {
					s.send(frame{Op: 11})
				}
				continue
			}
			s.in <- f
		}
	}()
	interval := time.Hour // long, because a connection is given up if a busy machine acknowledges heartbeats late
	if n == 0 && !g.ack.Load() {
		interval = 50 * time.Millisecond
	}
	s.send(frame{Op: 10, Data: fmt.Appendf(nil, `{"heartbeat_interval":%d}`, interval.Milliseconds())})
	g.script(n, s)
}

func (s *socket) send(f frame) { _ = wsjson.Write(s.ctx, s.c, f) } // ignores errors, because next reports a lost connection

// next returns the client's next frame. If the connection is lost, it returns a frame with Op -1.
func (s *socket) next() frame {
	select {
	case f := <-s.in:
		return f
	case <-s.ctx.Done():
		return frame{Op: -1}
	}
}

// ready sends READY, with the address at which the client is to resume the session.
func (s *socket) ready(resume string) {
	s.send(frame{Type: "READY", Seq: 1, Data: fmt.Appendf(nil, `{"v":9,"session_id":"s1","resume_gateway_url":%q,"user":{"id":"9"},"application":{"id":"9"},"guilds":[]}`, resume)})
}

func (s *socket) interaction(seq int, id string) {
	s.send(frame{Type: "INTERACTION_CREATE", Seq: seq, Data: json.RawMessage(`{"id":"` + id + `","application_id":"9","token":"tok","type":2,"guild_id":"3",
		"channel_id":"5","member":{"permissions":"0","user":{"id":"11","username":"ann"}},"data":{"name":"go","type":1}}`)})
}

// wait blocks until the client disconnects.
func (s *socket) wait() { <-s.ctx.Done() }

// testTimeout ends a test that hangs.
const testTimeout = 2 * time.Minute

// recordedLog is a log that a test can read.
type recordedLog struct {
	mu    sync.Mutex
	lines []string
}

func (l *recordedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, string(p))
	return len(p), nil
}

func (l *recordedLog) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.lines)
}

// newTestGateway returns a Gateway that uses the server at this URL.
func newTestGateway(t *testing.T, url string, change func(*Config)) *Gateway {
	t.Helper()
	client, err := rest.New(rest.Config{Token: "t", API: url})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Token: "t", Identify: time.Millisecond, Event: func(context.Context, Event) {}}
	if change != nil {
		change(&cfg)
	}
	g := New(cfg, client)
	g.retry, g.pause = 20*time.Millisecond, func() time.Duration { return 0 }
	return g
}

// run connects all shards that Discord recommends, and returns when the context ends.
func (g *Gateway) run(ctx context.Context) error {
	return g.Run(ctx, func(_ context.Context, advised int) (int, error) { return advised, nil }, func(context.Context) error {
		for id := range g.shardCount {
			g.Connect(id)
		}
		return nil
	})
}

// startGateway runs a Gateway that connects to the fake, until the test ends.
func startGateway(t *testing.T, g *fakeGateway, change func(*Gateway)) (*Gateway, *recordedLog) {
	t.Helper()
	log := &recordedLog{}
	x := newTestGateway(t, g.URL, func(c *Config) {
		c.Log = zerolog.New(log)
		c.Event = func(_ context.Context, e Event) {
			if e.Type == "INTERACTION_CREATE" {
				var i struct{ ID string }
				if err := json.Unmarshal(e.Data, &i); err != nil {
					t.Error(err)
				}
				g.events <- i.ID
				g.echo <- i.ID
			}
		}
	})
	if change != nil {
		change(x)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- x.run(ctx) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-ran:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(testTimeout):
			t.Errorf("run has not returned %v after its context ended", testTimeout)
		}
		if t.Failed() {
			t.Log(strings.Join(log.all(), ""))
		}
	})
	return x, log
}
