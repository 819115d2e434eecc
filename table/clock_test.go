package table_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// wait advances the time and lets the tables do what is due.
func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (h *harness) now() match.Match {
	h.t.Helper()
	m, ok := h.In("c")
	if !ok {
		h.t.Fatal("the table is gone")
	}
	return m
}

func TestTimeOutPlaysTheDefault(t *testing.T) {
	bubble(t, func(t *testing.T, h *harness) {
		m := h.deal(matchtest.Opening(nil), bob, cy)
		wait(80 * time.Second)
		m = h.do(m.ID, matchtest.Turn(m, 0)) // stops the clock
		follower, _ := m.Turn()
		wait(90*time.Second - time.Millisecond)
		if got := h.now().Decision; got != m.Decision {
			t.Fatalf("the clock acted early: %v", got)
		}
		wait(time.Millisecond)
		now := h.now()
		moves := now.Moves
		if len(moves) != 2 || moves[1].Seat != follower || moves[1].By != match.ByClock || moves[1].News[0].Kind != game.Passed {
			t.Errorf("at the deadline: %+v, want seat %d to pass", moves, follower)
		}
		if got := now.Deadline().Sub(now.At); got != 90*time.Second {
			t.Errorf("the next seat has %v", got)
		}
	})
}

// Storing a play takes 100 seconds, longer than the next player's time. A click within that
// time still counts.
func TestClicksInTimeAreHandledBeforeTheClock(t *testing.T) {
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			slow := false
			h := open(t, &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
				if op == tabletest.Append && slow {
					slow = false
					time.Sleep(100 * time.Second)
				}
				return tabletest.None
			}})
			m := h.deal(matchtest.Opening(nil), bob)
			seat, _ := m.Turn()
			slow = true
			go func() {
				if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); err != nil {
					t.Errorf("the slow play: %v", err)
				}
			}()
			wait(50 * time.Second)
			reply := match.Act{Player: m.Players()[1-seat], Decision: match.Decision{Round: 1, Turn: 2}, Action: game.Action{Verb: game.Pass}}
			if m, err := h.Do(t.Context(), m.ID, reply); err != nil || m.Moves[1].By != match.ByPlayer {
				t.Errorf("%v, %+v", err, m.Moves)
			}
		})
	}
}

func TestIdleLobbyCloses(t *testing.T) {
	bubble(t, func(t *testing.T, h *harness) {
		m := h.lobby(matchtest.Opening(nil))
		wait(29 * time.Minute)
		h.do(m.ID, match.Join{Player: bob}) // activity in the lobby
		wait(29 * time.Minute)
		if got := h.now().Phase; got != match.Lobby {
			t.Fatalf("the lobby is %v", got)
		}
		wait(time.Minute)
		if _, live := h.In("c"); live {
			t.Error("an idle lobby is still open")
		}
		if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err != nil {
			t.Errorf("the channel is not free: %v", err)
		}
	})
}

func TestAPlayerIsWarnedBeforeTimeRunsOut(t *testing.T) {
	for _, c := range []struct {
		reason       string
		clock, after time.Duration // 0: never
	}{
		{"a third before the end", 90 * time.Second, 60 * time.Second},
		{"the shortest clock with a warning", 30 * time.Second, 20 * time.Second},
		{"a short clock has no warning", 29 * time.Second, 0},
		{"slow games: an hour before the end", 24 * time.Hour, 23 * time.Hour},
		{"no clock: a reminder", 0, 10 * time.Minute},
	} {
		bubble(t, func(t *testing.T, h *harness) {
			o := matchtest.Opening(nil)
			o.Settings = match.Settings{Clock: c.clock, Pace: time.Second}
			m := h.deal(o, bob)
			if c.after == 0 {
				if !m.Warning().IsZero() {
					t.Errorf("%s: it comes at %v", c.reason, m.Warning())
				}
				return
			}
			before := len(h.notified())
			wait(c.after - time.Millisecond)
			if len(h.notified()) != before {
				t.Errorf("%s: told before it", c.reason)
			}
			wait(2 * time.Millisecond)
			if told := h.notified()[before:]; len(told) != 1 || told[0].Seq != m.Seq {
				t.Errorf("%s: told %d times", c.reason, len(told))
			}
			// Another notification would be another mention, so a restart must not repeat it.
			m = h.restartAfter(time.Hour, 0).now()
			if got := m.Warning(); got.IsZero() || got.After(time.Now()) {
				t.Errorf("%s: after a restart it comes at %v, now is %v", c.reason, got, time.Now())
			}
			seat, _ := m.Turn()
			gone := matchtest.Play(t, m, match.Leave{Player: m.Players()[seat]})
			if !gone.Warning().IsZero() {
				t.Errorf("%s: a stand-in is warned", c.reason)
			}
			if next := matchtest.Play(t, m, matchtest.Turn(m, 0)); next.Warning().Sub(next.At) != c.after {
				t.Errorf("%s: the next player is warned at %v", c.reason, next.Warning())
			}
		})
	}
}

// Without a clock nothing happens by itself except the deal, and the end of the time to undo, which is told.
func TestATableWithoutAClockWaits(t *testing.T) {
	bubble(t, func(t *testing.T, h *harness) {
		o := matchtest.Opening(nil)
		o.Settings = match.Settings{Pause: time.Second, Undo: time.Minute}
		m := h.deal(o, bob)
		m = h.do(m.ID, matchtest.Turn(m, 0))
		if !m.Deadline().IsZero() {
			t.Errorf("a table without a clock has the deadline %v", m.Deadline())
		}
		told := len(h.notified())
		wait(time.Minute - time.Millisecond)
		early := len(h.notified()) - told
		wait(time.Millisecond)
		if n := len(h.notified()) - told; early != 0 || n != 1 {
			t.Errorf("that the play stands is told %d times, %d times early", n, early)
		}
		wait(1000 * time.Hour)
		m = h.playRound(h.now())
		wait(time.Second)
		if got := h.now(); got.Decision.Round != 2 || got.Seq != m.Seq+1 {
			t.Errorf("the next round: %d, event %d", got.Decision.Round, got.Seq)
		}
	})
}

// The next round is dealt as soon as everyone is ready, also after a restart in between.
func TestNobodyWaitsOnceEveryoneIsReady(t *testing.T) {
	bubble(t, func(t *testing.T, h *harness) {
		m := h.playRound(h.deal(matchtest.Opening(nil), bob))
		h.do(m.ID, match.NextRound{Player: ann})
		h = h.restartAfter(0, 0)
		h.do(m.ID, match.NextRound{Player: bob})
		if wait(0); h.now().Decision.Round != 2 {
			t.Error("everyone is ready, and still the table waits")
		}
	})
}

// restartAfter returns a registry that starts after the program was down for away. The last
// stored sign of life is older by stamp, at most five seconds.
func (h *harness) restartAfter(away, stamp time.Duration) *harness {
	h.t.Helper()
	alive := time.Now().Add(-stamp)
	h.stop()
	time.Sleep(away)
	next := openWith(h.t, h.log, func(c *table.Config) {
		h.set(c)
		c.LastAlive = alive
	})
	synctest.Wait()
	return next
}

// If it is unknown how long the program was down, the time counts.
func TestRestartKeepsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.deal(matchtest.Opening(nil), bob, cy)
		h.do(m.ID, matchtest.Turn(m, 0))
		for _, c := range []struct {
			played, down time.Duration
			moves        int
		}{{50 * time.Second, 0, 1}, {40 * time.Second, 10 * time.Minute, 3}} {
			wait(c.played)
			h.stop()
			wait(c.down)
			h = open(t, log)
			synctest.Wait()
			if moves := h.now().Moves; len(moves) != c.moves {
				t.Errorf("after %v down: %+v", c.down, moves)
			}
		}
	})
}

func TestDowntimeDoesNotCount(t *testing.T) {
	for _, c := range []struct {
		reason             string
		clock, spent, left time.Duration // left: the player's remaining time after the restart
	}{
		{"the rest of the clock", 90 * time.Second, 50 * time.Second, 44 * time.Second},
		{"at least half a minute", 90 * time.Second, 80 * time.Second, 30 * time.Second},
		{"a clock that had all but run out", 90 * time.Second, 90*time.Second - time.Millisecond, 30 * time.Second},
		{"never more than the clock has", 20 * time.Second, 15 * time.Second, 20 * time.Second},
		{"slow games", 24 * time.Hour, 5 * time.Hour, 19*time.Hour + 4*time.Second},
		{"a sign of life from before the last event is ignored", 90 * time.Second, 0, 90 * time.Second},
	} {
		bubble(t, func(t *testing.T, h *harness) {
			o := matchtest.Opening(nil)
			o.Settings = match.DefaultSettings()
			o.Settings.Clock = c.clock
			before := h.deal(o, bob)
			wait(c.spent)
			h = h.restartAfter(3*time.Hour, 4*time.Second)
			m := h.now()
			if got := time.Until(m.Deadline()); got != c.left || m.Decision != before.Decision {
				t.Errorf("%s: %v left for decision %v, want %v for %v", c.reason, got, m.Decision, c.left, before.Decision)
			}
			wait(c.left)
			if moves := h.now().Moves; len(moves) != 1 || moves[0].By != match.ByClock {
				t.Errorf("%s: then %+v", c.reason, moves)
			}
		})
	}
}

func TestDowntimeDoesNotCountInLobbiesAndPauses(t *testing.T) {
	bubble(t, func(t *testing.T, h *harness) {
		h.lobby(matchtest.Opening(nil))
		wait(20 * time.Minute)
		h = h.restartAfter(time.Hour, 0)
		if got := time.Until(h.now().Deadline()); got != 10*time.Minute {
			t.Errorf("a lobby has %v left", got)
		}
		m := h.now()
		h.do(m.ID, match.Join{Player: bob})
		h.do(m.ID, match.Start{Player: ann})
		wait(2*90*time.Second + 23*time.Hour)
		h = h.restartAfter(48*time.Hour, 0)
		if got := time.Until(h.now().Deadline()); !h.now().Paused || got != time.Hour {
			t.Errorf("a paused match has %v left", got)
		}
		h.playRound(h.do(m.ID, match.Here{Player: ann}))
		h = h.restartAfter(time.Hour, 0)
		if got := h.now(); got.Decision.Round != 2 || got.Decision.Turn != 1 {
			t.Errorf("the deal that was due: %v", got.Decision)
		}
	})
}

// The disk fails while the tables wake: none of them loses time.
func TestTablesWakeAfterTheDiskRecovers(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Before, tabletest.After} {
		synctest.Test(t, func(t *testing.T) {
			var failing atomic.Bool
			h := open(t, tabletest.FailWhile(&failing, fault, tabletest.Append))
			h.deal(matchtest.Opening(nil), bob)
			wait(50 * time.Second)
			failing.Store(true)
			h = h.restartAfter(time.Hour, 0)
			wait(3 * time.Second)
			failing.Store(false)
			wait(7 * time.Second)
			m := h.now()
			if got := time.Until(m.Deadline()); len(m.Moves) > 0 || got < 20*time.Second {
				t.Errorf("fault %d: %v left, moves %+v", fault, got, m.Moves)
			}
		})
	}
}

// settableClock is a clock that can be set. The clock of the synctest bubble can't.
type settableClock struct{ by atomic.Int64 }

func (j *settableClock) now() time.Time { return time.Now().Round(0).Add(time.Duration(j.by.Load())) }

func (j *settableClock) set(by time.Duration) { j.by.Add(int64(by)) }

func TestDeadlinesMoveWithTheClock(t *testing.T) {
	for _, c := range []struct {
		reason string
		by     time.Duration
		after  time.Duration // until the change has been noticed
		joins  bool          // somebody joins, which notices it
	}{
		{"forth, and nobody does anything", time.Hour, 6 * time.Second, false},
		{"back, and nobody does anything", -time.Hour, 6 * time.Second, false},
		{"forth, and somebody joins", time.Hour, 6 * time.Second, true},
		{"back, and somebody joins", -time.Hour, 6 * time.Second, true},
		{"back by days", -50 * time.Hour, 6 * time.Second, false},
		{"forth by a little", 3 * time.Second, 6 * time.Second, false},
		{"back by a little", -3 * time.Second, 6 * time.Second, false},
		{"forth, and somebody joins at the last moment, before anything has read the clock", time.Hour, 69 * time.Second, true},
		{"back, and somebody joins at the last moment, before anything has read the clock", -time.Hour, 69 * time.Second, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			clock, said := &settableClock{}, &strings.Builder{}
			h := openWith(t, &tabletest.Log{}, func(cfg *table.Config) {
				cfg.Wall, cfg.Logger = clock.now, zerolog.New(zerolog.SyncWriter(said))
			})
			if !c.joins {
				go h.WatchClock(t.Context())
			}
			m := h.deal(matchtest.Opening(nil), bob)
			wait(20 * time.Second)
			clock.set(c.by)
			wait(c.after)
			if c.joins {
				h.do(m.ID, match.Join{Player: cy})
			}
			now, rest := h.now(), 70*time.Second-c.after
			if left := now.Deadline().Sub(clock.now()); (left-rest).Abs() > 10*time.Millisecond || now.Decision != m.Decision {
				t.Errorf("%s: %v left for %v, want %v for %v", c.reason, left, now.Decision, rest, m.Decision)
			}
			if n := strings.Count(said.String(), "clock of this machine was set"); n != 1 {
				t.Errorf("%s: it is told %d times: %s", c.reason, n, said)
			}
			wait(rest - time.Second)
			if moves := h.now().Moves; len(moves) != 0 {
				t.Errorf("%s: a second before the deadline: %+v", c.reason, moves)
			}
			wait(time.Second + 10*time.Millisecond)
			next := h.now()
			if len(next.Moves) != 1 || next.Moves[0].By != match.ByClock || next.Moves[0].At.Sub(clock.now()).Abs() > time.Second {
				t.Errorf("%s: at the deadline: %+v, now %v", c.reason, next.Moves, clock.now())
			}
			// The next player has the whole clock, and plays count.
			if left := next.Deadline().Sub(clock.now()); (left - 90*time.Second).Abs() > time.Second {
				t.Errorf("%s: the next player has %v", c.reason, left)
			}
			if played := h.do(m.ID, matchtest.Turn(next, 0)); played.Decision == next.Decision {
				t.Errorf("%s: the play is lost", c.reason)
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
		h.stop()
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
				h := openWith(t, tabletest.FailWhile(&failing, fault), func(cfg *table.Config) { cfg.Wall = clock.now })
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

// readerFunc is an io.Reader.
type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// Lost time can't be recorded because the next round can't be sealed: the clock retries at
// intervals, logs it once, and records the time when it can.
func TestTheClockDoesNotRetryInABusyLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var works atomic.Bool
		var tries atomic.Int64
		random := func(p []byte) (int, error) {
			if tries.Add(1) > 1000 || works.Load() {
				return len(p), nil
			}
			return 0, errors.New("there is no chance")
		}
		log, clock, said := &tabletest.Log{}, &settableClock{}, &strings.Builder{}
		storeWithoutSeals(t, log, "c")
		h := openWith(t, log, func(cfg *table.Config) {
			cfg.Random, cfg.Wall, cfg.Logger = readerFunc(random), clock.now, zerolog.New(zerolog.SyncWriter(said))
		})
		synctest.Wait()
		clock.set(time.Hour)
		h.now()
		wait(time.Minute)
		if n := tries.Load(); n < 20 || n > 70 {
			t.Errorf("it tries %d times in a minute", n)
		}
		if n := strings.Count(said.String(), "the clock cannot act"); n != 1 {
			t.Errorf("the log says %d times that the clock cannot act", n)
		}
		works.Store(true)
		wait(2 * time.Second)
		if m := h.now(); m.ClockSet != time.Hour || len(m.Deals()) != 1 {
			t.Errorf("the clock was set by %v, and there are %d seals", m.ClockSet, len(m.Deals()))
		}
	})
}
