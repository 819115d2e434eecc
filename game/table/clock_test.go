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
		// Who was away and wakes it has the whole time for their turn.
		seat, _ := paused.Turn()
		if !paused.Away(seat) {
			t.Errorf("seat %d let its time run out twice and is not away", seat)
		}
		m = h.do(m.ID(), table.Resume{Player: paused.Players()[seat]})
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
		// Where nobody knows how long the program was down, that time has passed.
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

// down is a hall that comes up after the program was down for so long, on the
// word of the last sign of life, which is up to five seconds older.
func (h *house) down(away, stamp time.Duration) *house {
	h.t.Helper()
	alive := time.Now().Add(-stamp)
	if err := h.Close(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	time.Sleep(away)
	next := openWith(h.t, h.log, func(c *table.Config) { c.Alive = alive })
	synctest.Wait()
	return next
}

func TestDowntimeDoesNotCount(t *testing.T) {
	for _, c := range []struct {
		reason             string
		clock, spent, left time.Duration // left: what the player has after the restart
	}{
		{"the rest of the clock", 90 * time.Second, 50 * time.Second, 44 * time.Second},
		{"at least half a minute", 90 * time.Second, 80 * time.Second, 30 * time.Second},
		{"a clock that had all but run out", 90 * time.Second, 90*time.Second - time.Millisecond, 30 * time.Second},
		{"never more than the clock has", 20 * time.Second, 15 * time.Second, 20 * time.Second},
		{"slow games", 24 * time.Hour, 5 * time.Hour, 19*time.Hour + 4*time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			log := &tabletest.Log{}
			h := open(t, log)
			o := opening(nil)
			o.Settings = table.DefaultSettings()
			o.Settings.Clock = c.clock
			before := h.deal(o, bob)
			wait(c.spent)
			h = h.down(3*time.Hour, 4*time.Second)
			m := h.now()
			if got := time.Until(m.Deadline()); got != c.left || m.Decision() != before.Decision() {
				t.Errorf("%s: %v left for decision %v, want %v for %v", c.reason, got, m.Decision(), c.left, before.Decision())
			}
			wait(c.left)
			if moves := h.now().Moves(); len(moves) != 1 || moves[0].By != table.ByClock {
				t.Errorf("%s: then %+v", c.reason, moves)
			}
		})
	}
}

// A stamp from before the last event says nothing about the time since.
func TestDowntimeCountsFromTheLastEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob)
		h.do(m.ID(), turn(m, 0))
		m = h.down(time.Hour, 5*time.Second).now()
		if got := time.Until(m.Deadline()); got != 90*time.Second {
			t.Errorf("%v left", got)
		}
	})
}

func TestDowntimeElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		if _, err := h.Open(t.Context(), opening(nil)); err != nil {
			t.Fatal(err)
		}
		wait(20 * time.Minute)
		h = h.down(time.Hour, 0)
		if got := time.Until(h.now().Deadline()); got != 10*time.Minute {
			t.Errorf("a lobby has %v left", got)
		}
		m := h.now()
		h.do(m.ID(), table.Join{Player: bob})
		h.do(m.ID(), table.Start{Player: ann})
		wait(2 * 90 * time.Second)
		wait(23 * time.Hour)
		h = h.down(48*time.Hour, 0)
		if got := time.Until(h.now().Deadline()); !h.now().Paused() || got != time.Hour {
			t.Errorf("a paused match has %v left", got)
		}
		h.playRound(h.do(m.ID(), table.Here{Player: ann}))
		h = h.down(time.Hour, 0)
		if got := h.now(); got.Round() != 2 || got.Decision().Turn != 1 {
			t.Errorf("the deal that was due: %v", got.Decision())
		}
	})
}

// The disk fails while the tables are woken: none of them loses its time for that.
func TestWakingOutlastsTheDisk(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Before, tabletest.After} {
		synctest.Test(t, func(t *testing.T) {
			log := &tabletest.Log{}
			failing := 0
			log.Fail = func(op tabletest.Op, _ table.ID) tabletest.Fault {
				if op == tabletest.Append && failing > 0 {
					failing--
					return fault
				}
				return tabletest.None
			}
			h := open(t, log)
			h.deal(opening(nil), bob)
			wait(50 * time.Second)
			failing = 3
			h = h.down(time.Hour, 0)
			wait(10 * time.Second)
			m := h.now()
			if got := time.Until(m.Deadline()); len(m.Moves()) > 0 || got < 20*time.Second {
				t.Errorf("fault %d: %v left, moves %+v", fault, got, m.Moves())
			}
		})
	}
}

func TestWarning(t *testing.T) {
	for _, c := range []struct {
		reason       string
		clock, after time.Duration // 0: never
	}{
		{"a third before the end", 90 * time.Second, 60 * time.Second},
		{"the shortest clock that has one", 30 * time.Second, 20 * time.Second},
		{"a short clock has none", 29 * time.Second, 0},
		{"slow games: an hour before the end", 24 * time.Hour, 23 * time.Hour},
		{"no clock: a reminder", 0, 10 * time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t, &tabletest.Log{})
			o := opening(nil)
			o.Settings = table.Settings{Clock: c.clock, Pace: time.Second}
			m := h.deal(o, bob)
			if c.after == 0 {
				if !m.Warning().IsZero() {
					t.Errorf("%s: it comes at %v", c.reason, m.Warning())
				}
				return
			}
			if got := m.Warning().Sub(m.At()); got != c.after {
				t.Errorf("%s: it comes after %v", c.reason, got)
			}
			told := func() int {
				h.mu.Lock()
				defer h.mu.Unlock()
				return len(h.told)
			}
			before := told()
			wait(c.after - time.Millisecond)
			if told() != before {
				t.Errorf("%s: told before it", c.reason)
			}
			wait(2 * time.Millisecond)
			if told() != before+1 || h.told[before].Seq() != m.Seq() {
				t.Errorf("%s: told %d times", c.reason, told()-before)
			}
			// Once more is one mention more, so a restart does not make it new.
			m = h.down(time.Hour, 0).now()
			if got := m.Warning(); got.IsZero() || got.After(time.Now()) {
				t.Errorf("%s: after a restart it comes at %v, now is %v", c.reason, got, time.Now())
			}
			seat, _ := m.Turn()
			gone := play(t, m, table.Leave{Player: m.Players()[seat]})
			if !gone.Warning().IsZero() {
				t.Errorf("%s: a stand-in is warned", c.reason)
			}
			if next := play(t, m, turn(m, 0)); next.Warning().Sub(next.At()) != c.after {
				t.Errorf("%s: the next player is warned at %v", c.reason, next.Warning())
			}
		})
	}
}

func TestAwayAfterTwoTimeOuts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(map[string]string{"cards": "13", "target": "50"}), bob, cy)
		seatOf := func(p table.Player) game.Seat { seat, _ := m.Seat(p); return seat }
		others := func() { // Ann and Cy play until it is Bob's turn
			for m = h.now(); ; m = h.do(m.ID(), turn(m, 0)) {
				if seat, _ := m.Turn(); m.Players()[seat] == bob {
					return
				}
			}
		}
		timeOut := func() { others(); wait(time.Until(m.Deadline())); m = h.now() }
		timeOut()
		others()
		m = h.do(m.ID(), turn(m, 0)) // he is there
		timeOut()
		if m.Away(seatOf(bob)) {
			t.Fatal("away after two time-outs with a play between them")
		}
		timeOut()
		if !m.Away(seatOf(bob)) || m.Vacant(seatOf(bob)) {
			t.Fatal("not away after two time-outs in a row")
		}
		others()
		if got := m.Deadline().Sub(m.At()); !paced(m) {
			t.Errorf("the stand-in takes %v", got)
		}
		wait(time.Until(m.Deadline()))
		if moves := h.now().Moves(); moves[len(moves)-1].By != table.ByStandIn {
			t.Errorf("the stand-in's play: %+v", moves[len(moves)-1])
		}
		// A click in the middle of its time gives the turn back, with its whole clock.
		others()
		wait(time.Second / 2)
		m = h.do(m.ID(), table.Here{Player: bob})
		if m.Away(seatOf(bob)) || time.Until(m.Deadline()) != 89500*time.Millisecond {
			t.Errorf("after a click: away %v, %v left", m.Away(seatOf(bob)), time.Until(m.Deadline()))
		}
		seq := m.Seq()
		if m = h.do(m.ID(), table.Here{Player: bob}); m.Seq() != seq {
			t.Error("a click of someone who is there is an event")
		}
		// So does a play.
		timeOut()
		timeOut()
		others()
		if m = h.do(m.ID(), turn(m, 0)); m.Away(seatOf(bob)) || m.Moves()[len(m.Moves())-1].By != table.ByPlayer {
			t.Error("a play of someone who is away is not theirs")
		}
	})
}

// Going and coming back does not stretch one's time.
func TestNoTimeByLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob, cy)
		seat, _ := m.Turn()
		p := m.Players()[seat]
		deadline := m.Deadline()
		for range 10 {
			wait(time.Second)
			h.do(m.ID(), table.Leave{Player: p})
			m = h.do(m.ID(), table.Join{Player: p})
		}
		if !m.Deadline().Equal(deadline) {
			t.Errorf("the deadline went from %v to %v", deadline, m.Deadline())
		}
	})
}

func TestEverybodyGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob)
		h.do(m.ID(), table.Leave{Player: ann})
		m = h.do(m.ID(), table.Leave{Player: bob})
		if !m.Paused() || m.Deadline().Sub(m.At()) != 24*time.Hour {
			t.Fatalf("paused %v until %v", m.Paused(), m.Deadline())
		}
		wait(23 * time.Hour)
		m = h.do(m.ID(), table.Join{Player: bob})
		if m.Paused() || m.Host() != bob {
			t.Errorf("somebody is back: paused %v, host %d", m.Paused(), m.Host())
		}
		h.do(m.ID(), table.Leave{Player: bob})
		wait(24 * time.Hour)
		m, _ = h.Match(t.Context(), m.ID())
		if e, over := m.Ended(); !over || e.Cause != table.Abandoned {
			t.Errorf("after a day: %+v, %v", e, over)
		}
	})
}

// With all others away, who waits for the next round gets it.
func TestNewcomerToTheAbsent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(opening(nil), bob)
		wait(2 * 90 * time.Second)
		if !h.now().Paused() {
			t.Fatal("not paused")
		}
		m = h.do(m.ID(), table.Join{Player: cy})
		if m.Paused() {
			t.Fatal("still paused with somebody waiting")
		}
		for range 100 {
			if m = h.now(); m.Round() > 1 {
				break
			}
			wait(time.Until(m.Deadline()))
		}
		if seat, seated := m.Seat(cy); !seated || seat != 2 || m.Paused() {
			t.Errorf("Cy sits at %d, %v in round %d", seat, seated, m.Round())
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
