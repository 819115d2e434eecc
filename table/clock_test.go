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

// advance advances the fake clock and lets the tables do what is due.
func advance(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (h *harness) table() match.Match {
	h.t.Helper()
	m, ok := h.In("c")
	if !ok {
		h.t.Fatal("channel c has no table")
	}
	return m
}

func TestTimeOutPlaysTheDefault(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.startMatch(matchtest.Opening(nil), bob, cy)
		advance(80 * time.Second)
		m = h.mustDo(m.ID, matchtest.Turn(m, 0)) // somebody acts, so their clock stops
		follower, _ := m.Turn()
		advance(90*time.Second - time.Millisecond)
		if got := h.table().Decision; got != m.Decision {
			t.Fatalf("decision %v a millisecond before the deadline, want none made by the clock", got)
		}
		advance(time.Millisecond)
		now := h.table()
		moves := now.Moves
		if len(moves) != 2 || moves[1].Seat != follower || moves[1].By != match.ByClock || moves[1].News[0].Kind != game.Passed {
			t.Errorf("at the deadline: %+v, want seat %d to pass", moves, follower)
		}
		if got := now.Deadline().Sub(now.At); got != 90*time.Second {
			t.Errorf("the next seat has %v, want 90s", got)
		}
	})
}

// Storing a play takes 100 seconds, which is longer than the next player's time. If the next player
// clicks before their time is over, the click counts, although it is handled later.
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
			m := h.startMatch(matchtest.Opening(nil), bob)
			seat, _ := m.Turn()
			slow = true
			go func() {
				if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); err != nil {
					t.Errorf("the slow play: %v", err)
				}
			}()
			advance(50 * time.Second)
			reply := match.Act{Player: m.Players()[1-seat], Decision: match.Decision{Round: 1, Turn: 2}, Action: game.Action{Verb: game.Pass}}
			if m, err := h.Do(t.Context(), m.ID, reply); err != nil || m.Moves[1].By != match.ByPlayer {
				t.Errorf("the click in time got %v, and the moves are %+v; want it to count as the player's", err, m.Moves)
			}
		})
	}
}

func TestIdleLobbyCloses(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.openTable(matchtest.Opening(nil))
		advance(29 * time.Minute)
		h.mustDo(m.ID, match.Join{Player: bob}) // activity in the lobby
		advance(29 * time.Minute)
		if got := h.table().Phase; got != match.Lobby {
			t.Fatalf("a lobby with activity 29 minutes ago is %v, want it open", got)
		}
		advance(time.Minute)
		if _, live := h.In("c"); live {
			t.Error("the lobby is live 30 minutes after the last activity, want it closed")
		}
		if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err != nil {
			t.Errorf("cannot open another table in the channel: %v", err)
		}
	})
}

func TestAPlayerIsWarnedBeforeTimeRunsOut(t *testing.T) {
	for _, c := range []struct {
		reason           string
		clock, warnAfter time.Duration // warnAfter is 0 if no warning is due
		soonAfter        time.Duration // in every turn but the first of the match
	}{
		{"a third before the end", 90 * time.Second, 60 * time.Second, 20 * time.Second},
		{"the shortest clock with a warning", 30 * time.Second, 20 * time.Second, 15 * time.Second},
		{"a short clock has no warning", 29 * time.Second, 0, 14500 * time.Millisecond},
		{"slow tables: when a quarter is left, and otherwise at once", 24 * time.Hour, 18 * time.Hour, 0},
		{"no clock: a reminder", 0, 10 * time.Minute, 20 * time.Second},
	} {
		testWithHarness(t, func(t *testing.T, h *harness) {
			o := matchtest.Opening(nil)
			o.Settings = match.Settings{Clock: c.clock, Pace: time.Second}
			m := h.startMatch(o, bob)
			if next := matchtest.Play(t, m, matchtest.Turn(m, 0)); !m.Soon().Equal(m.At) || next.Soon().Sub(next.At) != c.soonAfter {
				t.Errorf("%s: whoever may not have noticed is told after %v in the first turn and %v in the second, want 0s and %v", c.reason, m.Soon().Sub(m.At), next.Soon().Sub(next.At), c.soonAfter)
			}
			if c.warnAfter == 0 {
				if !m.Warning().IsZero() {
					t.Errorf("%s: got a warning at %v, want none", c.reason, m.Warning())
				}
				return
			}
			before := len(h.notified())
			advance(c.warnAfter - time.Millisecond)
			if len(h.notified()) != before {
				t.Errorf("%s: the warning came a millisecond too early", c.reason)
			}
			advance(2 * time.Millisecond)
			if warnings := h.notified()[before:]; len(warnings) != 1 || warnings[0].Seq != m.Seq {
				t.Errorf("%s: got %d warnings, want 1", c.reason, len(warnings))
			}
			// The warning mentions the player. A restart must not repeat it.
			m = h.restartAfter(time.Hour, 0).table()
			if got := m.Warning(); got.IsZero() || got.After(time.Now()) {
				t.Errorf("%s: after a restart the warning comes at %v, now is %v", c.reason, got, time.Now())
			}
			seat, _ := m.Turn()
			left := matchtest.Play(t, m, match.Leave{Player: m.Players()[seat]})
			if !left.Warning().IsZero() {
				t.Errorf("%s: got a warning for a stand-in, want none", c.reason)
			}
			if next := matchtest.Play(t, m, matchtest.Turn(m, 0)); next.Warning().Sub(next.At) != c.warnAfter {
				t.Errorf("%s: the next player is warned at %v, want the same time after the turn began", c.reason, next.Warning())
			}
		})
	}
}

// Without a clock nothing happens by itself except the next deal and the end of the time in which a
// play can be undone. The latter is notified.
func TestATableWithoutAClockWaitsForPlayers(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		o := matchtest.Opening(nil)
		o.Settings = match.Settings{Pause: time.Second, Undo: time.Minute}
		m := h.startMatch(o, bob)
		m = h.mustDo(m.ID, matchtest.Turn(m, 0))
		if !m.Deadline().IsZero() {
			t.Errorf("a table without a clock has the deadline %v", m.Deadline())
		}
		before := len(h.notified())
		advance(time.Minute - time.Millisecond)
		early := len(h.notified()) - before
		advance(time.Millisecond)
		if n := len(h.notified()) - before; early != 0 || n != 1 {
			t.Errorf("got %d notifications of the end of the undo time, %d of them early; want 1 and 0", n, early)
		}
		advance(1000 * time.Hour)
		m = h.playRound(h.table())
		advance(time.Second)
		if got := h.table(); got.Decision.Round != 2 || got.Seq != m.Seq+1 {
			t.Errorf("got round %d at event %d, want round 2 and one event for its deal", got.Decision.Round, got.Seq)
		}
	})
}

// The next round is dealt as soon as everyone is ready, also after a restart in between.
func TestNobodyWaitsOnceEveryoneIsReady(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.playRound(h.startMatch(matchtest.Opening(nil), bob))
		h.mustDo(m.ID, match.NextRound{Player: ann})
		h = h.restartAfter(0, 0)
		h.mustDo(m.ID, match.NextRound{Player: bob})
		if advance(0); h.table().Decision.Round != 2 {
			t.Error("everyone is ready, but the next round is not dealt")
		}
	})
}

// restartAfter closes the registry and returns a new one that starts after a downtime. The last
// stored heartbeat is older than the end of the old registry by heartbeatAge, at most five seconds.
func (h *harness) restartAfter(downtime, heartbeatAge time.Duration) *harness {
	h.t.Helper()
	alive := time.Now().Add(-heartbeatAge)
	h.stop()
	time.Sleep(downtime)
	next := openWith(h.t, h.log, func(c *table.Config) {
		h.configure(c)
		c.LastAlive = alive
	})
	synctest.Wait()
	return next
}

// If the length of a downtime is unknown, the downtime counts.
func TestRestartKeepsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.startMatch(matchtest.Opening(nil), bob, cy)
		h.mustDo(m.ID, matchtest.Turn(m, 0))
		for _, c := range []struct {
			played, down time.Duration
			moves        int
		}{{50 * time.Second, 0, 1}, {40 * time.Second, 10 * time.Minute, 3}} {
			advance(c.played)
			h.stop()
			advance(c.down)
			h = open(t, log)
			synctest.Wait()
			if moves := h.table().Moves; len(moves) != c.moves {
				t.Errorf("after %v of downtime: moves %+v", c.down, moves)
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
		testWithHarness(t, func(t *testing.T, h *harness) {
			o := matchtest.Opening(nil)
			o.Settings = match.DefaultSettings()
			o.Settings.Clock = c.clock
			before := h.startMatch(o, bob)
			advance(c.spent)
			h = h.restartAfter(3*time.Hour, 4*time.Second)
			m := h.table()
			if got := time.Until(m.Deadline()); got != c.left || m.Decision != before.Decision {
				t.Errorf("%s: %v left for decision %v, want %v for %v", c.reason, got, m.Decision, c.left, before.Decision)
			}
			advance(c.left)
			if moves := h.table().Moves; len(moves) != 1 || moves[0].By != match.ByClock {
				t.Errorf("%s: when that time is over: moves %+v, want one by the clock", c.reason, moves)
			}
		})
	}
}

func TestDowntimeDoesNotCountInLobbiesAndPauses(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		h.openTable(matchtest.Opening(nil))
		advance(20 * time.Minute)
		h = h.restartAfter(time.Hour, 0)
		if got := time.Until(h.table().Deadline()); got != 10*time.Minute {
			t.Errorf("a lobby has %v left, want 10m", got)
		}
		m := h.table()
		h.mustDo(m.ID, match.Join{Player: bob})
		h.mustDo(m.ID, match.Start{Player: ann})
		advance(2*90*time.Second + 23*time.Hour)
		h = h.restartAfter(48*time.Hour, 0)
		if got := time.Until(h.table().Deadline()); !h.table().Paused || got != time.Hour {
			t.Errorf("a paused match has %v left, want 1h", got)
		}
		h.playRound(h.mustDo(m.ID, match.Here{Player: ann}))
		h = h.restartAfter(time.Hour, 0)
		if got := h.table(); got.Decision.Round != 2 || got.Decision.Turn != 1 {
			t.Errorf("decision %v, want the first of round 2, whose deal was due", got.Decision)
		}
	})
}

// The disk fails while tables wake after a restart. No table loses time.
func TestTablesWakeAfterTheDiskRecovers(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Before, tabletest.After} {
		synctest.Test(t, func(t *testing.T) {
			var failing atomic.Bool
			h := open(t, tabletest.FailWhile(&failing, fault, tabletest.Append))
			h.startMatch(matchtest.Opening(nil), bob)
			advance(50 * time.Second)
			failing.Store(true)
			h = h.restartAfter(time.Hour, 0)
			advance(3 * time.Second)
			failing.Store(false)
			advance(7 * time.Second)
			m := h.table()
			if got := time.Until(m.Deadline()); len(m.Moves) > 0 || got < 20*time.Second {
				t.Errorf("fault %d: %v left, moves %+v; want at least 20s and no move", fault, got, m.Moves)
			}
		})
	}
}

// settableClock is a clock that tests can set, unlike the clock of a synctest bubble.
type settableClock struct{ offset atomic.Int64 }

func (j *settableClock) now() time.Time {
	return time.Now().Round(0).Add(time.Duration(j.offset.Load()))
}

func (j *settableClock) set(by time.Duration) { j.offset.Add(int64(by)) }

func TestDeadlinesMoveWithTheClock(t *testing.T) {
	for _, c := range []struct {
		reason      string
		by          time.Duration
		noticeAfter time.Duration // time that passes after the clock was set; the change is noticed in it
		joins       bool          // somebody joins at its end; if not, WatchClock runs
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
			clock, logged := &settableClock{}, &strings.Builder{}
			h := openWith(t, &tabletest.Log{}, func(cfg *table.Config) {
				cfg.Wall, cfg.Logger = clock.now, zerolog.New(zerolog.SyncWriter(logged))
			})
			if !c.joins {
				go h.WatchClock(t.Context())
			}
			m := h.startMatch(matchtest.Opening(nil), bob)
			advance(20 * time.Second)
			clock.set(c.by)
			advance(c.noticeAfter)
			if c.joins {
				h.mustDo(m.ID, match.Join{Player: cy})
			}
			now, rest := h.table(), 70*time.Second-c.noticeAfter
			if left := now.Deadline().Sub(clock.now()); (left-rest).Abs() > 10*time.Millisecond || now.Decision != m.Decision {
				t.Errorf("%s: %v left for %v, want %v for %v", c.reason, left, now.Decision, rest, m.Decision)
			}
			if n := strings.Count(logged.String(), "clock of this machine was changed"); n != 1 {
				t.Errorf("%s: got %d log lines about the change, want 1: %s", c.reason, n, logged)
			}
			advance(rest - time.Second)
			if moves := h.table().Moves; len(moves) != 0 {
				t.Errorf("%s: a second before the deadline: moves %+v, want none", c.reason, moves)
			}
			advance(time.Second + 10*time.Millisecond)
			next := h.table()
			if len(next.Moves) != 1 || next.Moves[0].By != match.ByClock || next.Moves[0].At.Sub(clock.now()).Abs() > time.Second {
				t.Errorf("%s: at the deadline: moves %+v, want one by the clock at %v", c.reason, next.Moves, clock.now())
			}
			// The next player has all of their time, and plays still work.
			if left := next.Deadline().Sub(clock.now()); (left - 90*time.Second).Abs() > time.Second {
				t.Errorf("%s: the next player has %v, want 90s", c.reason, left)
			}
			if played := h.mustDo(m.ID, matchtest.Turn(next, 0)); played.Decision == next.Decision {
				t.Errorf("%s: the next play did not change the decision", c.reason)
			}
		})
	}
}

// If the clock is set back while the program is down, the player keeps the time that was left.
func TestTheClockIsSetBackWhileTheProgramIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock, log := &settableClock{}, &tabletest.Log{}
		h := openWith(t, log, func(cfg *table.Config) { cfg.Wall = clock.now })
		m := h.startMatch(matchtest.Opening(nil), bob)
		advance(20 * time.Second)
		alive := clock.now()
		h.stop()
		advance(3 * time.Second)
		clock.set(-time.Hour)
		h = openWith(t, log, func(cfg *table.Config) { cfg.Wall, cfg.LastAlive = clock.now, alive })
		advance(time.Second)
		now := h.table()
		if left := now.Deadline().Sub(clock.now()); (left-69*time.Second).Abs() > time.Second || now.Decision != m.Decision {
			t.Errorf("%v left for %v, want 69s for the same decision", left, now.Decision)
		}
	})
}

// The disk fails while the clock is set. Both the lost time and the clock change are recorded, and
// neither is counted twice.
func TestTheClockIsSetWhileTheLogFails(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Before, tabletest.After} {
		for _, by := range []time.Duration{-time.Hour, time.Hour} {
			synctest.Test(t, func(t *testing.T) {
				clock := &settableClock{}
				var failing atomic.Bool
				h := openWith(t, tabletest.FailWhile(&failing, fault), func(cfg *table.Config) { cfg.Wall = clock.now })
				go h.WatchClock(t.Context())
				h.startMatch(matchtest.Opening(nil), bob)
				advance(20 * time.Second)
				failing.Store(true)
				clock.set(by)
				advance(8 * time.Second)
				failing.Store(false)
				advance(3 * time.Second)
				left := h.table().Deadline().Sub(clock.now())
				if left < 58*time.Second || left > 68*time.Second {
					t.Errorf("fault %d, set by %v: %v left, want 58s to 68s", fault, by, left)
				}
			})
		}
	}
}

// readerFunc implements io.Reader with a function.
type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// If the clock can't end a round, because the next one can't be sealed, it logs that once and waits for
// the next command.
func TestTheClockDoesNotRetryInABusyLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var fails atomic.Bool
		var failures atomic.Int64
		random := func(p []byte) (int, error) {
			if fails.Load() {
				failures.Add(1)
				return 0, errors.New("there is no chance")
			}
			return len(p), nil
		}
		logged := &strings.Builder{}
		h := openWith(t, &tabletest.Log{}, func(cfg *table.Config) {
			cfg.Random, cfg.Logger = readerFunc(random), zerolog.New(zerolog.SyncWriter(logged))
		})
		m := h.startMatch(matchtest.Opening(map[string]string{"cards": "1", "target": "0"}), bob) // the first play ends the round
		fails.Store(true)
		advance(time.Until(m.Deadline()) + time.Minute)
		if lines := strings.Count(logged.String(), "cannot carry out the action that is due at a table"); failures.Load() != 1 || lines != 1 {
			t.Errorf("got %d failures and %d log lines in a minute, want 1 and 1", failures.Load(), lines)
		}
		fails.Store(false)
		if after := h.mustDo(m.ID, matchtest.Turn(m, 0)); len(after.Results) != len(m.Results)+1 {
			t.Errorf("got %d results after the play, want %d", len(after.Results), len(m.Results)+1)
		}
	})
}
