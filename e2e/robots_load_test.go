package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"deuces/game/systems"
	"deuces/match"
	"deuces/store"
)

// Many tables search at the same time while people click: 50 tables of all systems, each with a person and three
// computer players.
//
//	go test ./e2e -run '^$' -bench ComputersThink -benchtime 3000x
//
// Each person opens their hand twice a second. When it is their turn, they ask for a hint and play. A look with
// these clicks is one operation. "late" is how much later than its usual time a computer player moved. At five times
// the pace, searches need more time than two cores have.
func BenchmarkComputersThink(b *testing.B) {
	for _, bb := range []struct {
		name, level string
		pace        time.Duration
	}{
		{"easy", "easy", 1500 * time.Millisecond}, // for comparison: these hardly search
		{"hard", "hard", 1500 * time.Millisecond},
		{"hard at five times the pace", "hard", 300 * time.Millisecond},
	} {
		b.Run(bb.name, func(b *testing.B) { computersThink(b, bb.level, bb.pace) })
	}
}

func computersThink(b *testing.B, level string, pace time.Duration) {
	const tables = 50
	s := NewServer(b, "COMPUTER_PACE="+pace.String())
	groups := make([]*Table, tables)
	var seated sync.WaitGroup
	for part := range 5 {
		seated.Go(func() {
			for i := part; i < tables; i += 5 {
				groups[i] = s.thinkers(b, i, level)
			}
		})
	}
	seated.Wait()
	b.ResetTimer()
	var looks, hints, plays []float64
	var mu sync.Mutex
	var wait sync.WaitGroup
	start := time.Now()
	for _, g := range groups {
		wait.Go(func() {
			for range max(b.N/tables, 1) {
				took, err := g.lookAndPlay(b.Context())
				if err != nil {
					b.Error(err)
					return
				}
				mu.Lock()
				looks = append(looks, took.look)
				if took.hint > 0 {
					hints = append(hints, took.hint)
				}
				if took.play > 0 {
					plays = append(plays, took.play)
				}
				mu.Unlock()
				time.Sleep(400*time.Millisecond + rand.N(200*time.Millisecond)) // as people do
			}
		})
	}
	wait.Wait()
	b.StopTimer()
	took := time.Since(start)
	bot := s.bot
	s.Stop()
	late := s.lateness(b, tables)
	b.ReportMetric(quantile(looks, 0.5), "ms/look-median")
	b.ReportMetric(quantile(looks, 0.99), "ms/look-p99")
	b.ReportMetric(quantile(hints, 0.5), "ms/hint-median")
	b.ReportMetric(quantile(hints, 0.99), "ms/hint-p99")
	b.ReportMetric(quantile(plays, 0.5), "ms/play-median")
	b.ReportMetric(quantile(plays, 0.99), "ms/play-p99")
	b.ReportMetric(quantile(late, 0.5), "ms/late-median")
	b.ReportMetric(quantile(late, 0.99), "ms/late-p99")
	b.ReportMetric(quantile(late, 1), "ms/late-most")
	b.ReportMetric(float64(len(late))/took.Seconds(), "decisions/s")
	b.ReportMetric((bot.ProcessState.UserTime()+bot.ProcessState.SystemTime()).Seconds()/took.Seconds(), "cores")
}

// thinkers returns a person and three computers at a table of their own.
func (s *Server) thinkers(b *testing.B, i int, level string) *Table {
	b.Helper()
	channel := fmt.Sprintf("bench-%d", i)
	if err := s.Do(b.Context(), "POST", "/sandbox/channels", map[string]string{"guild": "Sandbox", "name": channel}, nil); err != nil {
		b.Fatal(err)
	}
	sys := systems.All()[i%len(systems.All())]
	options := Options{}
	rules, err := sys.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, o := range rules.Options() {
		switch {
		case o.Key == "rounds":
			options[o.Key] = o.Max
		case o.Key == "target" && o.Min > 0:
			options[o.Key] = o.Max
		case o.Key == "target":
			options[o.Key] = 0
		}
	}
	g := s.Table(channel, fmt.Sprintf("Ann%d", i))
	lobby := g.Lobby(sys.Name, options)
	g.Seats(lobby, level, "fill")
	g.Start(lobby)
	return g
}

// times are the times of replies in milliseconds; 0 if there was no click.
type times struct{ look, hint, play float64 }

// lookAndPlay makes the person open the hand, ask for a hint if possible, and make the first play that the hand
// offers, or pass if it offers nothing else.
func (g *Table) lookAndPlay(ctx context.Context) (took times, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	u := g.People[0]
	opened, err := u.Command(ctx, g.channel, "hand", nil)
	if err != nil {
		return took, fmt.Errorf("%s opens the hand: %w", u.Name, err)
	}
	took.look = opened.Ms
	m := opened.Message()
	if hint := button(m, "hint/"); hint != "" {
		reply, err := u.Click(ctx, m.ID, hint)
		if err != nil {
			return took, fmt.Errorf("%s asks for a hint: %w", u.Name, err)
		}
		took.hint, m = reply.Ms, reply.Message()
	}
	if act := button(m, "act/"); act != "" { // Pass is the last one
		reply, err := u.Click(ctx, m.ID, act)
		if err != nil {
			return took, fmt.Errorf("%s plays: %w", u.Name, err)
		}
		took.play = reply.Ms
	}
	return took, nil
}

// lateness returns how many milliseconds after their usual time computer players moved.
func (s *Server) lateness(b *testing.B, tables int) (late []float64) {
	b.Helper()
	ctx := context.Background()
	db, err := store.Read(ctx, s.db)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for id := range match.ID(tables) {
		m := match.New(id+1, systems.New)
		for e, err := range db.Events(ctx, id+1) {
			if err != nil {
				b.Fatal(err)
			}
			before := m
			if m, err = m.Apply(e); err != nil {
				b.Fatal(err)
			}
			if a, acted := e.Body.(match.Acted); acted && a.By == match.ByComputer {
				late = append(late, float64(e.At.Sub(before.Deadline()).Microseconds())/1000)
			}
		}
	}
	return late
}
