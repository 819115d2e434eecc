package bot_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/rs/zerolog"

	"deuces/bot"
)

// frame is a gateway message.
type frame struct {
	Op   int             `json:"op"`
	Type string          `json:"t,omitempty"`
	Seq  int             `json:"s,omitempty"`
	Data json.RawMessage `json:"d,omitempty"`
}

// gateway is a Discord with bad days: each connection follows a script.
type gateway struct {
	*httptest.Server
	t      *testing.T
	script func(n int, c *socket) // n counts connections from 0
	ack    atomic.Bool            // heartbeats are acknowledged

	mu       sync.Mutex
	n        int
	shards   int
	status   int             // of /gateway/bot
	address  string          // of the gateway; empty: the server's own
	commands json.RawMessage // registered
	puts     int
	answers  chan string // paths of callbacks, for the test
	echo     chan string // the same, for the script
}

// socket is one connection.
type socket struct {
	g   *gateway
	c   *websocket.Conn
	ctx context.Context
	in  chan frame // what the client sent, but heartbeats

	host, query string // at which the client connected
}

func newGateway(t *testing.T, script func(int, *socket)) *gateway {
	g := &gateway{t: t, script: script, shards: 1, status: 200, commands: json.RawMessage("[]"), answers: make(chan string, 100), echo: make(chan string, 100)}
	g.ack.Store(true)
	g.Server = httptest.NewServer(g)
	t.Cleanup(func() { g.CloseClientConnections(); g.Close() })
	return g
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, "/ws"), path == "/" && r.Header.Get("Upgrade") != "":
		g.socket(w, r)
	case strings.HasSuffix(path, "/gateway/bot"):
		w.WriteHeader(g.status)
		fmt.Fprintf(w, `{"url":"ws%s/ws","shards":%d,"session_start_limit":{"total":1000,"remaining":999,"reset_after":0,"max_concurrency":1}}`, strings.TrimPrefix(g.URL, "http"), g.shards)
	case strings.HasSuffix(path, "/gateway"):
		fmt.Fprintf(w, `{"url":%q}`, cmp.Or(g.address, "ws"+strings.TrimPrefix(g.URL, "http")+"/ws"))
	case strings.HasSuffix(path, "/commands"):
		g.mu.Lock()
		defer g.mu.Unlock()
		if r.Method == http.MethodPut {
			g.puts++
			if err := json.NewDecoder(r.Body).Decode(&g.commands); err != nil {
				g.t.Error(err)
			}
		}
		_, _ = w.Write(g.commands)
	case strings.HasSuffix(path, "/callback"):
		w.WriteHeader(http.StatusNoContent)
		g.answers <- path
		g.echo <- path
	case r.Method == http.MethodDelete && strings.HasSuffix(path, "/messages/@original"):
		w.WriteHeader(http.StatusNoContent) // a sentence that another has taken the place of
	default:
		g.t.Errorf("%s %s", r.Method, path)
	}
}

func (g *gateway) socket(w http.ResponseWriter, r *http.Request) {
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
	beat := time.Hour // else discordgo gives up a connection whose acknowledgements a busy machine delays
	if n == 0 && !g.ack.Load() {
		beat = 50 * time.Millisecond
	}
	s.send(frame{Op: 10, Data: fmt.Appendf(nil, `{"heartbeat_interval":%d}`, beat.Milliseconds())})
	g.script(n, s)
}

func (s *socket) send(f frame) { _ = wsjson.Write(s.ctx, s.c, f) } // a lost connection shows in next

// next is the client's next frame; Op -1 when the connection is lost.
func (s *socket) next() frame {
	select {
	case f := <-s.in:
		return f
	case <-s.ctx.Done():
		return frame{Op: -1}
	}
}

func (s *socket) ready(seq int) { s.readyAt(seq, "") }

// readyAt is ready, with the address at which the session is to be resumed.
func (s *socket) readyAt(seq int, resume string) {
	s.send(frame{Type: "READY", Seq: seq, Data: fmt.Appendf(nil, `{"v":9,"session_id":"s1","resume_gateway_url":%q,"user":{"id":"9"},"application":{"id":"9"},"guilds":[]}`, resume)})
}

func (s *socket) interaction(seq int, id string) {
	s.send(frame{Type: "INTERACTION_CREATE", Seq: seq, Data: json.RawMessage(`{"id":"` + id + `","application_id":"9","token":"tok","type":2,"guild_id":"3",
		"channel_id":"5","member":{"permissions":"0","user":{"id":"11","username":"ann"}},"data":{"name":"go","type":1}}`)})
}

// wait blocks until the client goes.
func (s *socket) wait() { <-s.ctx.Done() }

// dial runs a bot on the gateway; stop ends it and says how it ended.
func dial(t *testing.T, g *gateway, change func(*bot.Config)) (b *bot.Bot, stop func() error) {
	t.Helper()
	log := newLogged()
	cfg := bot.Config{Token: "t", API: g.URL, Log: zerolog.New(log), Watchdog: time.Hour, Identify: time.Millisecond}
	if change != nil {
		change(&cfg)
	}
	b, err := bot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r := bot.NewRouter()
	r.Command(spec("go"), bot.DeferPrivate, says("fine"))
	ctx, cancel := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- b.Run(ctx, r) }()
	var once sync.Once
	var ended error
	stop = func() error {
		once.Do(func() {
			cancel()
			select {
			case ended = <-ran:
			case <-time.After(patience):
				t.Error("Run does not end")
			}
			if err := b.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
		return ended
	}
	t.Cleanup(func() {
		if err := stop(); err != nil && !t.Failed() {
			t.Error(err)
		}
		if t.Failed() {
			log.mu.Lock()
			defer log.mu.Unlock()
			t.Log(strings.Join(log.lines, ""))
		}
	})
	return b, stop
}

func (g *gateway) awaitAnswer(t *testing.T, id string) {
	t.Helper()
	if got := g.answered(t); got != id {
		t.Fatalf("answered %s, want %s", got, id)
	}
}

// answered waits for an answer and returns the interaction's id.
func (g *gateway) answered(t *testing.T) (id string) {
	t.Helper()
	select {
	case path := <-g.answers:
		_, rest, _ := strings.Cut(path, "/interactions/")
		id, _, _ := strings.Cut(rest, "/")
		return id
	case <-time.After(patience):
		t.Fatal("no interaction is answered")
	}
	return ""
}
