package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"deuces/bot"
	"deuces/internal/config"
	"deuces/internal/metrics"
	"deuces/store"
	"deuces/table"
)

// status answers the operator's questions on one listener, from before the database is
// opened until all is put away: whether the process lives, whether the bot is ready, what
// it measures, and, if asked for, where its time goes. It is all there is at STATUS_ADDR.
type status struct {
	listener net.Listener // nil: nobody may ask
	server   http.Server
	ended    chan error
	check    atomic.Pointer[func(context.Context) error] // says why the bot can't play
}

var (
	errStarting = errors.New("the bot is starting")
	errStopping = errors.New("the bot is stopping")
)

// openStatus begins to answer.
func openStatus(cfg config.Config, counted *metrics.Metrics) (*status, error) {
	s := &status{ended: make(chan error, 1)}
	s.because(errStarting)
	if cfg.Status == "" {
		return s, nil
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz/live", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /healthz/ready", s.ready)
	mux.HandleFunc("GET /health", s.ready)
	mux.Handle("GET /metrics", counted.Handler())
	if cfg.Profiles == "on" {
		mux.Handle("GET /debug/pprof/", own(pprof.Index)) // and by name: heap, goroutine, allocs, mutex…
		mux.Handle("GET /debug/pprof/profile", own(pprof.Profile))
		mux.Handle("GET /debug/pprof/trace", own(pprof.Trace))
	}
	s.server = http.Server{Handler: ofName(cfg.Status, mux), ReadHeaderTimeout: 5 * time.Second}
	var err error
	if s.listener, err = net.Listen("tcp", cfg.Status); err != nil {
		return nil, fmt.Errorf("STATUS_ADDR=%s: can't listen there: %w", cfg.Status, err)
	}
	go func() { s.ended <- s.server.Serve(s.listener) }()
	return s, nil
}

// ready answers 200 while the bot can play, else 503 and why not.
func (s *status) ready(w http.ResponseWriter, r *http.Request) {
	if err := (*s.check.Load())(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// ask says who knows from now on why the bot can't play.
func (s *status) ask(check func(context.Context) error) { s.check.Store(&check) }

// because says why the bot can't play from now on.
func (s *status) because(err error) { s.ask(func(context.Context) error { return err }) }

// wait returns when the context ends, or when the listener fails.
func (s *status) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-s.ended:
		return fmt.Errorf("STATUS_ADDR: %w", err)
	}
}

// close answers no more. Nobody here needs grace.
func (s *status) close() error {
	if s.listener == nil {
		return nil
	}
	return s.server.Close()
}

// ofName answers requests for IP addresses and for names that no stranger can have: the one
// in STATUS_ADDR, this machine's, single words and private domains. A web page whose own name
// is made to lead here (DNS rebinding) gets nothing.
func ofName(address string, h http.Handler) http.Handler {
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

// own lets requests from this machine alone through: a profile says more of a program
// than strangers should know, and costs time.
func own(h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil || !net.ParseIP(host).IsLoopback() {
			http.Error(w, "profiles are for this machine alone", http.StatusForbidden)
			return
		}
		h(w, r)
	})
}

// canPlay says why the bot can't play at the moment.
func canPlay(discord *bot.Bot, db *store.Store, among *sharing) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := db.Writable(ctx); errors.Is(err, store.ErrMoved) {
			return errors.New("the database's file was deleted, moved or replaced")
		} else if err != nil {
			return errors.New("the database can't be written")
		}
		if among != nil && !among.Trusted() {
			return errors.New("the lease of the bot's shards isn't renewed")
		}
		if !discord.Healthy() {
			return errors.New("the bot is not connected to Discord")
		}
		return nil
	}
}

// present counts what there is, for the metrics.
func present(discord *bot.Bot, tables *table.Registry, db *store.Store, minds minds, among *sharing, file string) func() metrics.Present {
	return func() metrics.Present {
		n := tables.Count()
		p := metrics.Present{
			Tables: map[string]int{"lobby": n.Lobby, "playing": n.Playing, "between": n.Between, "paused": n.Paused, "asleep": n.Asleep},
			Kept:   discord.Mirrors().Len(), Behind: discord.Mirrors().Waiting(),
			Requests: discord.Waiting(), Writes: db.Waiting(), Thinking: minds.gate.Waiting(),
			Database: -1, DiskFree: -1, Sharing: among.measured(),
		}
		p.Shards, p.Connected = discord.Shards()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second) // whoever asks gets the rest
		defer cancel()
		if size, err := db.Size(ctx); err == nil {
			p.Database = size
		}
		if !store.IsFile(file) {
			return p // the disk is its server's
		}
		if free, err := freeSpace(filepath.Dir(file)); err == nil {
			p.DiskFree = int64(free)
		}
		return p
	}
}

// newMetrics are those of this build.
func newMetrics() *metrics.Metrics {
	build := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		build = info.Main.Version
	}
	return metrics.New(build)
}

// askHealth asks a running bot whether it is healthy.
func askHealth(ctx context.Context, p program) error {
	cfg, err := p.config()
	if err != nil {
		return err
	}
	if cfg.Status == "" {
		return errors.New("STATUS_ADDR is not set, so the bot answers no health checks: set it to a host and port, such as 127.0.0.1:9090")
	}
	said, code, err := ask(ctx, cfg.Status, "/healthz/ready")
	if err != nil {
		return fmt.Errorf("no bot answers at STATUS_ADDR=%s: %w", cfg.Status, err)
	}
	if code != http.StatusOK {
		return fmt.Errorf("the bot is unhealthy: %s", strings.TrimSpace(said))
	}
	_, err = fmt.Fprint(p.stdout, said)
	return err
}

// ask gets what is said at a path of STATUS_ADDR.
func ask(ctx context.Context, address, path string) (said string, code int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost" // it answers at every address
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, nil)
	if err != nil {
		return "", 0, err
	}
	direct := http.Transport{DisableKeepAlives: true} // and no proxy
	response, err := direct.RoundTrip(request)
	if err != nil {
		return "", 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return string(body), response.StatusCode, err
}
