package cluster

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// A process that starts alone takes all shards, and later hands over those beyond its share. If there are
// more processes than shards, each has at most one, and the others wait.
func TestShardsAreSharedOutEvenly(t *testing.T) {
	for _, tt := range []struct {
		why    string
		shards int
		starts []time.Duration // the time until the next process starts
		want   [][]int         // the shards of each process after each start; nil: whatever
	}{
		{"one after the other", 12, []time.Duration{time.Minute, time.Minute, time.Minute, time.Minute, time.Minute}, [][]int{{12}, {6, 6}, {4, 4, 4}, {3, 3, 3, 3}, {2, 2, 2, 3, 3}}},
		{"more processes than shards", 2, []time.Duration{time.Minute, time.Minute, time.Minute}, [][]int{{2}, {1, 1}, {0, 1, 1}}},
		{"all start at once", 2, []time.Duration{0, 0, time.Minute}, [][]int{nil, nil, {0, 1, 1}}},
		{"two join one that has both shards", 2, []time.Duration{time.Minute, 0, time.Minute}, [][]int{{2}, nil, {0, 1, 1}}},
	} {
		testTeam(t, func(t *testing.T, m *team) {
			for i, until := range tt.starts {
				m.start(1, tt.shards)
				m.rest(until)
				if tt.want[i] == nil {
					continue
				}
				m.awaitServed(tt.shards)
				if got := m.owned(); !slices.Equal(got, tt.want[i]) {
					t.Errorf("%s: they have %v shards, want %v", tt.why, got, tt.want[i])
				}
				for _, p := range m.all() {
					if p.share != i+1 {
						t.Errorf("%s: process %d believes that it is one of %d, want %d", tt.why, p.node.me, p.share, i+1)
					}
				}
			}
		})
	}
}

func TestShardsOfACrashedProcessAreServedWithinThreeSeconds(t *testing.T) {
	testTeam(t, func(t *testing.T, m *team) {
		m.start(3, 12)
		m.rest(time.Minute)
		for n := range 10 {
			m.rest(time.Duration(n) * 317 * time.Millisecond)
			m.kill(m.all()[n%3])
			if took := m.awaitServed(12); took > 3*time.Second {
				t.Errorf("crash %d was over after %v", n, took)
			}
			m.start(1, 12)
			m.rest(time.Minute)
		}
	})
}

// A process that can't reach the database stops answering before others take its shards, which
// holder.Serve checks. They connect for these once. When it can reach the database again, it joins again.
func TestAProcessWithoutADatabaseStopsInTime(t *testing.T) {
	testTeam(t, func(t *testing.T, m *team) {
		m.interval = 3 * time.Second
		m.start(2, 4)
		m.rest(time.Minute)
		for range 5 {
			p := m.all()[0]
			p.cutOff(true)
			m.rest(Trust)
			if p.node.Trusted() {
				t.Error("it is trusted although the database doesn't answer it")
			}
			if took, most := Trust+m.awaitServed(4), Expiry+m.interval+2*time.Second; took > most {
				t.Errorf("the other serves its two shards after %v, want at most %v", took, most)
			}
			p.cutOff(false)
			m.rest(time.Minute)
			m.awaitServed(4)
			if got := m.owned(); !slices.Equal(got, []int{2, 2}) {
				t.Errorf("after it is back they have %v", got)
			}
		}
		if c := m.all()[0].node.Counts(); c.Moved["lost"] == 0 {
			t.Errorf("it counts %+v", c)
		}
	})
}

// A process that can't reach Discord hands its shards to one that can. If none can, they stay.
func TestAProcessWithoutDiscordHandsItsShardsOver(t *testing.T) {
	testTeam(t, func(t *testing.T, m *team) {
		m.start(2, 4)
		m.rest(time.Minute)
		one, two := m.all()[0], m.all()[1]
		one.deafen(true)
		if took := m.awaitServed(4); took < 20*time.Second || took > deafAfter+3*time.Second {
			t.Errorf("the other has the shards after %v, want %v", took, deafAfter)
		}
		two.deafen(true)
		m.rest(5 * time.Minute)
		if got := two.node.Counts().Owned; got != 4 {
			t.Errorf("while nobody can reach Discord, its last process has %d shards of 4", got)
		}
		one.deafen(false)
		two.deafen(false)
		m.rest(time.Minute)
		m.awaitServed(4)
		if got := m.owned(); !slices.Equal(got, []int{2, 2}) {
			t.Errorf("after Discord is back they have %v", got)
		}
	})
}

// While the database is unavailable, nobody takes a shard. Soon after it is back, all shards are
// served as before. The first process that reaches it doesn't declare the others dead.
func TestTheDatabaseRestarts(t *testing.T) {
	testTeam(t, func(t *testing.T, m *team) {
		m.start(3, 6)
		m.rest(time.Minute)
		for _, outage := range []time.Duration{time.Second, 5 * time.Second, 30 * time.Second} {
			for i, p := range m.all() {
				p.locked(func() { p.dialTime = time.Duration(i) * 400 * time.Millisecond })
			}
			m.db.crash()
			m.rest(outage)
			m.db.recover()
			if took := m.awaitServed(6); took > 3*time.Second {
				t.Errorf("after an outage of %v it takes %v until all shards are served", outage, took)
			}
			m.wantNoneLost(outage)
		}
	})
}

// A shard is handed over as soon as its heir receives its events. It is unanswered only for a
// moment, even if sessions can only start one after another.
func TestARollingRestart(t *testing.T) {
	for _, tt := range []struct {
		interval, within time.Duration
	}{
		{0, 6 * time.Second},
		{5250 * time.Millisecond, 40 * time.Second}, // max_concurrency 1: 4 or 5 shards, one after another
	} {
		testTeam(t, func(t *testing.T, m *team) {
			m.interval = tt.interval
			m.start(3, 12)
			m.rest(5 * time.Minute)
			for range 6 {
				p := m.all()[0]
				left := make(chan bool)
				began := time.Now()
				go func() { left <- p.node.Leave(context.Background(), 12*time.Second) }()
				answered := map[int]time.Time{} // when each shard was last answered
				gap := time.Duration(0)
				for leaving := true; leaving || len(answered) < 12; {
					select {
					case ok := <-left:
						if leaving = false; !ok {
							t.Error("Leave found no other process")
						}
					case <-time.After(10 * time.Millisecond):
					}
					for shard := range 12 {
						if m.answers(shard) == 1 {
							if last, ok := answered[shard]; ok {
								gap = max(gap, time.Since(last))
							}
							answered[shard] = time.Now()
						}
					}
				}
				m.awaitServed(12)
				if took := time.Since(began); took > tt.within {
					t.Errorf("sessions %v apart: leaving took %v", tt.interval, took)
				}
				if gap > time.Second {
					t.Errorf("sessions %v apart: a shard had no answer for %v", tt.interval, gap)
				}
				m.stop(p)
				m.wantNoneLost("a rolling restart")
				m.start(1, 12)
				m.rest(5 * time.Minute)
			}
		})
	}
}

// A process that leaves doesn't wait forever for an heir that doesn't connect or doesn't exist.
func TestLeavingDoesNotTakeForever(t *testing.T) {
	for _, tt := range []struct {
		why         string
		otherLeaves bool // the other process leaves as well
		cut         bool // the first process loses the database while it leaves
		within      time.Duration
	}{
		{"the heir doesn't connect", false, false, 13 * time.Second},
		{"all leave at once", true, false, time.Second},
		{"the database is unavailable, and others end its session", false, true, 14 * time.Second},
	} {
		testTeam(t, func(t *testing.T, m *team) {
			first := m.start(1, 4)
			m.awaitServed(4)
			second := m.start(1, 4)
			second.locked(func() { second.connectTime = 20 * time.Second })
			m.rest(time.Second)
			began := time.Now()
			if tt.otherLeaves {
				go second.node.Leave(context.Background(), 12*time.Second)
			}
			if tt.cut {
				time.AfterFunc(time.Second, func() { first.cutOff(true) })
			}
			if first.node.Leave(context.Background(), 12*time.Second) {
				t.Errorf("%s: Leave says that others have the shards", tt.why)
			}
			if took := time.Since(began); took > tt.within {
				t.Errorf("%s: leaving took %v, want at most %v", tt.why, took, tt.within)
			}
			if m.stop(first); !tt.otherLeaves {
				m.awaitServed(4)
			}
		})
	}
}

func TestASingleProcessHandsNothingOver(t *testing.T) {
	testTeam(t, func(t *testing.T, m *team) {
		p := m.start(1, 4)
		m.awaitServed(4)
		if p.node.Leave(context.Background(), time.Minute) {
			t.Error("Leave returns true without another process")
		}
		m.awaitServed(4)
		m.stop(p)
		m.start(1, 4)
		if took := m.awaitServed(4); took > 2*time.Second {
			t.Errorf("the next process serves %v after the first has stopped", took)
		}
	})
}

// All processes assume the same number of shards, so they agree on the shard of each guild.
func TestAllProcessesUseTheSameNumberOfShards(t *testing.T) {
	testTeam(t, func(t *testing.T, m *team) {
		p := m.start(1, 4)
		join := func(shards int, adopt bool) (int, error) {
			other := New(Config{Open: (&process{team: m}).Open, Log: zerolog.Nop(), Heard: func(string) {}, Deaf: func() {}})
			of, err := other.Join(context.Background(), shards, adopt)
			if err == nil {
				other.session.Close()
			}
			return of, err
		}
		_, err := join(5, false)
		if divided, ok := errors.AsType[*Divided](err); !ok || divided.Theirs != 4 || divided.Ours != 5 {
			t.Errorf("another number of shards: %v", err)
		}
		if of, err := join(5, true); err != nil || of != 4 {
			t.Errorf("with adopt, the number of shards is %d, %v", of, err)
		}
		m.kill(p)
		if of, err := join(5, false); err != nil || of != 5 {
			t.Errorf("after the last process has crashed, the number of shards is %d, %v", of, err)
		}
	})
}

func TestTheShardOfAGuild(t *testing.T) {
	for _, c := range []struct {
		guild     string
		shards, n int
		why       string
	}{
		{"197038439483310086", 1, 0, "there is only one shard"},
		{"197038439483310086", 10, int(197038439483310086 >> 22 % 10), "as Discord says"},
		{"18446744073709551615", 7, int(uint64(18446744073709551615) >> 22 % 7), "ids are unsigned"},
		{"", 7, 0, "without a guild it is the first shard"},
	} {
		if got := Of(c.guild, c.shards); got != c.n {
			t.Errorf("guild %s of %d shards is in %d, want %d: %s", c.guild, c.shards, got, c.n, c.why)
		}
	}
}
