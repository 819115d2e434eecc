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

	"github.com/coder/websocket"
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
// A lost connection is logged once. Further attempts to reconnect are logged at the debug level.
func TestTheGatewayReconnects(t *testing.T) {
	t.Parallel()
	const identify, resume, otherHost = 2, 6, "localhost"
	ready := func(s *socket) { s.ready("") }
	readyAt := func(at string) func(*socket) { // PORT in at is replaced by the server's port
		return func(s *socket) {
			_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.g.URL, "http://"))
			s.ready(strings.ReplaceAll(at, "PORT", port))
		}
	}
	both := func(first, then func(*socket)) func(*socket) { return func(s *socket) { first(s); then(s) } }
	invalid := func(resumable string) func(*socket) {
		return func(s *socket) {
			s.send(frame{Op: 9, Data: json.RawMessage(resumable)})
			if f := s.next(); f.Op != -1 {
				s.g.t.Errorf("after op 9: got op %d on the same connection, want none", f.Op)
			}
		}
	}
	closing := func(code websocket.StatusCode) func(*socket) {
		return func(s *socket) { _ = s.c.Close(code, "") }
	}
	for _, tt := range []struct {
		why          string
		visits       []visit
		interactions []string
		change       func(*fakeGateway, *Gateway)
	}{
		{"nothing bad", []visit{{"", identify, ready}}, nil, nil},
		{"the connection drops, and the resume replays", []visit{{"", identify, both(ready, sendEarly)}, {"", resume, both(sendEarly, sendResumed)}}, []string{"early", "early"}, nil},
		{"told to reconnect", []visit{{"", identify, both(ready, askToReconnect)}, {"", resume, sendResumed}}, nil, nil},
		{"told to reconnect between Hello and READY", []visit{{"", identify, askToReconnect}, {"", identify, ready}}, nil, nil},
		{"told to reconnect at a resume", []visit{{"", identify, both(ready, sendEarly)}, {"", resume, askToReconnect}, {"", resume, sendResumed}}, []string{"early"}, nil},
		{"the identify is refused", []visit{{"", identify, invalid("false")}, {"", identify, ready}}, nil, nil},
		{"the resume is refused", []visit{{"", identify, ready}, {"", resume, invalid("false")}, {"", identify, ready}}, nil, nil},
		{"the resume is refused for now", []visit{{"", identify, ready}, {"", resume, invalid("true")}, {"", resume, sendResumed}}, nil, nil},
		{"the session ends", []visit{{"", identify, both(ready, invalid("false"))}, {"", identify, ready}}, nil, nil},
		{"the session is interrupted", []visit{{"", identify, both(ready, invalid("true"))}, {"", resume, sendResumed}}, nil, nil},
		{"the session has timed out", []visit{{"", identify, both(ready, closing(4009))}, {"", identify, ready}}, nil, nil},
		{"READY comes twice", []visit{{"", identify, both(ready, ready)}}, nil, nil},
		{"heartbeats are not acknowledged", []visit{{"", identify, func(s *socket) {
			ready(s)
			s.wait()
			s.g.ack.Store(true)
		}}, {"", resume, sendResumed}}, nil, func(g *fakeGateway, _ *Gateway) { g.ack.Store(false) }},
		{"nothing follows Hello", []visit{{"", identify, (*socket).wait}, {"", identify, ready}}, nil, func(_ *fakeGateway, g *Gateway) { g.openWithin = 3 * time.Second }},
		{"resumed at another host", []visit{{"", identify, readyAt("ws://localhost:PORT")}, {otherHost, resume, sendResumed}, {otherHost, resume, sendResumed}}, nil, nil},
		{"resumed at another host and path", []visit{{"", identify, readyAt("ws://localhost:PORT/ws/resume")}, {otherHost, resume, sendResumed}}, nil, nil},
		{"READY has an invalid address", []visit{{"", identify, readyAt("://")}, {"", resume, sendResumed}}, nil, nil},
		{"nobody answers at the address in READY", []visit{{"", identify, readyAt("ws://127.0.0.2:1")}, {"", identify, ready}}, nil, nil},
		{"the resume is refused with a close", []visit{{"", identify, readyAt("ws://localhost:PORT")},
			{otherHost, resume, disconnect}, {otherHost, resume, disconnect}, {otherHost, resume, disconnect}, {otherHost, resume, disconnect}, {"", identify, ready}}, nil, nil},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			g := newFakeGateway(t, nil)
			g.script = func(n int, s *socket) {
				if n >= len(tt.visits) {
					t.Errorf("got connection %d, want only %d", n+1, len(tt.visits))
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
			b, log := startGateway(t, g, func(b *Gateway) {
				if tt.change != nil {
					tt.change(g, b)
				}
			})
			for _, id := range append(tt.interactions, "last") {
				select {
				case got := <-g.events:
					if got != id {
						t.Fatalf("interaction %s arrived, want %s", got, id)
					}
				case <-time.After(testTimeout):
					t.Fatalf("interaction %s did not arrive", id)
				}
			}
			if !b.Healthy() {
				t.Error("connected: got Healthy() = false, want true")
			}
			logText := strings.Join(log.all(), "")
			if strings.Contains(logText, `"wait":`) || strings.Contains(logText, `"age":`) {
				t.Errorf("a time in the log has no unit: %s", logText)
			}
			reported, tries := 0, strings.Count(logText, "lost the ")
			for _, line := range log.all() {
				if strings.Contains(line, "lost the ") && !strings.Contains(line, `"level":"debug"`) {
					reported++
				}
			}
			if refused := tt.why == "the resume is refused with a close"; refused && (reported != 1 || tries < 3) {
				t.Errorf("of %d attempts, %d are logged as a lost connection, want one of at least 3:\n%s", tries, reported, logText)
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
	if want := []string{"0/3 65537 Bot t", "1/3 65537 Bot t", "2/3 65537 Bot t"}; !slices.Equal(got, want) {
		t.Errorf("identified as %q, want %q", got, want)
	}
}

// discordgo may refuse to open a session, for example because it takes an earlier connection for open.
func TestNothingWaitsForDiscordgoIfItDoesNotConnect(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, func(_ int, s *socket) { s.wait() })
	b := newTestGateway(t, g.URL, nil)
	b.address, b.shardCount = "ws"+strings.TrimPrefix(g.URL, "http")+"/ws", 1
	b.turns = newTurns(b, advice{})
	s := &shard{gateway: b}
	x, err := s.newSession()
	if err != nil {
		t.Fatal(err)
	}
	x.Dialer.NetDialContext = func(context.Context, string, string) (net.Conn, error) { return nil, net.ErrClosed }
	if worked, err := s.connect(t.Context(), x); worked || err == nil {
		t.Errorf("connect = %t, %v, want false and an error", worked, err)
	}
}
