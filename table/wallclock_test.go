package table_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// settableClock is a clock that can be set. The clock of the synctest bubble can't.
type settableClock struct{ by atomic.Int64 }

func (j *settableClock) now() time.Time { return time.Now().Round(0).Add(time.Duration(j.by.Load())) }

func (j *settableClock) set(by time.Duration) { j.by.Add(int64(by)) }

func TestDeadlinesMoveWithTheClock(t *testing.T) {
	for _, c := range []struct {
		reason string
		by     time.Duration
		notice func(*harness, match.Match) // what detects the change first
	}{
		{"forth, and nobody does anything", time.Hour, nil},
		{"back, and nobody does anything", -time.Hour, nil},
		{"forth, and somebody joins", time.Hour, func(h *harness, m match.Match) { h.do(m.ID, match.Join{Player: cy}) }},
		{"back, and somebody joins", -time.Hour, func(h *harness, m match.Match) { h.do(m.ID, match.Join{Player: cy}) }},
		{"back by days", -50 * time.Hour, nil},
		{"forth by a little", 3 * time.Second, nil},
		{"back by a little", -3 * time.Second, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			clock, said := &settableClock{}, &strings.Builder{}
			h := openWith(t, &tabletest.Log{}, func(cfg *table.Config) { cfg.Wall, cfg.Logger = clock.now, zerolog.New(zerolog.SyncWriter(said)) })
			go h.WatchClock(t.Context())
			m := h.deal(matchtest.Opening(nil), bob)
			wait(20 * time.Second)
			clock.set(c.by)
			if c.notice != nil {
				c.notice(h, m)
			}
			wait(6 * time.Second)
			now := h.now()
			if left := now.Deadline().Sub(clock.now()); (left-64*time.Second).Abs() > 10*time.Millisecond || now.Decision != m.Decision {
				t.Errorf("%s: %v left for %v, want 1m4s for %v", c.reason, left, now.Decision, m.Decision)
			}
			if n := strings.Count(said.String(), "clock of this machine was set"); n != 1 {
				t.Errorf("%s: it is told %d times: %s", c.reason, n, said)
			}
			wait(63 * time.Second)
			if moves := h.now().Moves; len(moves) != 0 {
				t.Errorf("%s: a second before the deadline: %+v", c.reason, moves)
			}
			wait(time.Second + 10*time.Millisecond)
			moves := h.now().Moves
			if len(moves) != 1 || moves[0].By != match.ByClock || moves[0].At.Sub(clock.now()).Abs() > time.Second {
				t.Errorf("%s: at the deadline: %+v, now %v", c.reason, moves, clock.now())
			}
			// The next player has the whole clock, and plays count.
			next := h.now()
			if left := next.Deadline().Sub(clock.now()); (left - 90*time.Second).Abs() > time.Second {
				t.Errorf("%s: the next player has %v", c.reason, left)
			}
			if played := h.do(m.ID, matchtest.Turn(next, 0)); played.Decision == next.Decision {
				t.Errorf("%s: the play is lost", c.reason)
			}
		})
	}
}

// The clock is set exactly at the deadline, before anything has read it.
func TestAClockChangeEndsNoTurnEarly(t *testing.T) {
	for _, by := range []time.Duration{-time.Hour, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			clock := &settableClock{}
			h := openWith(t, &tabletest.Log{}, func(cfg *table.Config) { cfg.Wall = clock.now })
			m := h.deal(matchtest.Opening(nil), bob)
			wait(50 * time.Second)
			clock.set(by)
			wait(39 * time.Second)
			h.do(m.ID, match.Join{Player: cy}) // makes the table read its clock
			if moves := h.now().Moves; len(moves) != 0 {
				t.Errorf("set by %v, at 89 of 90 seconds: %+v", by, moves)
			}
			wait(1100 * time.Millisecond)
			if moves := h.now().Moves; len(moves) != 1 {
				t.Errorf("set by %v, after the deadline: %+v", by, moves)
			}
		})
	}
}

// The clock is set back while the program is down: the player keeps the time that was left.
func TestTheClockIsSetBackWhileTheProgramIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock, log := &settableClock{}, &tabletest.Log{}
		h := openWith(t, log, func(cfg *table.Config) { cfg.Wall = clock.now })
		m := h.deal(matchtest.Opening(nil), bob)
		wait(20 * time.Second)
		alive := clock.now()
		if err := h.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		wait(3 * time.Second)
		clock.set(-time.Hour)
		h = openWith(t, log, func(cfg *table.Config) { cfg.Wall, cfg.LastAlive = clock.now, alive })
		wait(time.Second)
		now := h.now()
		if left := now.Deadline().Sub(clock.now()); (left-69*time.Second).Abs() > time.Second || now.Decision != m.Decision {
			t.Errorf("%v left for %v", left, now.Decision)
		}
	})
}

// The disk fails while the clock is set: both are recorded, and neither is counted twice.
func TestTheClockIsSetWhileTheLogFails(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Before, tabletest.After} {
		for _, by := range []time.Duration{-time.Hour, time.Hour} {
			synctest.Test(t, func(t *testing.T) {
				clock := &settableClock{}
				var failing atomic.Bool
				log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
					if failing.Load() {
						return fault
					}
					return tabletest.None
				}}
				h := openWith(t, log, func(cfg *table.Config) { cfg.Wall = clock.now })
				go h.WatchClock(t.Context())
				h.deal(matchtest.Opening(nil), bob)
				wait(20 * time.Second)
				failing.Store(true)
				clock.set(by)
				wait(8 * time.Second)
				failing.Store(false)
				wait(3 * time.Second)
				left := h.now().Deadline().Sub(clock.now())
				if left < 58*time.Second || left > 68*time.Second {
					t.Errorf("fault %d, set by %v: %v left", fault, by, left)
				}
			})
		}
	}
}

// failingRandom is a random source that fails until enabled and counts its uses.
type failingRandom struct {
	times atomic.Int64
	works atomic.Bool
}

func (u *failingRandom) Read(p []byte) (int, error) {
	if u.times.Add(1) > 1000 || u.works.Load() {
		clear(p)
		return len(p), nil
	}
	return 0, errors.New("there is no chance")
}

// Lost time can't be recorded because the next round can't be sealed: the clock retries at
// intervals, logs it once, and records the time when it can.
func TestTheClockDoesNotRetryInABusyLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		events, err := match.New(0, matchtest.NewToy).Decide(oldProgramTable(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Create(t.Context(), events); err != nil {
			t.Fatal(err)
		}
		chance, clock, said := &failingRandom{}, &settableClock{}, &strings.Builder{}
		h := openWith(t, log, func(cfg *table.Config) {
			cfg.Random, cfg.Wall, cfg.Logger = chance, clock.now, zerolog.New(zerolog.SyncWriter(said))
		})
		synctest.Wait()
		clock.set(time.Hour)
		h.now()
		wait(time.Minute)
		if n := chance.times.Load(); n < 20 || n > 70 {
			t.Errorf("it tries %d times in a minute", n)
		}
		if n := strings.Count(said.String(), "the clock cannot act"); n != 1 {
			t.Errorf("the log says %d times that the clock cannot act", n)
		}
		chance.works.Store(true)
		wait(2 * time.Second)
		if m := h.now(); m.ClockSet != time.Hour || len(m.Deals()) != 1 {
			t.Errorf("the clock was set by %v, and there are %d seals", m.ClockSet, len(m.Deals()))
		}
	})
}

// oldProgramTable opens a table whose log an older program began.
func oldProgramTable() match.Opening {
	o := matchtest.Opening(nil)
	o.Version, o.Settings = 1, match.DefaultSettings()
	return o
}
