package gateway

import (
	"context"
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
			s.ready("ws://resume.test")
			return
		}
		_ = s.c.Close(4004, "Authentication failed.")
	})
	g.address = "ws://gateway.test/ws"
	through := &tunnels{to: g.Server.Listener.Addr().String(), gateway: g}
	proxy := httptest.NewServer(through)
	t.Cleanup(proxy.Close)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	inside := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestASessionIsResumedThroughAProxy$")
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
