package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/sandbox"
	"deuces/sandbox/sandboxtest"
)

// visit is a connection of the gateway. The client comes to this host (empty: the first address) and
// identifies (op 2) or resumes (op 6). After does, the connection drops, but for the last one.
type visit struct {
	host string
	op   int
	does func(*socket)
}

func resumed(s *socket) { s.send(frame{Type: "RESUMED", Seq: 3}) }

// reconnect tells the client to reconnect.
func reconnect(s *socket) {
	s.send(frame{Op: 7})
	s.wait()
}

// drops does nothing.
func drops(*socket) {}

// early sends an interaction and waits until the client has it.
func early(s *socket) {
	s.interaction(2, "early")
	<-s.g.echo
}

// A session is resumed at the address in READY, and a new one starts at the original address. Over
// the last connection comes the interaction "last". It must arrive, and be the only one except those
// named. A session that hangs while it is opened is detected long before openTime has passed, because
// it stops reading. If Discord is only slow, the session is kept. A lost connection is logged once,
// however many attempts it takes to reconnect, which are logged at the debug level.
func TestGatewaysBadDays(t *testing.T) {
	t.Parallel()
	const identify, resume, there, watchdog = 2, 6, "localhost", "opening: the session hangs"
	ready := func(s *socket) { s.ready("") }
	readyAt := func(at string) func(*socket) { // PORT stands for the server's port; all addresses lead to it
		return func(s *socket) {
			_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.g.URL, "http://"))
			s.ready(strings.ReplaceAll(at, "PORT", port))
		}
	}
	both := func(first, then func(*socket)) func(*socket) { return func(s *socket) { first(s); then(s) } }
	for _, tt := range []struct {
		why     string
		visits  []visit
		answers []string
		found   string // how the log says that the session hung
		change  func(*fakeGateway, *Config)
	}{
		{"nothing bad", []visit{{"", identify, ready}}, nil, "", nil},
		{"the connection drops, and the resume replays", []visit{{"", identify, both(ready, early)}, {"", resume, both(early, resumed)}}, []string{"early", "early"}, "", nil},
		{"told to reconnect", []visit{{"", identify, both(ready, reconnect)}, {"", resume, resumed}}, nil, "", nil},
		{"told to reconnect between Hello and READY", []visit{{"", identify, reconnect}, {"", identify, ready}}, nil, "nobody listens", nil},
		{"told to reconnect at a resume", []visit{{"", identify, both(ready, early)}, {"", resume, reconnect}, {"", identify, ready}}, []string{"early"}, "nobody listens", nil},
		{"the resume is refused", []visit{{"", identify, ready}, {"", resume, func(s *socket) {
			s.send(frame{Op: 9, Data: json.RawMessage("false")})
			if op := s.next().Op; op != identify {
				s.g.t.Errorf("after op 9 came op %d, not an identify", op)
			}
			ready(s)
		}}}, nil, "", nil},
		{"heartbeats are not acknowledged", []visit{{"", identify, func(s *socket) {
			ready(s)
			s.wait()
			s.g.ack.Store(true)
		}}, {"", resume, resumed}}, nil, "", func(g *fakeGateway, _ *Config) { g.ack.Store(false) }},
		{"nothing follows Hello", []visit{{"", identify, (*socket).wait}, {"", identify, ready}}, nil, watchdog, func(_ *fakeGateway, c *Config) { c.Watchdog = 5 * time.Second }},
		{"a READY that takes longer than a hung session is given", []visit{{"", identify, func(s *socket) {
			select {
			case <-time.After(3 * time.Second):
			case <-s.ctx.Done():
			}
			ready(s)
		}}}, nil, "", nil},
		{"resumed at another host", []visit{{"", identify, readyAt("ws://localhost:PORT")}, {there, resume, resumed}, {there, resume, resumed}}, nil, "", nil},
		{"resumed at another host and path", []visit{{"", identify, readyAt("ws://localhost:PORT/ws/resume")}, {there, resume, resumed}}, nil, "", nil},
		{"READY names nothing that is an address", []visit{{"", identify, readyAt("://")}, {"", resume, resumed}}, nil, "", nil},
		{"nobody answers there any more", []visit{{"", identify, readyAt("ws://127.0.0.2:1")}, {"", identify, ready}}, nil, "", nil},
		{"the resume is refused with a close", []visit{{"", identify, readyAt("ws://localhost:PORT")},
			{there, resume, drops}, {there, resume, drops}, {there, resume, drops}, {there, resume, drops}, {"", identify, ready}}, nil, "", nil},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			g := newGateway(t, nil)
			g.script = func(n int, s *socket) {
				if n >= len(tt.visits) {
					t.Errorf("connection %d is one too many", n)
					return
				}
				want, op := tt.visits[n], s.next().Op
				host, _, _ := net.SplitHostPort(s.host)
				if host = strings.TrimPrefix(host, "127.0.0.1"); host != want.host || op != want.op || !strings.Contains(s.query, "encoding=json") {
					t.Errorf("connection %d goes to %q?%s with op %d, want %q with %d", n, host, s.query, op, want.host, want.op)
				}
				want.does(s)
				if n == len(tt.visits)-1 {
					s.interaction(9, "last")
					s.wait()
				}
			}
			b, log := dial(t, g, func(c *Config) {
				if tt.change != nil {
					tt.change(g, c)
				}
			})
			for _, id := range append(tt.answers, "last") {
				g.awaits(t, id)
			}
			if !b.Healthy() {
				t.Error("not healthy though connected")
			}
			said := strings.Join(log.all(), "")
			for _, hung := range []string{watchdog, "nobody listens"} {
				if found := strings.Contains(said, hung); found != (hung == tt.found) {
					t.Errorf("logged %q: %t", hung, found)
				}
			}
			if strings.Contains(said, `"wait":`) || strings.Contains(said, `"age":`) {
				t.Errorf("a time without its unit: %s", said)
			}
			told, tries := 0, strings.Count(said, "lost the ")
			for _, line := range log.all() {
				if strings.Contains(line, "lost the ") && !strings.Contains(line, `"level":"debug"`) {
					told++
				}
			}
			if refused := tt.why == "the resume is refused with a close"; refused && (told != 1 || tries < 3) {
				t.Errorf("of %d tries, %d are told as a lost connection, not one:\n%s", tries, told, said)
			}
		})
	}
}

func TestEachShardIdentifies(t *testing.T) {
	t.Parallel()
	shards := make(chan string, 10)
	g := newGateway(t, func(_ int, s *socket) {
		var id struct {
			Shard   [2]int `json:"shard"`
			Intents int    `json:"intents"`
			Token   string `json:"token"`
		}
		if err := json.Unmarshal(s.next().Data, &id); err != nil {
			t.Error(err)
		}
		shards <- fmt.Sprintf("%d/%d %d %s", id.Shard[0], id.Shard[1], id.Intents, id.Token)
		s.ready("")
		s.wait()
	})
	g.shards = 3
	dial(t, g, nil)
	got := []string{<-shards, <-shards, <-shards}
	slices.Sort(got)
	if want := []string{"0/3 1 Bot t", "1/3 1 Bot t", "2/3 1 Bot t"}; !slices.Equal(got, want) {
		t.Errorf("identified as %q", got)
	}
}

// discordgo may report the loss of a connection a second time after the next one is open. The new
// connection is kept.
func TestALostConnectionMayBeReportedTwice(t *testing.T) {
	t.Parallel()
	ready := make(chan struct{}, 10)
	g := newTestGateway(t, sandboxtest.Start(t, sandbox.Config{}).URL, func(c *Config) {
		c.Token = "sandbox"
		c.Event = func(_ context.Context, e Event) {
			if e.Type == "READY" {
				ready <- struct{}{}
			}
		}
	})
	g.shardCount = 1
	close(g.begun)
	s := &shard{gateway: g}
	g.shards[0] = s
	ctx := t.Context()
	l, err := s.newSession(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close(ctx)
	if err := l.open(ctx); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ready:
	case <-time.After(patience):
		t.Fatal("never up")
	}
	stands := l.conn
	l.lost()
	if err := l.watch(ctx); err != nil {
		t.Fatal(err)
	}
	if err := l.open(ctx); err != nil {
		t.Errorf("opened again: %v", err)
	}
	if !g.Healthy() || l.conn != nil && l.conn != stands {
		t.Error("the connection that stood is left")
	}
}

// decoders is linked to discordgo's own table. Otherwise discordgo would decode interactions
// needlessly again.
func TestDiscordgoLeavesInteractionsUndecoded(t *testing.T) {
	leaveUndecoded()
	if _, is := decoders["GUILD_CREATE"]; !is {
		t.Errorf("this is not discordgo's table of events: %d are in it", len(decoders))
	}
	if _, is := decoders["INTERACTION_CREATE"]; is {
		t.Error("discordgo decodes interactions")
	}
}
