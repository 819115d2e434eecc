package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/table"
	"deuces/game/table/tabletest"
)

// wait lets the time pass, and the tables do what is due.
func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (h *house) now() table.Match {
	h.t.Helper()
	m, ok := h.In("c")
	if !ok {
		h.t.Fatal("the table is gone")
	}
	return m
}

func TestTimeOutPlaysTheDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob, cy)
		leader, _ := m.Turn()
		want := m.State().Default()
		wait(90*time.Second - time.Millisecond)
		if got := h.now().Decision(); got != m.Decision() {
			t.Fatalf("the clock acted early: %v", got)
		}
		wait(time.Millisecond)
		now := h.now()
		moves := now.Moves()
		if len(moves) != 1 || moves[0].Seat != leader || moves[0].By != table.ByClock || moves[0].News[0].Cards[0] != want.Cards[0] {
			t.Errorf("at the deadline: %+v, want seat %d to lay %v", moves, leader, want)
		}
		if got := now.Deadline().Sub(now.At()); got != 90*time.Second {
			t.Errorf("the next seat has %v", got)
		}
	})
}

func TestActingStopsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob, cy)
		wait(80 * time.Second)
		m = h.do(m.ID(), turn(m, 0))
		wait(80 * time.Second)
		if got := h.now().Decision(); got != m.Decision() {
			t.Errorf("the old deadline struck: decision %v", got)
		}
	})
}

func TestPauseWhenNobodyIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.deal(opening(nil), bob, cy)
		wait(2 * 90 * time.Second)
		if h.now().Paused() {
			t.Fatal("paused while one seat has not let its time run out")
		}
		m = h.do(m.ID(), turn(h.now(), 0)) // someone is there: the count begins anew
		wait(2 * 90 * time.Second)
		if h.now().Paused() {
			t.Fatal("paused though someone acted")
		}
		wait(90 * time.Second)
		paused := h.now()
		if !paused.Paused() || paused.Decision().Turn != m.Decision().Turn+3 {
			t.Fatalf("after three time-outs: paused %v at %v", paused.Paused(), paused.Decision())
		}
		if got := paused.Deadline().Sub(paused.At()); got != 24*time.Hour {
			t.Errorf("given up after %v", got)
		}
		wait(time.Hour)
		if got := h.now().Seq(); got != paused.Seq() {
			t.Fatalf("the table moved on while paused: event %d", got)
		}
		// Any of them wakes it, and the seat has its whole time.
		seat, _ := paused.Turn()
		m = h.do(m.ID(), table.Resume{Player: paused.Players()[(seat+1)%3]})
		if m.Paused() || m.Deadline().Sub(m.At()) != 90*time.Second {
			t.Errorf("resumed: paused %v, %v left", m.Paused(), m.Deadline().Sub(m.At()))
		}
		wait(3 * 90 * time.Second)
		if m = h.now(); !m.Paused() {
			t.Fatal("not paused again")
		}
		m = h.do(m.ID(), turn(m, 0)) // a play wakes it as well
		if m.Paused() {
			t.Error("still paused after a play")
		}
	})
}

func TestWhoActedIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob, cy)
		wait(2 * 90 * time.Second)
		for range 3 {
			m = h.do(m.ID(), turn(h.now(), 0))
		}
		wait(90 * time.Second)
		if m = h.now(); m.Paused() || m.Moves()[len(m.Moves())-1].By != table.ByClock {
			t.Errorf("all acted, then one timed out: paused %v", m.Paused())
		}
	})
}

func TestWhoIsOutIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(map[string]string{"cards": "1"}), bob, cy)
		m = h.do(m.ID(), turn(m, 0))
		if out := m.State().View(game.Watcher).Out; len(out) != 1 {
			t.Fatalf("out: %v", out)
		}
		wait(2 * 90 * time.Second)
		if !h.now().Paused() {
			t.Error("the two who hold cards have timed out, and the match goes on")
		}
	})
}

// The disk takes 100 seconds for a play, and the next seat's time with it. Who
// clicked in that time clicked in time.
func TestClicksComeBeforeTheClock(t *testing.T) {
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			slow := false
			log := &tabletest.Log{Fail: func(op tabletest.Op, _ table.ID) tabletest.Fault {
				if op == tabletest.Append && slow {
					slow = false
					time.Sleep(100 * time.Second)
				}
				return tabletest.None
			}}
			h := open(t, log)
			m := h.deal(opening(nil), bob)
			seat, _ := m.Turn()
			slow = true
			go func() {
				if _, err := h.Do(t.Context(), m.ID(), turn(m, 0)); err != nil {
					t.Errorf("the slow play: %v", err)
				}
			}()
			wait(50 * time.Second)
			reply := table.Act{Player: m.Players()[1-seat], Decision: table.Decision{Round: 1, Turn: 2}, Action: game.Action{Verb: game.Pass}}
			if m, err := h.Do(t.Context(), m.ID(), reply); err != nil || m.Moves()[1].By != table.ByPlayer {
				t.Errorf("%v, %+v", err, m.Moves())
			}
		})
	}
}

func TestAbandonedMatchEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob)
		wait(2*90*time.Second + 24*time.Hour)
		if _, live := h.In("c"); live {
			t.Fatal("still live after a day of pause")
		}
		m, _ = h.Match(t.Context(), m.ID())
		if e, over := m.Ended(); !over || e.Cause != table.Abandoned {
			t.Errorf("%+v, %v", e, over)
		}
	})
}

func TestIdleLobbyCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m, err := h.Open(t.Context(), opening(nil))
		if err != nil {
			t.Fatal(err)
		}
		wait(29 * time.Minute)
		h.do(m.ID(), table.Join{Player: bob}) // touched
		wait(29 * time.Minute)
		if got := h.now().Phase(); got != table.Lobby {
			t.Fatalf("the lobby is %v", got)
		}
		wait(time.Minute)
		if _, live := h.In("c"); live {
			t.Error("an idle lobby is still open")
		}
		if _, err := h.Open(t.Context(), opening(nil)); err != nil {
			t.Errorf("the channel is not free: %v", err)
		}
	})
}

func TestVacantSeatsPlayOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob, cy)
		h.do(m.ID(), table.Leave{Player: bob})
		h.do(m.ID(), table.Leave{Player: cy})
		for h.now().Round() < 3 { // Ann plays two rounds with nobody waiting for the others
			now := h.now()
			if seat, due := now.Turn(); due && now.Players()[seat] == ann {
				h.do(m.ID(), turn(now, 0))
				continue
			}
			before := now.Seq()
			wait(time.Until(now.Deadline()))
			if h.now().Seq() == before {
				t.Fatalf("nothing happened at the deadline of\n%s", describe(now))
			}
		}
		// Ann falls asleep: hers is the one time-out that counts.
		for !h.now().Paused() {
			wait(time.Until(h.now().Deadline()))
		}
		if moves := h.now().Moves(); moves[len(moves)-1].By != table.ByClock {
			t.Errorf("paused after %+v", moves)
		}
	})
}

func TestRestartKeepsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.deal(opening(nil), bob, cy)
		m = h.do(m.ID(), turn(m, 0))
		wait(50 * time.Second)
		if err := h.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		h = open(t, log)
		if got := h.now(); describe(got) != describe(m) {
			t.Errorf("after the restart:\n%s\nwant\n%s", describe(got), describe(m))
		}
		wait(40 * time.Second)
		if moves := h.now().Moves(); len(moves) != 2 || moves[1].By != table.ByClock {
			t.Errorf("at the deadline from before: %+v", moves)
		}
		// A deadline that passed while the program was down strikes at the start.
		if err := h.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		wait(10 * time.Minute)
		h = open(t, log)
		synctest.Wait()
		if moves := h.now().Moves(); len(moves) != 3 {
			t.Errorf("after ten minutes down: %+v", moves)
		}
	})
}

func TestNoClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		o := opening(nil)
		o.Settings = table.Settings{Pause: time.Second}
		m := h.deal(o, bob)
		if !m.Deadline().IsZero() {
			t.Errorf("a table without a clock has the deadline %v", m.Deadline())
		}
		wait(1000 * time.Hour)
		m = h.playRound(h.now())
		wait(time.Second)
		if got := h.now(); got.Round() != 2 || got.Seq() != m.Seq()+1 {
			t.Errorf("the next round: %d, event %d", got.Round(), got.Seq())
		}
	})
}
