package bot_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/bot"
)

func TestGatewaysBadDays(t *testing.T) {
	t.Parallel()
	// Each script ends with a connection that stays, over which interaction
	// "last" comes; it must be answered, and be the only answer but those named.
	tests := []struct {
		why     string
		script  func(n int, s *socket) (stay bool)
		answers []string
		change  func(*gateway, *bot.Config)
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
		}, []string{"early"}, nil},
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
		}, nil, func(g *gateway, _ *bot.Config) { g.ack.Store(false) }},
		{"nothing follows Hello", func(n int, s *socket) bool {
			s.next()
			if n == 0 {
				s.wait()
				return false
			}
			s.ready(1)
			return true
		}, nil, func(_ *gateway, c *bot.Config) { c.Watchdog = 5 * time.Second }},
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
			b, _ := dial(t, g, func(c *bot.Config) {
				if tt.change != nil {
					tt.change(g, c)
				}
			})
			for _, id := range append(tt.answers, "last") {
				g.awaitAnswer(t, id)
			}
			select {
			case <-b.Ready():
			case <-time.After(patience):
				t.Error("never ready")
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
	b, err := bot.New(bot.Config{Token: "t", API: g.URL})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(short(t), bot.NewRouter()); err == nil || !strings.Contains(err.Error(), "4004") {
		t.Errorf("Run ended with %v", err)
	}
}

func TestARefusedTokenEndsTheRun(t *testing.T) {
	t.Parallel()
	g := newGateway(t, nil)
	g.status = 401
	b, err := bot.New(bot.Config{Token: "t", API: g.URL})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context(), bot.NewRouter()); !errors.Is(err, bot.ErrToken) {
		t.Errorf("Run ended with %v", err)
	}
}

func TestShardsAndRegistration(t *testing.T) {
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
	for run, puts := range []int{1, 1} { // registered once, found equal then
		b, stop := dial(t, g, nil)
		select {
		case <-b.Ready():
		case <-time.After(patience):
			t.Fatal("never ready")
		}
		got := map[string]bool{<-shards: true, <-shards: true, <-shards: true}
		for _, want := range []string{"0/3 1 Bot t", "1/3 1 Bot t", "2/3 1 Bot t"} {
			if !got[want] {
				t.Errorf("identified as %v, not as %s", got, want)
			}
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
		if g.puts != puts {
			t.Errorf("after run %d commands were written %d times", run+1, g.puts)
		}
	}
}

// However often it takes to come back, a lost connection is one line of the log. Each
// line names its units, and the tries are there for debugging.
func TestALostConnectionIsOneLineOfTheLog(t *testing.T) {
	t.Parallel()
	g := newGateway(t, nil)
	g.script = func(n int, s *socket) {
		switch n {
		case 0:
			s.next()
			s.ready(1)
		case 1, 2: // it closes at once
		default:
			s.next()
			s.send(frame{Type: "RESUMED", Seq: 2})
			s.interaction(9, "last")
			s.wait()
		}
	}
	log := newLogged()
	b, _ := dial(t, g, func(c *bot.Config) { c.Log = zerolog.New(log).Level(zerolog.DebugLevel) })
	g.awaitAnswer(t, "last")
	if !b.Healthy() {
		t.Error("it is not back")
	}
	if line := log.wait(t, `"request":"POST /interactions/last/…/callback"`); !strings.Contains(line, `"level":"debug"`) || !strings.Contains(line, `"took_ms":`) {
		t.Errorf("the answer is logged as %s", line)
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	lost, tried := 0, 0
	for _, line := range log.lines {
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
		t.Errorf("%d lines of a lost connection, and %d of tries:\n%s", lost, tried, strings.Join(log.lines, ""))
	}
}
