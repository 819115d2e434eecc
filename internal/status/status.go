// Package status has the HTTP server for operators, and its client. The server reports whether the
// process is alive and whether the bot can play, and serves metrics and profiles.
//
//	GET /healthz/live    200 as long as the process answers
//	GET /healthz/ready   200 while the bot can play, with a line for each failure that doesn't stop play,
//	                     otherwise 503 and the reason; also /health
//	GET /metrics         for Prometheus
//	GET /debug/pprof/    for go tool pprof on this machine, if profiles are enabled
package status

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// readyWithin is how long a check may take whether the bot can play. Callers wait longer than that, so
// that they get the reason.
const readyWithin = 3 * time.Second

// Server runs from before the database is opened until everything is closed. Until Check is called,
// it reports that the bot is starting.
type Server struct {
	Addr   string // address on which the server listens; "" if it doesn't listen
	http   http.Server
	free   func() error // closes the listener
	failed chan error
	check  atomic.Pointer[func(context.Context) error] // returns the reason why the bot can't play, or nil
	fails  atomic.Pointer[func() []string]             // see Fails; nil: nothing does
}

// Listen starts the server at an address; "" disables it. The error names the setting STATUS_ADDR.
func Listen(address string, metrics http.Handler, profiles bool) (*Server, error) {
	s := &Server{failed: make(chan error, 1), free: func() error { return nil }}
	s.Because(errors.New("the bot is starting"))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz/live", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /healthz/ready", s.ready)
	mux.HandleFunc("GET /health", s.ready)
	mux.Handle("GET /metrics", metrics)
	if profiles {
		mux.Handle("GET /debug/pprof/", loopbackOnly(pprof.Index)) // also serves heap, goroutine, allocs, mutex…
		mux.Handle("GET /debug/pprof/profile", loopbackOnly(pprof.Profile))
		mux.Handle("GET /debug/pprof/trace", loopbackOnly(pprof.Trace))
	}
	s.http = http.Server{Handler: allowHosts(address, mux), ReadHeaderTimeout: 5 * time.Second}
	if address == "" {
		return s, nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, CannotListen(address, err)
	}
	s.Addr, s.free = listener.Addr().String(), listener.Close
	go func() { s.failed <- s.http.Serve(listener) }()
	return s, nil
}

// CannotListen explains an error of net.Listen at an address.
func CannotListen(address string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("another program listens at STATUS_ADDR=%s: end it, or name another port", address)
	}
	return fmt.Errorf("the bot can't listen at STATUS_ADDR=%s: name an address of this machine and a free port (%w)", address, err)
}

// Ready returns the reason why the bot can't play, or nil.
func (s *Server) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	return (*s.check.Load())(ctx)
}

// ready responds with 200 while the bot can play, and otherwise with 503 and the reason.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if err := s.Ready(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
	if fails := s.fails.Load(); fails != nil {
		for _, what := range (*fails)() {
			fmt.Fprintln(w, strings.ReplaceAll(what, "\n", " "))
		}
	}
}

// Fails sets the function that returns what fails although the bot can play, one sentence each.
func (s *Server) Fails(what func() []string) { s.fails.Store(&what) }

// Check sets the function that returns the reason why the bot can't play, or nil.
func (s *Server) Check(check func(context.Context) error) { s.check.Store(&check) }

// Because sets a fixed reason why the bot can't play.
func (s *Server) Because(err error) { s.Check(func(context.Context) error { return err }) }

// Wait returns when the context ends, or when the server fails.
func (s *Server) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-s.failed:
		return fmt.Errorf("STATUS_ADDR: %w", err)
	}
}

// Close stops the server immediately.
func (s *Server) Close() error {
	err := s.http.Close()
	_ = s.free() // net/http has closed it already if it had begun to serve
	return err
}

// allowHosts answers only requests whose host is an IP address or a name that a stranger can't own: the
// name in STATUS_ADDR, this machine's name, a single word, or a name in a private domain. This
// protects against DNS rebinding by web pages.
func allowHosts(address string, h http.Handler) http.Handler {
	own, _, _ := net.SplitHostPort(address)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.Host
		if host, _, err := net.SplitHostPort(name); err == nil {
			name = host
		}
		name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
		machine, _ := os.Hostname()
		last := name[strings.LastIndexByte(name, '.')+1:]
		private := slices.Contains([]string{name, "internal", "local", "localhost"}, last)
		if !private && net.ParseIP(name) == nil && name != strings.ToLower(own) && name != strings.ToLower(machine) {
			http.Error(w, "this name is not one of the bot's: ask by its IP address, or by the name in STATUS_ADDR", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// loopbackOnly allows only requests from this machine, because profiles reveal a program's internals and
// take CPU time.
func loopbackOnly(h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil || !net.ParseIP(host).IsLoopback() {
			http.Error(w, "profiles are for this machine alone", http.StatusForbidden)
			return
		}
		h(w, r)
	})
}

// Ask requests a path from the Server at an address, and returns the body and the status code of
// the response. It returns an error if there is no response.
func Ask(ctx context.Context, address, path string) (said string, code int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost" // it listens on all addresses
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, nil)
	if err != nil {
		return "", 0, err
	}
	direct := http.Transport{DisableKeepAlives: true} // no proxy
	response, err := direct.RoundTrip(request)
	if err != nil {
		return "", 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return string(body), response.StatusCode, err
}
