package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot/rest"
)

func TestGatewaysBadDays(t *testing.T) {
	t.Parallel()
	// Each script ends with a connection that stays, over which interaction "last" comes. It
	// must arrive, and be the only one except those named.
	tests := []struct {
		why     string
		script  func(n int, s *socket) (stay bool)
		answers []string
		change  func(*fakeGateway, *Config)
	}{
		{"nothing bad", func(n int, s *socket) bool { s.next(); s.ready(1); return true }, nil, nil},
		{"the connection drops, and the resume replays", func(n int, s *socket) bool {
			f := s.next()
			if n == 0 {
				s.ready(1)
				s.interaction(2, "early")
				<-s.g.echo
				return false
			}
			if f.Op != 6 {
				s.g.t.Errorf("came back with op %d, not a resume", f.Op)
			}
			s.interaction(2, "early")
			s.send(frame{Type: "RESUMED", Seq: 3})
			return true
		}, []string{"early", "early"}, nil},
		{"told to reconnect", func(n int, s *socket) bool {
			f := s.next()
			if n == 0 {
				s.ready(1)
				s.send(frame{Op: 7})
				s.wait()
				return false
			}
			if f.Op != 6 {
				s.g.t.Errorf("came back with op %d, not a resume", f.Op)
			}
			s.send(frame{Type: "RESUMED", Seq: 3})
			return true
		}, nil, nil},
		{"told to reconnect between Hello and READY", func(n int, s *socket) bool {
			s.next()
			if n == 0 {
				s.send(frame{Op: 7})
				s.wait()
				return false
			}
			s.ready(1)
			return true
		}, nil, nil},
		{"the resume is refused", func(n int, s *socket) bool {
			f := s.next()
			if n == 0 {
				s.ready(1)
				return false
			}
			if f.Op == 6 {
				s.send(frame{Op: 9, Data: json.RawMessage("false")})
				f = s.next()
			}
			if f.Op != 2 {
				s.g.t.Errorf("after op 9 came op %d, not an identify", f.Op)
			}
			s.ready(1)
			return true
		}, nil, nil},
		{"heartbeats are not acknowledged", func(n int, s *socket) bool {
			s.next()
			if n == 0 {
				s.ready(1)
				s.wait()
				s.g.ack.Store(true)
				return false
			}
			s.ready(1)
			return true
		}, nil, func(g *fakeGateway, _ *Config) { g.ack.Store(false) }},
		{"nothing follows Hello", func(n int, s *socket) bool {
			s.next()
			if n == 0 {
				s.wait()
				return false
			}
			s.ready(1)
			return true
		}, nil, func(_ *fakeGateway, c *Config) { c.Watchdog = 5 * time.Second }},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			g := newGateway(t, nil)
			g.script = func(n int, s *socket) {
				if tt.script(n, s) {
					s.interaction(9, "last")
					s.wait()
				}
			}
			b, _ := dial(t, g, func(c *Config) {
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
		})
	}
}

func TestAFatalCloseEndsTheRun(t *testing.T) {
	t.Parallel()
	g := newGateway(t, func(_ int, s *socket) {
		s.next()
		_ = s.c.Close(4004, "Authentication failed.")
	})
	if err := newTestGateway(t, g.URL, nil).run(short(t)); err == nil || !strings.Contains(err.Error(), "4004") {
		t.Errorf("Run ended with %v", err)
	}
}

func TestARefusedTokenEndsTheRun(t *testing.T) {
	t.Parallel()
	g := newGateway(t, nil)
	g.status = 401
	if err := newTestGateway(t, g.URL, nil).run(t.Context()); !errors.Is(err, rest.ErrToken) {
		t.Errorf("Run ended with %v", err)
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
		s.ready(1)
		s.wait()
	})
	g.shards = 3
	dial(t, g, nil)
	got := map[string]bool{<-shards: true, <-shards: true, <-shards: true}
	for _, want := range []string{"0/3 1 Bot t", "1/3 1 Bot t", "2/3 1 Bot t"} {
		if !got[want] {
			t.Errorf("identified as %v, not as %s", got, want)
		}
	}
}

// A lost connection is logged once, however many attempts it takes to reconnect. The attempts are
// logged at the debug level, and durations have their units in their names.
func TestALostConnectionIsOneLineOfTheLog(t *testing.T) {
	t.Parallel()
	g := newGateway(t, nil)
	g.script = func(n int, s *socket) {
		switch n {
		case 0:
			s.next()
			s.ready(1)
		case 1, 2: // the connection closes immediately
		default:
			s.next()
			s.send(frame{Type: "RESUMED", Seq: 2})
			s.interaction(9, "last")
			s.wait()
		}
	}
	log := &logged{}
	b, _ := dial(t, g, func(c *Config) { c.Log = zerolog.New(log).Level(zerolog.DebugLevel) })
	g.awaits(t, "last")
	if !b.Healthy() {
		t.Error("it is not back")
	}
	lost, tried := 0, 0
	for _, line := range log.all() {
		switch {
		case strings.Contains(line, "lost the ") && !strings.Contains(line, `"level":"debug"`):
			lost++
		case strings.Contains(line, "lost the "):
			tried++
		}
		if strings.Contains(line, `"wait":`) || strings.Contains(line, `"age":`) {
			t.Errorf("a time without its unit: %s", line)
		}
	}
	if lost != 1 || tried < 2 {
		t.Errorf("%d lines of a lost connection, and %d of tries:\n%s", lost, tried, strings.Join(log.all(), ""))
	}
}
