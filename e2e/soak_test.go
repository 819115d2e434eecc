package e2e

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/sandbox"
)

// TestSoak plays at many tables at the same time while Discord has faults all the time. The players
// click at random, and wrongly one time in five. In the end every table is over or can continue,
// nothing is lost or doubled, the database is valid, and the bot uses no more memory and goroutines
// in the last third of the time than in the second third.
//
// DEUCES_SOAK sets the duration ("5m"); the test then has 200 tables. Otherwise the dose decides.
func TestSoak(t *testing.T) {
	t.Parallel()
	type dose struct {
		tables int
		lasts  time.Duration
		clock  string
	}
	cfg := dose{200, 10 * time.Minute, "20s"}
	if lasts := os.Getenv("DEUCES_SOAK"); lasts != "" {
		var err error
		if cfg.lasts, err = time.ParseDuration(lasts); err != nil {
			t.Fatalf("DEUCES_SOAK: %v", err)
		}
		cfg.tables = envNumber(t, "DEUCES_SOAK_TABLES", func() int { return cfg.tables })
	} else {
		cfg = gametest.Dose(t, dose{6, 3 * time.Second, "5s"}, dose{8, 5 * time.Second, "10s"}, cfg)
	}
	tables, lasts := cfg.tables, min(cfg.lasts, 10*time.Minute)

	s := NewServerOn(t, sandbox.Config{Messages: 200, Payloads: 1000, Calls: 20_000, ReplyWithin: crowdReplyWithin}, freeStatusPort, "TURN_CLOCK="+cfg.clock, "LOG_LEVEL=info")
	c := s.Crowd(newRand(t))
	all := systems.All()
	for i := range tables {
		g := s.Table(s.Channel(fmt.Sprintf("soak-%d", i)), fmt.Sprint("A", i), fmt.Sprint("B", i), fmt.Sprint("C", i), fmt.Sprint("D", i))
		sys := all[i%len(all)]
		// The matches are short, because the end of a match loads fonts and fills the cache of
		// pictures, and both must have happened before memory is compared.
		g.Open(sys.Name, shortMatch(sys, 2))
		c.Play(g, func(p *player) { p.patience, p.maxPause, p.wrongRate = 5*time.Second, 4*time.Second, 0.2 })
	}
	c.clicks.waitForPlays(t, tables)

	struck := map[string]int{}
	began := time.Now()
	// These values are recorded each second, because they must not grow without limit.
	var heap, goroutines, opened, messages []float64
	for second := 0; time.Since(began) < lasts; second++ {
		for _, f := range soakFaults(second) {
			s.Fault(f)
			struck[f.do] += max(f.times, 1)
		}
		select {
		case <-time.After(time.Second):
		case <-t.Context().Done():
			return
		}
		m := s.metrics()
		heap, goroutines, messages = append(heap, m["go_gc_heap_live_bytes"]), append(goroutines, m["go_goroutines"]), append(messages, m["deuces_messages"])
		opened = append(opened, m[`deuces_tables{phase="lobby"}`]+m[`deuces_tables{phase="playing"}`]+m[`deuces_tables{phase="between"}`]+m[`deuces_tables{phase="paused"}`])
	}
	for do, left := range s.RemoveFaults() {
		struck[do] -= left
	}

	// Every table is over or can continue.
	var stuck []*history
	c.Pause(func() { stuck = unfinished(histories(t, s.db)) })
	s.WaitUntil("every table moves on", func() bool {
		stuck = slices.DeleteFunc(stuck, func(m *history) bool {
			return s.Count(fmt.Sprintf(`SELECT max(seq) FROM events WHERE table_id = %d`, m.ID)) > int(m.Seq)
		})
		return len(stuck) == 0
	}, func() {
		for _, m := range stuck {
			t.Errorf("%v has not changed since %v; its clock ends at %v", m.Match, m.At, m.Deadline())
		}
	})
	logs := c.StopAndCompare()
	if out, err := s.RunCommand("check"); err != nil {
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
	t.Logf("%d tables for %v, %d matches ended; %v", tables, lasts, over, c.clicks)
	// Compare the medians of the second and the last third. If the test takes a minute, each third
	// has all faults.
	for _, x := range []struct {
		what        string
		all         []float64
		more, least float64 // how much the value may grow in addition to a tenth; its minimum
	}{{"bytes live", heap, 1 << 20, 0}, {"goroutines", goroutines, 50, 0}, {"tables", opened, math.Inf(1), float64(tables * 9 / 10)}, {"messages", messages, math.Inf(1), 0}} {
		third := len(x.all) / 3
		middle, end := quantile(x.all[third:2*third], 0.5), quantile(x.all[2*third:], 0.5)
		t.Logf("%s: %.0f, later %.0f", x.what, middle, end)
		if lasts >= time.Minute && (end > middle*1.1+x.more || min(middle, end) < x.least) {
			t.Errorf("%s: %.0f, later %.0f; want it to grow by at most a tenth and %.0f, and to be at least %.0f", x.what, middle, end, x.more, x.least)
		}
	}
}

// soakFaults returns the faults of the given second.
func soakFaults(second int) []fault {
	all := [][]fault{
		{{do: "429 1.5", method: "PATCH", path: channels, times: 5}},
		{{do: "status 500", times: 10}},
		{{do: "drop the answer", path: callbacks, times: 5}},
		{{do: "status 502", path: callbacks, times: 5}},
		{{do: "delay 800ms", path: callbacks, times: 10}},
		{{do: "drop the answer", method: "POST", path: messages, times: 5}},
		{{do: "replay last", event: "INTERACTION_CREATE"}},
		{{do: "hang", path: followups, times: 3}},
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
