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

// proxyChildEnv is the name of a variable that is set in the process that
// TestASessionIsResumedThroughAProxy starts. The test needs a second process because net/http reads
// the proxy's address only once.
const proxyChildEnv = "DEUCES_TEST_PROXY"

// The gateway uses the HTTP proxy of the environment for requests, for connecting, and for resuming
// a session.
func TestASessionIsResumedThroughAProxy(t *testing.T) {
	if os.Getenv(proxyChildEnv) != "" {
		if err := newTestGateway(t, "http://discord.test", nil).run(t.Context()); err == nil || !strings.Contains(err.Error(), "4004") {
			t.Errorf("Run ended with %v", err)
		}
		return
	}
	t.Parallel()
	g := newFakeGateway(t, func(n int, s *socket) {
		s.next()
		if n == 0 {
			s.ready("ws://resume.test")
			return
		}
		_ = s.c.Close(4004, "Authentication failed.")
	})
	g.address = "ws://gateway.test/ws"
	tunnel := &tunnelProxy{to: g.Server.Listener.Addr().String(), gateway: g}
	proxy := httptest.NewServer(tunnel)
	t.Cleanup(proxy.Close)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestASessionIsResumedThroughAProxy$")
	child.Env = append(os.Environ(), proxyChildEnv+"=1", "HTTP_PROXY="+proxy.URL, "NO_PROXY=")
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	tunnel.mu.Lock()
	defer tunnel.mu.Unlock()
	if want := []string{"gateway.test:80", "resume.test:80"}; !slices.Equal(tunnel.asked, want) {
		t.Errorf("connected through the proxy to %q, want %q", tunnel.asked, want)
	}
}

// tunnelProxy is an HTTP proxy that forwards all connections to one gateway.
type tunnelProxy struct {
	to      string
	gateway http.Handler

	mu    sync.Mutex
	asked []string // addresses to which clients asked to be connected
}

func (p *tunnelProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		p.gateway.ServeHTTP(w, r)
		return
	}
	p.mu.Lock()
	p.asked = append(p.asked, r.Host)
	p.mu.Unlock()
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		server.Close()
		return
	}
	go func() { defer server.Close(); _, _ = io.Copy(server, buffered) }()
	defer client.Close()
	_, _ = io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n")
	_, _ = io.Copy(client, server)
}
