package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// serveProfile answers what `go tool pprof` asks, at /debug/pprof/: where the
// processor's time and the memory go. It says more of the program than strangers
// should know, and a profile costs time, so the setting names a loopback address.
func serveProfile(ctx context.Context, addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index) // and by name: heap, goroutine, allocs, mutex…
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return serveAside(ctx, "PROFILE_ADDR", addr, mux)
}

// serveAside answers requests of the operator's until the context ends. setting
// is what says where.
func serveAside(ctx context.Context, setting, addr string, handler http.Handler) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("%s=%s: can't listen there: %w", setting, addr, err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close() // nobody here needs grace
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("%s: %w", setting, err)
	}
	return nil
}
