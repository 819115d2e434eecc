package leases_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"deuces/internal/leases"
)

func TestShardsAreSharedOutEvenly(t *testing.T) {
	bubble(t, func(t *testing.T, m *team) {
		m.start(1, 12)
		m.served(12)
		for _, want := range [][]int{{6, 6}, {4, 4, 4}, {3, 3, 3, 3}, {2, 2, 2, 3, 3}} {
			m.start(1, 12)
			m.rest(time.Minute)
			m.served(12)
			if got := m.has(); !slices.Equal(got, want) {
				t.Errorf("they have %v shards, want %v", got, want)
			}
			for _, p := range m.all() {
				if p.share != len(want) {
					t.Errorf("process %d believes that it is one of %d, there are %d", p.id, p.share, len(want))
				}
			}
		}
	})
}

// There may be more processes than shards, and a process without a shard waits for one. The first
// process takes all shards and then hands over those beyond its share.
func TestMoreProcessesThanShards(t *testing.T) {
	for _, tt := range []struct {
		why   string
		first time.Duration // until the second process starts
		then  time.Duration // until the third one does
	}{
		{"all come at once", 0, 0},
		{"one after the other", time.Minute, time.Minute},
		{"two come to one that has both", time.Minute, 0},
	} {
		bubble(t, func(t *testing.T, m *team) {
			for _, until := range []time.Duration{tt.first, tt.then, time.Minute} {
				m.start(1, 2)
				if until > 0 {
					m.rest(until)
				}
			}
			m.served(2)
			if got := m.has(); !slices.Equal(got, []int{0, 1, 1}) {
				t.Errorf("%s: they have %v shards", tt.why, got)
			}
		})
	}
}

func TestACrashIsOverInFifteenSeconds(t *testing.T) {
	bubble(t, func(t *testing.T, m *team) {
		m.start(3, 12)
		m.rest(time.Minute)
		for n := range 10 {
			m.rest(time.Duration(n) * 317 * time.Millisecond)
			m.kill(m.all()[n%3])
			if took := m.served(12); took > 15*time.Second {
				t.Errorf("crash %d was over after %v", n, took)
			}
			m.start(1, 12)
			m.rest(time.Minute)
		}
	})
}

// A process that can't reach the database stops answering before others take its shards, and joins
// again when it can. Take checks that.
func TestAProcessWithoutADatabaseStopsInTime(t *testing.T) {
	bubble(t, func(t *testing.T, m *team) {
		m.start(2, 4)
		m.rest(time.Minute)
		for range 5 {
			p := m.all()[0]
			p.cutOff(true)
			m.rest(time.Minute)
			if m.served(4); p.keeper.Trusted() {
				t.Error("it trusts a lease that it can't renew")
			}
			p.cutOff(false)
			m.rest(time.Minute)
			m.served(4)
			if got := m.has(); !slices.Equal(got, []int{2, 2}) {
				t.Errorf("after it is back they have %v", got)
			}
		}
		if c := m.all()[0].keeper.Counts(); c.Lost == 0 {
			t.Errorf("it counts %+v", c)
		}
	})
}

// While the database is unavailable nobody takes a shard, and soon afterwards the state is as
// before: the first process to return doesn't declare the others dead.
func TestTheDatabaseRestarts(t *testing.T) {
	bubble(t, func(t *testing.T, m *team) {
		m.start(3, 6)
		m.rest(time.Minute)
		for _, gone := range []time.Duration{time.Second, 5 * time.Second, 30 * time.Second} {
			for _, p := range m.all() {
				p.cutOff(true)
			}
			m.rest(gone)
			for _, p := range m.all() {
				p.cutOff(false)
				m.rest(200 * time.Millisecond)
			}
			if took := m.served(6); took > 3*time.Second {
				t.Errorf("away for %v, all is served %v after", gone, took)
			}
			m.noneLost(gone)
		}
	})
}

// Each shard is handed over once its heir receives its events, and is unanswered only for a moment,
// even if sessions start one after another. The clicks that were answered are passed on.
func TestARollingRestart(t *testing.T) {
	for _, tt := range []struct {
		apart, within time.Duration
	}{
		{0, 6 * time.Second},
		{5250 * time.Millisecond, 40 * time.Second}, // max_concurrency 1: 4 or 5 shards, one after another
	} {
		bubble(t, func(t *testing.T, m *team) {
			m.apart = tt.apart
			m.start(3, 12)
			m.rest(5 * time.Minute)
			for range 6 {
				p := m.all()[0]
				left := make(chan bool)
				began := time.Now()
				go func() { left <- p.keeper.Leave(context.Background(), 12*time.Second) }()
				answered := map[int]time.Time{} // when each shard was last answered
				gap := time.Duration(0)
				for going := true; going || len(answered) < 12; {
					select {
					case ok := <-left:
						if going = false; !ok {
							t.Error("it had others, and found nobody")
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
				m.served(12)
				if took := time.Since(began); took > tt.within {
					t.Errorf("sessions %v apart: leaving took %v", tt.apart, took)
				}
				if gap > time.Second {
					t.Errorf("sessions %v apart: a shard had no answer for %v", tt.apart, gap)
				}
				if err := p.keeper.Resign(context.Background()); err != nil {
					t.Error(err)
				}
				m.kill(p)
				m.noneLost("a rolling restart")
				m.start(1, 12)
				m.rest(5 * time.Minute)
			}
		})
	}
}

// A process that leaves doesn't wait forever for an heir that doesn't connect or doesn't exist.
func TestLeavingHasAnEnd(t *testing.T) {
	for _, tt := range []struct {
		why    string
		slow   time.Duration // until the other process is connected
		leaves bool          // the other process leaves as well
		cut    bool          // it loses the database while it leaves
		within time.Duration
		gets   int // shards of the other process
	}{
		{"an heir that doesn't connect", time.Hour, false, false, 14 * time.Second, 4},
		{"all leave at once", 300 * time.Millisecond, true, false, 3 * time.Second, 0},
		{"the database is away, and its lease runs out", time.Hour, false, true, 16 * time.Second, 4},
	} {
		bubble(t, func(t *testing.T, m *team) {
			first := m.start(1, 4)
			m.served(4)
			second := m.start(1, 4)
			second.set(func() { second.slow = tt.slow })
			m.rest(time.Second)
			began := time.Now()
			if tt.leaves {
				go second.keeper.Leave(context.Background(), 12*time.Second)
			}
			if tt.cut {
				time.AfterFunc(time.Second, func() { first.cutOff(true) })
			}
			if !first.keeper.Leave(context.Background(), 12*time.Second) {
				t.Errorf("%s: it had another, and found nobody", tt.why)
			}
			if took := time.Since(began); took > tt.within {
				t.Errorf("%s: leaving took %v", tt.why, took)
			}
			m.rest(2 * time.Second)
			if got := second.keeper.Counts().Owned; got != tt.gets {
				t.Errorf("%s: the other has %d shards of 4, want %d", tt.why, got, tt.gets)
			}
		})
	}
}

// If a drained shard can't be handed over, its tables count as alive until it was drained, not only
// until it last changed hands.
func TestAShardThatIsTakenBackStaysAliveUntilItIsDrained(t *testing.T) {
	bubble(t, func(t *testing.T, m *team) {
		first := m.start(1, 2)
		first.set(func() { first.keeps = true })
		m.served(2)
		m.rest(5 * time.Hour)
		began := time.Now()
		m.start(1, 2)
		m.rest(10 * time.Second)
		first.mu.Lock()
		defer first.mu.Unlock()
		if first.alive.Before(began) || first.alive.After(time.Now()) {
			t.Errorf("what it took back is said to have lived until %v, another process came at %v", first.alive, began)
		}
	})
}

func TestASingleProcessHandsNothingOver(t *testing.T) {
	bubble(t, func(t *testing.T, m *team) {
		p := m.start(1, 4)
		m.served(4)
		if p.keeper.Leave(context.Background(), time.Minute) {
			t.Error("it left what it has to nobody")
		}
		m.served(4)
		if err := p.keeper.Resign(context.Background()); err != nil {
			t.Error(err)
		}
		m.kill(p)
		m.start(1, 4)
		if took := m.served(4); took > 2*time.Second {
			t.Errorf("the next one serves after %v, though the first signed off", took)
		}
	})
}

// All processes compute the same shard of a guild.
func TestAllDivideGuildsAlike(t *testing.T) {
	bubble(t, func(t *testing.T, m *team) {
		p := m.start(1, 4)
		other := leases.New(store{&process{team: m}}, zerolog.Nop())
		_, err := other.Join(context.Background(), 5, false)
		if divided, ok := errors.AsType[*leases.Divided](err); !ok || divided.Theirs != 4 || divided.Ours != 5 {
			t.Errorf("another number of shards: %v", err)
		}
		if of, err := other.Join(context.Background(), 5, true); err != nil || of != 4 {
			t.Errorf("whoever takes any number has %d, %v", of, err)
		}
		m.kill(p)
		m.rest(leases.Expiry + time.Second)
		if of, err := other.Join(context.Background(), 5, false); err != nil || of != 5 {
			t.Errorf("when all are gone, it is %d, %v", of, err)
		}
	})
}

func TestTheShardOfAGuild(t *testing.T) {
	for _, c := range []struct {
		guild     string
		shards, n int
		why       string
	}{
		{"197038439483310086", 1, 0, "there is but one"},
		{"197038439483310086", 10, int(197038439483310086 >> 22 % 10), "as Discord says"},
		{"18446744073709551615", 7, int(uint64(18446744073709551615) >> 22 % 7), "ids are unsigned"},
		{"", 7, 0, "what is no guild is the first one's"},
	} {
		if got := leases.Of(c.guild, c.shards); got != c.n {
			t.Errorf("guild %s of %d shards is in %d, want %d: %s", c.guild, c.shards, got, c.n, c.why)
		}
	}
}
