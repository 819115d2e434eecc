package table_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

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
		synctest.Test(t, func(t *testing.T) {
			h := open(t, &tabletest.Log{})
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
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
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
