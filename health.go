package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"runtime/metrics"
	"time"

	"deuces/bot"
	"deuces/store"
	"deuces/table"
)

// serveHealth answers GET /health: 200 while Discord is connected and the
// database can be read; and GET /figures: how much of everything there is.
func serveHealth(ctx context.Context, addr string, discord *bot.Bot, tables *table.Registry, db *store.Store) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		if _, err := db.Live(r.Context()); err != nil {
			http.Error(w, "the database can't be read", http.StatusServiceUnavailable)
			return
		}
		if !discord.Healthy() {
			http.Error(w, "not connected to Discord", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("GET /figures", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(measure(discord, tables)) // whoever asked may have gone
	})
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("HEALTH_ADDR: %w", err)
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close() // health checks need no grace
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("health checks: %w", err)
	}
	return nil
}

// figures are what must not grow without end.
type figures struct {
	Goroutines int    `json:"goroutines"`
	Heap       uint64 `json:"heap"`     // bytes alive after the last garbage collection
	Tables     int    `json:"tables"`   // live
	Messages   int    `json:"messages"` // kept true
}

func measure(discord *bot.Bot, tables *table.Registry) figures {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return figures{
		Goroutines: runtime.NumGoroutine(), Heap: live[0].Value.Uint64(),
		Tables: len(tables.Live()), Messages: discord.Mirrors().Len(),
	}
}
