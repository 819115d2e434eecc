package gateway

import (
	"context"
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
			t.Errorf("run returned %v, want close code 4004", err)
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
	proxied := &recordingProxy{gateway: g}
	proxy := httptest.NewServer(proxied)
	t.Cleanup(proxy.Close)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestASessionIsResumedThroughAProxy$")
	child.Env = append(os.Environ(), proxyChildEnv+"=1", "HTTP_PROXY="+proxy.URL, "NO_PROXY=")
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("the process behind the proxy failed: %v: %s", err, out)
	}
	proxied.mu.Lock()
	defer proxied.mu.Unlock()
	if want := []string{"gateway.test", "resume.test"}; !slices.Equal(proxied.asked, want) {
		t.Errorf("connected through the proxy to %q, want %q", proxied.asked, want)
	}
}

// recordingProxy is an HTTP proxy that has one gateway answer for all hosts.
type recordingProxy struct {
	gateway http.Handler

	mu    sync.Mutex
	asked []string // hosts to which clients wanted a connection of the gateway
}

func (p *recordingProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") != "" {
		p.mu.Lock()
		p.asked = append(p.asked, r.Host)
		p.mu.Unlock()
	}
	p.gateway.ServeHTTP(w, r)
}
