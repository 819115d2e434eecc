package bot_test

import (
	"testing"
	"time"

	"deuces/bot"
)

// A session that hangs while it is opened is noticed long before the watchdog; one
// whose Discord takes its time is waited for.
func TestOpening(t *testing.T) {
	for _, tt := range []struct {
		why    string
		script func(n int, s *socket)
		conns  int
	}{
		{"told to reconnect between Hello and READY", func(n int, s *socket) {
			s.next()
			if n == 0 {
				s.send(frame{Op: 7})
				s.wait()
				return
			}
			s.ready(1)
			s.wait()
		}, 2},
		{"told to reconnect at a resume", func(n int, s *socket) {
			f := s.next()
			switch n {
			case 0:
				s.ready(1)
				s.interaction(2, "early")
				<-s.g.echo
				return // drops
			case 1:
				if f.Op != 6 {
					s.g.t.Errorf("came back with op %d, not a resume", f.Op)
				}
				s.send(frame{Op: 7})
				s.wait()
				return
			}
			s.ready(1)
			s.wait()
		}, 3},
		{"a READY that takes longer than a hung session is given", func(_ int, s *socket) {
			s.next()
			select {
			case <-time.After(3 * time.Second):
			case <-s.ctx.Done():
			}
			s.ready(1)
			s.wait()
		}, 1},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			g := newGateway(t, tt.script)
			b, _ := dial(t, g, func(c *bot.Config) { c.Watchdog = time.Hour })
			began := time.Now()
			up := func() bool {
				g.mu.Lock()
				defer g.mu.Unlock()
				return g.n == tt.conns
			}
			for !up() || !b.Healthy() {
				if time.Since(began) > 12*time.Second { // discordgo is given 15 s to open a session
					t.Fatalf("not connected after %v", time.Since(began))
				}
				time.Sleep(10 * time.Millisecond)
			}
			t.Logf("connected after %v", time.Since(began).Round(10*time.Millisecond))
			if !up() {
				t.Error("it connected again")
			}
		})
	}
}
