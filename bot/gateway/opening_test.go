package gateway

import (
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// A session that hangs while it is opened is detected long before openTime has passed, because it
// stops reading. If Discord is only slow, the session is kept.
func TestOpening(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why    string
		script func(n int, s *socket) (stay bool)
		conns  int
		deaf   bool
	}{
		{"told to reconnect between Hello and READY", func(n int, s *socket) bool {
			s.next()
			if n == 0 {
				s.send(frame{Op: 7})
				s.wait()
				return false
			}
			s.ready(1)
			return true
		}, 2, true},
		{"told to reconnect at a resume", func(n int, s *socket) bool {
			f := s.next()
			switch n {
			case 0:
				s.ready(1)
				s.interaction(2, "early")
				<-s.g.echo
				return false // drops
			case 1:
				if f.Op != 6 {
					s.g.t.Errorf("came back with op %d, not a resume", f.Op)
				}
				s.send(frame{Op: 7})
				s.wait()
				return false
			}
			s.ready(1)
			return true
		}, 3, true},
		{"a READY that takes longer than a hung session is given", func(_ int, s *socket) bool {
			s.next()
			select {
			case <-time.After(3 * time.Second):
			case <-s.ctx.Done():
			}
			s.ready(1)
			return true
		}, 1, false},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			g := newGateway(t, nil)
			g.script = func(n int, s *socket) {
				if tt.script(n, s) {
					s.interaction(9, "last") // once it has arrived, the bot knows that it is connected
					s.wait()
				}
			}
			log := &logged{}
			b, _ := dial(t, g, func(c *Config) { c.Watchdog, c.Log = time.Hour, zerolog.New(log) })
			for answered := ""; answered != "last"; {
				answered = g.arrived(t)
			}
			if !b.Healthy() {
				t.Error("not healthy though connected")
			}
			if deaf := log.has("nobody listens to Discord"); deaf != tt.deaf {
				t.Errorf("found deaf: %v, want %v", deaf, tt.deaf)
			}
			if log.has("opening: the session hangs") {
				t.Error("it was only noticed when its time was up")
			}
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.n != tt.conns {
				t.Errorf("it connected %d times, want %d", g.n, tt.conns)
			}
		})
	}
}
