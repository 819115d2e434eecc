package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
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
