package e2e

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/sandbox"
)

// Many tables are played at the same time, by players who click at random and wrongly one time in
// five, while Discord has faults all the time. In the end every table is over or can continue,
// nothing is lost or doubled, the database is valid, and in the last third of the time the bot uses
// no more memory and goroutines than in the second.
//
// DEUCES_SOAK sets the duration ("5m"), with 200 tables. Otherwise the dose decides.
func TestSoak(t *testing.T) {
	t.Parallel()
	type dose struct {
		tables int
		lasts  time.Duration
		clock  string
	}
	does := dose{200, 10 * time.Minute, "20s"}
	if lasts := os.Getenv("DEUCES_SOAK"); lasts != "" {
		var err error
		if does.lasts, err = time.ParseDuration(lasts); err != nil {
			t.Fatalf("DEUCES_SOAK: %v", err)
		}
		does.tables = number(t, "DEUCES_SOAK_TABLES", func() int { return does.tables })
	} else {
		does = gametest.Dose(t, dose{6, 3 * time.Second, "5s"}, dose{24, 8 * time.Second, "20s"}, does)
	}
	tables, lasts := does.tables, min(does.lasts, 10*time.Minute)

	s := NewServerOn(t, sandbox.Config{Messages: 200, Payloads: 1000, Calls: 20_000}, anyAddr, "TURN_CLOCK="+does.clock, "LOG_LEVEL=info")
	ctx, stop := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	defer playing.Wait()
	defer stop()
	b := newClicks()
	var gate sync.RWMutex
	all, luck := systems.All(), luck(t)
	for i := range tables {
		g := s.Table(s.Channel(fmt.Sprintf("soak-%d", i)),
			fmt.Sprintf("A%d", i), fmt.Sprintf("B%d", i), fmt.Sprintf("C%d", i), fmt.Sprintf("D%d", i))
		for _, p := range g.players(b, luck) {
			p.patience, p.think, p.wrong, p.gate = 5*time.Second, 4*time.Second, 0.2, &gate
			p.joins = true
			if err := p.watch(ctx); err != nil {
				t.Fatal(err)
			}
			playing.Go(func() { p.play(ctx) })
		}
		if _, err := g.People[0].Command(ctx, g.channel, "play", map[string]any{"game": all[i%len(all)].Name}); err != nil {
			t.Fatal(err)
		}
	}
	b.await(t, tables)

	struck := map[string]int{}
	began := time.Now()
	var seen []figures // each second
	for turn := 0; time.Since(began) < lasts; turn++ {
		for _, f := range trouble(turn) {
			s.Fault(f)
			struck[f.do] += max(f.times, 1)
		}
		select {
		case <-time.After(time.Second):
		case <-t.Context().Done():
			return
		}
		seen = append(seen, s.figures())
	}
	for do, left := range s.NoFaults() {
		struck[do] -= left
	}

	// Every table is over or can continue.
	gate.Lock()
	was := histories(t, s.db)
	gate.Unlock()
	stuck := live(was)
	s.Stored("every table moves on", func() bool {
		stuck = slices.DeleteFunc(stuck, func(m *history) bool {
			return s.Count(fmt.Sprintf(`SELECT max(seq) FROM events WHERE table_id = %d`, m.ID)) > int(m.Seq)
		})
		return len(stuck) == 0
	}, func() {
		for _, m := range stuck {
			t.Errorf("%v sticks since %v, the clock acts at %v", m.Match, m.At, m.Deadline())
		}
	})
	stop()
	playing.Wait()
	s.Stop()
	logs := histories(t, s.db)
	b.hold(t, logs)
	if out, err := s.Runs("check"); err != nil {
		t.Errorf("deuces check: %v\n%s", err, out)
	}

	for _, do := range slices.Sorted(maps.Keys(struck)) {
		t.Logf("fault %q: %d times", do, struck[do])
	}
	over := 0
	for _, m := range logs {
		if m.Phase == match.Over {
			over++
		}
	}
	t.Logf("%d tables for %v, %d matches ended; %v", tables, lasts, over, b)
	third := len(seen) / 3
	first, middle, end := usual(seen[:third]), usual(seen[third:2*third]), usual(seen[2*third:])
	t.Logf("the bot in the first third:  %+v", first)
	t.Logf("the bot in the second third: %+v", middle)
	t.Logf("the bot in the last third:   %+v", end)
	if lasts >= time.Minute { // each third has all faults
		if grown := middle.Heap + middle.Heap/10 + 1<<20; end.Heap > grown {
			t.Errorf("memory grows: %d bytes live, at most %d were to be expected", end.Heap, grown)
		}
		if grown := middle.Goroutines + middle.Goroutines/10 + 50; end.Goroutines > grown {
			t.Errorf("goroutines grow: %d, at most %d were to be expected", end.Goroutines, grown)
		}
		if fewest := tables * 9 / 10; min(middle.Tables, end.Tables) < fewest {
			t.Errorf("%d tables were live and then %d: that compares nothing", middle.Tables, end.Tables)
		}
	}
}

// usual returns the median of each figure.
func usual(all []figures) (m figures) {
	if len(all) == 0 {
		return m
	}
	of := func(figure func(figures) int) int {
		values := make([]int, len(all))
		for i, f := range all {
			values[i] = figure(f)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return figures{
		Goroutines: of(func(f figures) int { return f.Goroutines }), Heap: of(func(f figures) int { return f.Heap }),
		Tables: of(func(f figures) int { return f.Tables }), Messages: of(func(f figures) int { return f.Messages }),
	}
}

// trouble returns the faults in one second of a soak.
func trouble(second int) []fault {
	all := [][]fault{
		{{do: "429 1.5", method: "PATCH", path: channels, times: 5}},
		{{do: "status 500", times: 10}},
		{{do: "drop the answer", path: callbacks, times: 5}},
		{{do: "status 502", path: callbacks, times: 5}},
		{{do: "delay 800ms", path: callbacks, times: 10}},
		{{do: "drop the answer", method: "POST", path: messages, times: 5}},
		{{do: "replay last", event: "INTERACTION_CREATE"}},
		{{do: "hang", path: replies, times: 3}},
		{{do: "drop"}},
		{{do: "status 503", path: channels, times: 10}},
		{{do: "hang", path: callbacks, times: 3}},
		{{do: "drop the answer", method: "PATCH", times: 10}},
		{{do: "429 0.3", path: callbacks, times: 10}},
		{{do: "op7"}},
		{{do: "drop the answer", method: "DELETE", times: 5}},
		{{do: "delay 400ms", event: "INTERACTION_CREATE", times: 20}},
		{{do: "op9 resumable"}},
		{{do: "hang", method: "PATCH", path: channels, times: 2}},
		{{do: "429 2", method: "POST", path: messages, times: 3}},
		{{do: "delay 600ms", event: "READY"}, {do: "op9"}},
	}
	return all[second%len(all)]
}

// figures are values reported at STATUS_ADDR that must not grow without limit.
type figures struct{ Goroutines, Heap, Tables, Messages int }

func (s *Server) figures() (f figures) {
	s.t.Helper()
	m := s.measured()
	tables := m[`deuces_tables{phase="lobby"}`] + m[`deuces_tables{phase="playing"}`] + m[`deuces_tables{phase="between"}`] + m[`deuces_tables{phase="paused"}`]
	return figures{int(m["go_goroutines"]), int(m["go_gc_heap_live_bytes"]), int(tables), int(m["deuces_messages"])}
}
