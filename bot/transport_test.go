package bot

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// served is a server that counts its connections.
func served(t *testing.T, handle http.HandlerFunc) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	var opened atomic.Int64
	s := httptest.NewUnstartedServer(handle)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s, &opened
}

func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %s: %s", r.Method, r.URL.Path, body)
}

// said makes a request and returns the answer's body.
func said(ctx context.Context, t http.RoundTripper, method, url, body string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	answer, err := t.RoundTrip(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	return string(all), err
}

func TestOneConnectionServesOneRequestAfterTheOther(t *testing.T) {
	server, opened := served(t, echo)
	x := newTransport()
	for i := range 20 {
		body := strings.Repeat("b", i*1000) // also more than fits a buffer
		got, err := said(t.Context(), x, "PATCH", server.URL+"/a", body)
		if want := "PATCH /a: " + body; err != nil || got != want {
			t.Fatalf("request %d: %.60q, %v", i, got, err)
		}
	}
	nothing := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }
	server.Config.Handler = http.HandlerFunc(nothing)
	for range 3 {
		if got, err := said(t.Context(), x, "DELETE", server.URL+"/a", ""); err != nil || got != "" {
			t.Fatalf("an answer without a body: %q, %v", got, err)
		}
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("23 requests, one after the other, took %d connections", n)
	}
}

func TestRequestsAtTheSameTimeHaveConnectionsOfTheirOwn(t *testing.T) {
	const atOnce = 8
	var inside sync.WaitGroup
	inside.Add(atOnce)
	server, opened := served(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/together" {
			inside.Done()
			inside.Wait()
		}
		echo(w, r)
	})
	x := newTransport()
	all := func(path string) {
		var wait sync.WaitGroup
		for i := range atOnce {
			wait.Go(func() {
				body := fmt.Sprint("body ", i)
				if got, err := said(t.Context(), x, "POST", server.URL+path, body); err != nil || got != "POST "+path+": "+body {
					t.Errorf("request %d: %q, %v", i, got, err)
				}
			})
		}
		wait.Wait()
	}
	all("/together")
	for range 20 {
		all("/again")
	}
	if n := opened.Load(); n != atOnce {
		t.Errorf("%d connections for %d requests at a time", n, atOnce)
	}
	x.CloseIdleConnections()
	all("/anew")
	if n := opened.Load(); n <= atOnce {
		t.Errorf("%d connections, though all were closed", n)
	}
}

func TestAConnectionThatWasClosedWhileItRestedIsNotUsed(t *testing.T) {
	server, opened := served(t, echo)
	x := newTransport()
	x.trust = 0 // look at each
	for range 3 {
		if got, err := said(t.Context(), x, "POST", server.URL+"/a", "b"); err != nil || got != "POST /a: b" {
			t.Fatalf("%q, %v", got, err)
		}
		server.CloseClientConnections()
		for x.idle["http://"+server.Listener.Addr().String()] != nil && alive(x) { // until the end has arrived
		}
	}
	if n := opened.Load(); n != 3 {
		t.Errorf("%d connections, where each of three was closed", n)
	}
}

// alive says whether the one connection that rests is still open, as far as this end knows.
func alive(x *transport) bool {
	for _, all := range x.idle {
		return len(all) == 1 && quiet(all[0].Conn)
	}
	return false
}

func TestARequestEndsWithItsContext(t *testing.T) {
	held := make(chan struct{})
	arrived := make(chan struct{}, 1)
	server, _ := served(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush() // the head; the body is awaited
		}
		if r.URL.Path != "/quick" {
			arrived <- struct{}{}
			<-held
		}
		echo(w, r)
	})
	defer close(held)
	x := newTransport()
	for _, path := range []string{"/silent", "/slow"} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-arrived; cancel() }()
		if _, err := said(ctx, x, "POST", server.URL+path, "b"); err == nil {
			t.Errorf("%s: no error, though the context was cancelled", path)
		}
		late, done := context.WithTimeout(t.Context(), 20*time.Millisecond)
		go func() { <-arrived }()
		_, err := said(late, x, "POST", server.URL+path, "b")
		done()
		if timeout, is := errors.AsType[net.Error](err); err == nil || !errors.Is(err, context.DeadlineExceeded) && !(is && timeout.Timeout()) {
			t.Errorf("%s: after the deadline: %v", path, err)
		}
	}
	if got, err := said(t.Context(), x, "POST", server.URL+"/quick", "b"); err != nil || got != "POST /quick: b" {
		t.Errorf("the next request: %q, %v", got, err)
	}
}

func TestAnAnswerThatIsNotReadTakesItsConnectionAlong(t *testing.T) {
	server, opened := served(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 100_000)) })
	x := newTransport()
	for range 2 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := x.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := answer.Body.Read(make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	if n := opened.Load(); n != 2 {
		t.Errorf("%d connections for two answers that were not read", n)
	}
}

// A server may say that it has more to say before its answer, and that it will close.
func TestAnAnswerIsWhatFollowsHints(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			if r, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(c, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi")
			}
			c.Close()
		}
	}()
	x := newTransport()
	for range 2 {
		if got, err := said(t.Context(), x, "GET", "http://"+listener.Addr().String(), ""); err != nil || got != "hi" {
			t.Errorf("%q, %v", got, err)
		}
	}
}

func TestATransportSpeaksTLS(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(echo))
	defer server.Close()
	x := newTransport()
	x.trust = 0
	if _, err := said(t.Context(), x, "POST", server.URL+"/a", "b"); err == nil {
		t.Error("a certificate that nobody vouches for is trusted")
	}
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	x.dialTLS = (&tls.Dialer{Config: &tls.Config{RootCAs: roots}}).DialContext
	for range 3 {
		if got, err := said(t.Context(), x, "POST", server.URL+"/a", "b"); err != nil || got != "POST /a: b" {
			t.Errorf("%q, %v", got, err)
		}
	}
}
