package gateway

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

// connected is a connection to the gateway: its host and the op of its first frame.
type connected struct {
	host string
	op   int
}

// A session is resumed at the address in READY. A new session starts at the original address.
func TestASessionIsResumedWhereDiscordSays(t *testing.T) {
	t.Parallel()
	// All addresses lead to the same server.
	for _, tt := range []struct {
		why    string
		resume string // PORT stands for the server's port
		want   []connected
		script func(n int, f frame, s *socket) (stay bool)
	}{
		{"at another host", "ws://localhost:PORT", []connected{{"127.0.0.1", 2}, {"localhost", 6}, {"localhost", 6}}, func(n int, _ frame, s *socket) bool {
			s.send(frame{Type: "RESUMED", Seq: 2 + n})
			return n == 2
		}},
		{"at another host and path", "ws://localhost:PORT/ws/resume", []connected{{"127.0.0.1", 2}, {"localhost", 6}}, func(_ int, _ frame, s *socket) bool {
			s.send(frame{Type: "RESUMED", Seq: 2})
			return true
		}},
		{"READY names none", "", []connected{{"127.0.0.1", 2}, {"127.0.0.1", 6}}, func(_ int, _ frame, s *socket) bool {
			s.send(frame{Type: "RESUMED", Seq: 2})
			return true
		}},
		{"READY names nothing that is an address", "://", []connected{{"127.0.0.1", 2}, {"127.0.0.1", 6}}, func(_ int, _ frame, s *socket) bool {
			s.send(frame{Type: "RESUMED", Seq: 2})
			return true
		}},
		{"nobody answers there any more: a new session begins at the first address", "ws://127.0.0.2:1", []connected{{"127.0.0.1", 2}, {"127.0.0.1", 2}}, func(_ int, _ frame, s *socket) bool {
			s.ready(1)
			return true
		}},
		{"the resume is refused with a close", "ws://localhost:PORT", []connected{{"127.0.0.1", 2}, {"localhost", 6}, {"localhost", 6}, {"localhost", 6}, {"localhost", 6}, {"127.0.0.1", 2}}, func(n int, f frame, s *socket) bool {
			if f.Op == 6 {
				return false
			}
			s.ready(1)
			return true
		}},
	} {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			got := make(chan connected, 20)
			g := newGateway(t, nil)
			_, port, _ := net.SplitHostPort(strings.TrimPrefix(g.URL, "http://"))
			g.script = func(n int, s *socket) {
				f := s.next()
				host, _, _ := net.SplitHostPort(s.host)
				got <- connected{host, f.Op}
				if !strings.Contains(s.query, "encoding=json") {
					t.Errorf("connection %d asks for %q", n, s.query)
				}
				if n == 0 {
					s.readyAt(1, strings.ReplaceAll(tt.resume, "PORT", port))
					return
				}
				if tt.script(n, f, s) {
					s.interaction(9, "last")
					s.wait()
				}
			}
			dial(t, g, nil)
			g.awaits(t, "last")
			for i, want := range tt.want {
				if c := <-got; c != want {
					t.Errorf("connection %d: %+v, want %+v", i, c, want)
				}
			}
		})
	}
}

// insideAProxy is set in the process that TestASessionIsResumedThroughAProxy starts. The test needs
// its own process because net/http reads the proxy's address only once.
const insideAProxy = "DEUCES_TEST_PROXY"

// The HTTP proxy of the environment is used for requests, for the gateway, and for resuming a
// session.
func TestASessionIsResumedThroughAProxy(t *testing.T) {
	if os.Getenv(insideAProxy) != "" {
		if err := newTestGateway(t, "http://discord.test", nil).run(t.Context()); err == nil || !strings.Contains(err.Error(), "4004") {
			t.Errorf("Run ended with %v", err)
		}
		return
	}
	t.Parallel()
	g := newGateway(t, func(n int, s *socket) {
		s.next()
		if n == 0 {
			s.readyAt(1, "ws://resume.test")
			return
		}
		_ = s.c.Close(4004, "Authentication failed.")
	})
	g.address = "ws://gateway.test/ws"
	through := &tunnels{to: g.Server.Listener.Addr().String(), gateway: g}
	proxy := httptest.NewServer(through)
	t.Cleanup(proxy.Close)
	inside := exec.CommandContext(short(t), os.Args[0], "-test.run=^TestASessionIsResumedThroughAProxy$")
	inside.Env = append(os.Environ(), insideAProxy+"=1", "HTTP_PROXY="+proxy.URL, "NO_PROXY=")
	if out, err := inside.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	through.mu.Lock()
	defer through.mu.Unlock()
	if want := []string{"gateway.test:80", "resume.test:80"}; !slices.Equal(through.asked, want) {
		t.Errorf("connected through the proxy to %q, want %q", through.asked, want)
	}
}

// tunnels is an HTTP proxy that forwards all connections to one gateway.
type tunnels struct {
	to      string
	gateway http.Handler

	mu    sync.Mutex
	asked []string // addresses that clients asked for
}

func (p *tunnels) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		p.gateway.ServeHTTP(w, r)
		return
	}
	p.mu.Lock()
	p.asked = append(p.asked, r.Host)
	p.mu.Unlock()
	far, err := net.Dial("tcp", p.to)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	near, read, err := http.NewResponseController(w).Hijack()
	if err != nil {
		far.Close()
		return
	}
	go func() { defer far.Close(); _, _ = io.Copy(far, read) }()
	defer near.Close()
	_, _ = io.WriteString(near, "HTTP/1.1 200 Connection established\r\n\r\n")
	_, _ = io.Copy(near, far)
}
