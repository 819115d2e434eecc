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

// visit is an expected connection to the gateway. The client must connect to this host (empty: the
// host of the first address) and identify (op 2) or resume (op 6). Then script is called. When it
// returns, the connection is closed, except for the last visit, which stays open.
type visit struct {
	host   string
	op     int
	script func(*socket)
}

func sendResumed(s *socket) { s.send(frame{Type: "RESUMED", Seq: 3}) }

// askToReconnect tells the client to reconnect and waits until it disconnects.
func askToReconnect(s *socket) {
	s.send(frame{Op: 7})
	s.wait()
}

// disconnect is a script that returns immediately, so the connection is closed.
func disconnect(*socket) {}

// sendEarly sends an interaction and waits until the client has received it.
func sendEarly(s *socket) {
	s.interaction(2, "early")
	<-s.g.echo
}

// A session is resumed at the address in READY, and a new session starts at the original address.
// The last connection sends the interaction "last". The bot must receive the listed interactions,
// then "last", and no others.
//
// A session that hangs while it opens is detected long before openTime, because discordgo stops
// reading from its connection. If Discord is only slow, the session is kept. A lost connection is
// logged once. Further attempts to reconnect are logged at the debug level.
func TestTheGatewayReconnects(t *testing.T) {
	t.Parallel()
	const identify, resume, otherHost, hangLog = 2, 6, "localhost", "opening: the session hangs"
	ready := func(s *socket) { s.ready("") }
	readyAt := func(at string) func(*socket) { // PORT in at is replaced by the server's port
		return func(s *socket) {
			_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.g.URL, "http://"))
			s.ready(strings.ReplaceAll(at, "PORT", port))
		}
	}
	both := func(first, then func(*socket)) func(*socket) { return func(s *socket) { first(s); then(s) } }
	for _, tt := range []struct {
		why          string
		visits       []visit
		interactions []string
		wantLog      string // message that must be logged about a hung session; empty: none
		change       func(*fakeGateway, *Config)
	}{
		{"nothing bad", []visit{{"", identify, ready}}, nil, "", nil},
		{"the connection drops, and the resume replays", []visit{{"", identify, both(ready, sendEarly)}, {"", resume, both(sendEarly, sendResumed)}}, []string{"early", "early"}, "", nil},
		{"told to reconnect", []visit{{"", identify, both(ready, askToReconnect)}, {"", resume, sendResumed}}, nil, "", nil},
		{"told to reconnect between Hello and READY", []visit{{"", identify, askToReconnect}, {"", identify, ready}}, nil, "nobody listens", nil},
		{"told to reconnect at a resume", []visit{{"", identify, both(ready, sendEarly)}, {"", resume, askToReconnect}, {"", identify, ready}}, []string{"early"}, "nobody listens", nil},
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
		}}, {"", resume, sendResumed}}, nil, "", func(g *fakeGateway, _ *Config) { g.ack.Store(false) }},
		{"nothing follows Hello", []visit{{"", identify, (*socket).wait}, {"", identify, ready}}, nil, hangLog, func(_ *fakeGateway, c *Config) { c.Watchdog = 3 * time.Second }},
		{"READY takes longer than a hung session may", []visit{{"", identify, func(s *socket) {
			select {
			case <-time.After(3 * time.Second):
			case <-s.ctx.Done():
			}
			ready(s)
		}}}, nil, "", nil},
		{"resumed at another host", []visit{{"", identify, readyAt("ws://localhost:PORT")}, {otherHost, resume, sendResumed}, {otherHost, resume, sendResumed}}, nil, "", nil},
		{"resumed at another host and path", []visit{{"", identify, readyAt("ws://localhost:PORT/ws/resume")}, {otherHost, resume, sendResumed}}, nil, "", nil},
		{"READY has an invalid address", []visit{{"", identify, readyAt("://")}, {"", resume, sendResumed}}, nil, "", nil},
		{"nobody answers at the address in READY", []visit{{"", identify, readyAt("ws://127.0.0.2:1")}, {"", identify, ready}}, nil, "", nil},
		{"the resume is refused with a close", []visit{{"", identify, readyAt("ws://localhost:PORT")},
			{otherHost, resume, disconnect}, {otherHost, resume, disconnect}, {otherHost, resume, disconnect}, {otherHost, resume, disconnect}, {"", identify, ready}}, nil, "", nil},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			g := newFakeGateway(t, nil)
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
				want.script(s)
				if n == len(tt.visits)-1 {
					s.interaction(9, "last")
					s.wait()
				}
			}
			b, log := startGateway(t, g, func(c *Config) {
				if tt.change != nil {
					tt.change(g, c)
				}
			})
			for _, id := range append(tt.interactions, "last") {
				g.wantInteraction(t, id)
			}
			if !b.Healthy() {
				t.Error("not healthy though connected")
			}
			logText := strings.Join(log.all(), "")
			for _, hung := range []string{hangLog, "nobody listens"} {
				if found := strings.Contains(logText, hung); found != (hung == tt.wantLog) {
					t.Errorf("logged %q: %t", hung, found)
				}
			}
			if strings.Contains(logText, `"wait":`) || strings.Contains(logText, `"age":`) {
				t.Errorf("a time without its unit: %s", logText)
			}
			reported, tries := 0, strings.Count(logText, "lost the ")
			for _, line := range log.all() {
				if strings.Contains(line, "lost the ") && !strings.Contains(line, `"level":"debug"`) {
					reported++
				}
			}
			if refused := tt.why == "the resume is refused with a close"; refused && (reported != 1 || tries < 3) {
				t.Errorf("of %d attempts, %d are reported as a lost connection, not one:\n%s", tries, reported, logText)
			}
		})
	}
}

func TestEachShardIdentifies(t *testing.T) {
	t.Parallel()
	shards := make(chan string, 10)
	g := newFakeGateway(t, func(_ int, s *socket) {
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
	startGateway(t, g, nil)
	got := []string{<-shards, <-shards, <-shards}
	slices.Sort(got)
	if want := []string{"0/3 1 Bot t", "1/3 1 Bot t", "2/3 1 Bot t"}; !slices.Equal(got, want) {
		t.Errorf("identified as %q", got)
	}
}

// discordgo may report the loss of a connection a second time, after the next connection is open.
// The session keeps the new connection.
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
	case <-time.After(testTimeout):
		t.Fatal("never ready")
	}
	open := l.conn
	l.lost()
	if err := l.watch(ctx); err != nil {
		t.Fatal(err)
	}
	if err := l.open(ctx); err != nil {
		t.Errorf("opened again: %v", err)
	}
	if !g.Healthy() || l.conn != nil && l.conn != open {
		t.Error("the open connection was replaced")
	}
}

// decoders is discordgo's own table of events. leaveUndecoded removes interactions from it, because
// otherwise discordgo would decode each interaction a second time.
func TestDiscordgoLeavesInteractionsUndecoded(t *testing.T) {
	leaveUndecoded()
	if _, ok := decoders["GUILD_CREATE"]; !ok {
		t.Errorf("this is not discordgo's table of events: %d are in it", len(decoders))
	}
	if _, ok := decoders["INTERACTION_CREATE"]; ok {
		t.Error("discordgo decodes interactions")
	}
}
