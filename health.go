package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/metrics"
	"time"

	"deuces/bot"
	"deuces/config"
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
			http.Error(w, "the bot is not connected to Discord", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("GET /figures", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(measure(discord, tables)) // whoever asked may have gone
	})
	return serveAside(ctx, "HEALTH_ADDR", addr, mux)
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

// askHealth asks a running bot whether it is healthy.
func askHealth(ctx context.Context, p program) error {
	cfg, _, err := config.Read(p.environ, ".env")
	if err != nil {
		return err
	}
	if cfg.Health == "" {
		return errors.New("HEALTH_ADDR is not set, so the bot answers no health checks: set it to a host and port, such as 127.0.0.1:8081")
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+cfg.Health+"/health", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("no bot answers at HEALTH_ADDR=%s: %w", cfg.Health, err)
	}
	defer response.Body.Close()
	said, err := io.ReadAll(io.LimitReader(response.Body, 1000))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the bot is unhealthy: %s", said)
	}
	_, err = fmt.Fprintf(p.stdout, "%s", said)
	return err
}
