package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/table"
)

// BenchmarkRecovery loads tables like a start of the program, each in the middle of a round of
// four: all are listed, and few are read. It reports the memory in use.
func BenchmarkRecovery(b *testing.B) {
	tables := 10_000
	if !*large {
		tables /= 100
	}
	b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
		s := openAt(b, copyInMidRound(b, tables))
		var took []time.Duration
		var kept []float64
		b.ResetTimer()
		for range b.N {
			before := memory()
			r := table.NewRegistry(table.Config{
				Log: s, Rules: systems.New, LastAlive: crowded.Add(time.Hour), Logger: zerolog.Nop(),
				Latest: func(string) (int, bool) { return 1, true },
			})
			begun := time.Now()
			must(b, r.Recover(b.Context()))
			took = append(took, time.Since(begun))
			kept = append(kept, memory()-before)
			for _, i := range []int{0, tables - 1} {
				if m, err := r.InChannel(b.Context(), fmt.Sprint("c", i)); err != nil || m.State == nil {
					b.Fatalf("table %d is not there, or not in a round", i)
				}
			}
			must(b, r.Close(context.Background()))
		}
		b.ReportMetric(percentile(took, 50), "ms-p50")
		b.ReportMetric(median(kept)/float64(tables), "B/table")
	})
}

// memory returns the memory in use without garbage: heap and stacks.
func memory() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc + m.StackInuse)
}

// copyInMidRound returns a copy of a database with that many tables in the middle of a round.
func copyInMidRound(b *testing.B, tables int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "deuces.db")
	made := path
	if *crowds != "" {
		made = filepath.Join(*crowds, fmt.Sprintf("tables-%d.db", tables))
	}
	if _, err := os.Stat(made); errors.Is(err, fs.ErrNotExist) {
		s, err := Open(b.Context(), made+".part", nop())
		if err == nil {
			err = errors.Join(playHalfRound(b.Context(), s, tables), s.Close())
		}
		must(b, err, os.Rename(made+".part", made))
	}
	if made != path {
		must(b, writeAlike(made, path))
	}
	return path
}

// playHalfRound plays half a round and stores it for each table.
func playHalfRound(ctx context.Context, s *Store, tables int) error {
	settings := match.DefaultSettings()
	settings.Clock = 24 * time.Hour
	m := match.New(0, systems.New)
	var events []match.Event
	do := func(c match.Command) error {
		more, err := m.Decide(c, crowded.Add(time.Duration(len(events))*time.Second))
		for _, e := range more {
			if err == nil {
				m, err = m.Apply(e)
			}
		}
		events = append(events, more...)
		return err
	}
	err := errors.Join(
		do(match.Opening{Guild: "g1", Channel: "c", System: "ahole", Version: 1, Host: 1, Others: []match.Player{2, 3, 4}, Settings: settings}),
		do(match.Start{Player: 1}),
	)
	if err != nil {
		return err
	}
	rand := gametest.NewRand(1)
	if err := do(match.Deal{Chance: rand.Chance(m.Rules, 4)}); err != nil {
		return err
	}
	for range 30 {
		seat, _ := m.Turn()
		legal := m.State.Legal()
		if err := do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: legal[rand.Intn(len(legal))]}); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(100) // they share commits
	for i := range tables {
		group.Go(func() error {
			mine := append([]match.Event{}, events...)
			opened := mine[0].Body.(match.Opened)
			opened.Channel = fmt.Sprint("c", i)
			mine[0].Body = opened
			_, err := s.Create(ctx, mine)
			return err
		})
	}
	return group.Wait()
}
