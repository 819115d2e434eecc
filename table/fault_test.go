package table_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/game/ai"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// The disk fails in any operation, either before or after the operation took effect. The reads that
// follow may fail too. Whatever was acknowledged to a player has happened; any other click can be
// repeated and doesn't take effect twice. The failure is immediate, or takes so long that the table
// counts it as lost time.
func TestAFailingLogLosesNothingThatWasAcknowledged(t *testing.T) {
	const minWrites = 15 // a match has at least this many writes
	for _, c := range []struct {
		fault tabletest.Fault
		takes time.Duration
	}{{tabletest.Before, 0}, {tabletest.After, 0}, {tabletest.Before, 6 * time.Second}, {tabletest.After, 6 * time.Second}} {
		for _, unreadable := range []int{0, 1, 3} { // number of reads that fail afterwards
			for _, times := range []int{1, 2} { // number of consecutive writes that fail
				more := true
				for n := 0; more; n++ { // write n fails first, until a match has no write n
					name := fmt.Sprintf("fault %d after %v at write %d, %d times, then %d blind readings", c.fault, c.takes, n+1, times, unreadable)
					synctest.Test(t, func(t *testing.T) {
						var mu sync.Mutex // because the log may be read during an append
						writes, failed, failingReads := 0, 0, 0
						playWithFaults(t, &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
							mu.Lock()
							defer mu.Unlock()
							write := op == tabletest.Create || op == tabletest.Append
							switch {
							case write && writes >= n && failed < times:
								writes, failed, failingReads = writes+1, failed+1, unreadable
								mu.Unlock()
								defer mu.Lock()
								time.Sleep(c.takes)
								return c.fault
							case write:
								writes++
							case failingReads > 0:
								failingReads--
								return tabletest.Before
							}
							return tabletest.None
						}})
						more = failed == times
						if n < minWrites && !more {
							t.Errorf("got %d failed writes, want %d in a match of at least %d writes", failed, times, minWrites)
						}
					})
					if t.Failed() {
						t.Fatal(name)
					}
				}
			}
		}
	}
}

// faultRun is a match between two players who repeat each click until it is acknowledged.
type faultRun struct {
	*harness
	id           match.ID
	acknowledged map[match.Decision]bool
}

// playWithFaults plays a match on a failing log, and compares the log with what was acknowledged.
func playWithFaults(t *testing.T, log *tabletest.Log) {
	s := &faultRun{open(t, log), 0, map[match.Decision]bool{}}
	s.retry("open", func() bool {
		m, err := s.Open(t.Context(), matchtest.Opening(nil))
		s.id = m.ID
		if taken, ok := errors.AsType[*table.ChannelTaken](err); ok {
			s.id, err = taken.ID, nil
		}
		if err != nil && !errors.Is(err, tabletest.ErrFault) {
			t.Fatalf("open: %v", err)
		}
		return err == nil
	})
	s.clickUntilDone(match.Join{Player: bob})
	s.clickUntilDone(match.Start{Player: ann})
	m := s.look()
	for ; m.Phase != match.Over; m = s.look() {
		if m.Phase == match.Between {
			advance(max(time.Second, time.Until(m.Deadline())))
			if time.Since(m.At) > time.Minute {
				t.Fatal("the next round is not dealt")
			}
			continue
		}
		act := matchtest.Turn(m, 0)
		s.clickUntilDone(act)
		s.acknowledged[act.Decision] = true
	}
	s.check(m)
}

// retry calls f until f returns true. After ten calls it fails the test.
func (s *faultRun) retry(what any, f func() bool) {
	for range 10 {
		if f() {
			return
		}
	}
	s.t.Fatalf("%#v still fails after ten tries", what)
}

// look reads the table, as a player does.
func (s *faultRun) look() (m match.Match) {
	s.retry("a look", func() bool {
		var err error
		m, err = s.Match(s.t.Context(), s.id)
		return err == nil
	})
	return m
}

// clickUntilDone sends a command until the table accepts it, or refuses it because an earlier click
// already took effect.
func (s *faultRun) clickUntilDone(c match.Command) {
	doubtful := false
	s.retry(c, func() bool {
		_, err := s.Do(s.t.Context(), s.id, c)
		switch {
		case err == nil:
			return true
		case errors.Is(err, match.ErrStale), matchtest.Refused(err): // an earlier click took effect
			if !doubtful {
				s.t.Errorf("%#v is refused, and no error said that it may be stored: %v", c, err)
			}
			return true
		case !errors.Is(err, tabletest.ErrFault):
			s.t.Fatalf("%#v: %v", c, err)
		}
		doubtful = doubtful || !errors.Is(err, table.ErrNotStored)
		return false
	})
}

func (s *faultRun) check(m match.Match) {
	if live, err := s.log.Live(s.t.Context()); err != nil || len(live) != 0 {
		s.t.Errorf("live tables at the end: %v, %v; want none", live, err)
	}
	made := map[match.Decision]int{}
	read := s.replay(s.id, func(before match.Match, e match.Event) {
		if _, act := e.Body.(match.Acted); act {
			made[before.Decision]++
		}
	})
	if matchtest.Describe(read) != matchtest.Describe(m) {
		s.t.Errorf("the log has\n%s\nthe table is\n%s", matchtest.Describe(read), matchtest.Describe(m))
	}
	for d := range s.acknowledged {
		if made[d] != 1 {
			s.t.Errorf("acknowledged decision %v is in the log %d times, want 1", d, made[d])
		}
	}
	if len(made) != len(s.acknowledged) {
		s.t.Errorf("the log has %d decisions, want the %d that were acknowledged", len(made), len(s.acknowledged))
	}
	rounds, matches := 0, 0
	for _, settled := range s.log.Settled() {
		if settled.Entries[0].Place > 0 {
			rounds++
		}
		if settled.Finished {
			matches++
		}
	}
	if ended, _ := m.Ended(); ended.Cause != match.Won || rounds != len(m.Results) || matches != 1 {
		s.t.Errorf("ended as %q, %d rounds and %d matches settled, want %d and 1", ended.Cause, rounds, matches, len(m.Results))
	}
}

// If a caller learns that nothing was stored, they may click again, and some commands could then
// take effect twice. So a command that is in the log is reported as done, regardless of later
// events.
func TestAStoredCommandIsReportedAsDone(t *testing.T) {
	for _, c := range []struct {
		reason    string
		fault     tabletest.Fault
		takes     time.Duration // how long the failing append takes
		meanwhile match.Command // stored by another registry before the table reads the log again; nil: none
	}{
		{"it fails at once, and is stored", tabletest.After, 0, nil},
		{"it fails at once, and is not stored", tabletest.Before, 0, nil},
		{"the table makes up for a slow fault", tabletest.After, 6 * time.Second, nil},
		{"the table makes up for a slow fault, after which nothing is stored", tabletest.Before, 6 * time.Second, nil},
		{"somebody else joins meanwhile", tabletest.After, 0, match.Join{Player: bob}},
		{"another event gets the number of the failed one", tabletest.Before, 0, match.Join{Player: bob}},
	} {
		synctest.Test(t, func(t *testing.T) {
			failing, failed := false, false
			var other *harness
			log := &tabletest.Log{}
			log.Fail = func(op tabletest.Op, id match.ID) tabletest.Fault {
				switch {
				case op == tabletest.Append && failing:
					failing, failed = false, true
					time.Sleep(c.takes)
					return c.fault
				case op == tabletest.Events && c.meanwhile != nil && failed:
					failed = false
					for again := table.ErrNotStored; errors.Is(again, table.ErrNotStored); { // repeat until this registry can read the log
						_, again = other.Do(t.Context(), id, c.meanwhile)
					}
				}
				return tabletest.None
			}
			h := open(t, log)
			m := h.openTable(matchtest.Opening(nil))
			other = open(t, log)
			synctest.Wait()
			failing = true
			_, err := h.Do(t.Context(), m.ID, match.AddComputer{Player: ann, Level: ai.Easy})
			if stored := c.fault == tabletest.After; stored && err != nil || !stored && !errors.Is(err, table.ErrNotStored) {
				t.Errorf("%s: got %v; want no error exactly if it was stored, and else ErrNotStored", c.reason, err)
			}
			if err != nil {
				h.mustDo(m.ID, match.AddComputer{Player: ann, Level: ai.Easy})
			}
			if seated := h.stored(m.ID, match.ComputerSeated{}); len(seated) != 1 {
				t.Errorf("%s: got %d computers in the log, want 1", c.reason, len(seated))
			}
		})
	}
}

// Two processes append to the same log, and the slower one gets an error. Both appends have the
// same time, so their events are identical.
func TestTheSlowerOfTwoWritersGetsAConflict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		one := open(t, log)
		m := one.startMatch(matchtest.Opening(nil), bob)
		two := open(t, log)
		after := two.mustDo(m.ID, matchtest.Turn(m, 0))
		now, err := one.Do(t.Context(), m.ID, matchtest.Turn(m, 0))
		if !errors.Is(err, table.ErrNotStored) || !errors.Is(err, table.ErrConflict) || matchtest.Describe(now) != matchtest.Describe(after) {
			t.Errorf("%v\n%s\nwant\n%s", err, matchtest.Describe(now), matchtest.Describe(after))
		}
		if _, err := one.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); !errors.Is(err, match.ErrStale) {
			t.Errorf("the same command again got %v, want ErrStale", err)
		}
		two.mustDo(m.ID, match.End{Player: ann})
		if _, err := one.Do(t.Context(), m.ID, match.End{Player: ann}); err == nil {
			t.Error("a table ended twice")
		}
		if _, live := one.In("c"); live {
			t.Error("the ended table is still live for the first")
		}
	})
}

// The time of an outage isn't deducted from a player's time, whether the clock or a player acts
// first when the log works again. Meanwhile the clock retries at intervals, and the outage is
// logged once a minute.
func TestTimeOfAnOutageDoesNotCount(t *testing.T) {
	for _, c := range []struct {
		reason         string
		spent, blocked time.Duration
		click          bool          // somebody clicks when the outage begins
		first          match.Command // sent when the log works again; nil: the clock acts first
		left           time.Duration
		unreadable     bool // the log can't be read either
	}{
		{"the clock finds out", 20 * time.Second, 40 * time.Second, true, nil, 70 * time.Second, false},
		{"somebody else joins first", 20 * time.Second, 40 * time.Second, true, match.Join{Player: cy}, 70 * time.Second, false},
		{"at least half a minute", 80 * time.Second, time.Hour, true, nil, 30 * time.Second, false},
		{"only the clock notices", 85 * time.Second, 50 * time.Second, false, nil, 30 * time.Second, false},
		{"a moment", 20 * time.Second, 2 * time.Second, true, nil, 67 * time.Second, false},
		{"the whole database is missing", 20 * time.Second, 40 * time.Second, true, nil, 70 * time.Second, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			var failing atomic.Bool
			var tries atomic.Int64
			logged := &strings.Builder{}
			log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
				if failing.Load() && (op == tabletest.Append || c.unreadable) {
					tries.Add(1)
					return tabletest.Before
				}
				return tabletest.None
			}}
			h := openWith(t, log, func(cfg *table.Config) { cfg.Logger = zerolog.New(zerolog.SyncWriter(logged)) })
			m := h.startMatch(matchtest.Opening(nil), bob)
			advance(c.spent)
			failing.Store(true)
			act := matchtest.Turn(m, 0)
			if c.click {
				if _, err := h.Do(t.Context(), m.ID, act); !errors.Is(err, tabletest.ErrFault) || errors.Is(err, table.ErrNotStored) == c.unreadable {
					t.Fatalf("%s: %v", c.reason, err)
				}
			}
			advance(c.blocked)
			if n := tries.Load(); n < int64(c.blocked/(6*time.Second)) || n > 10+int64(c.blocked/time.Second) {
				t.Errorf("%s: got %d tries in %v, want about one a second", c.reason, n, c.blocked)
			}
			failing.Store(false)
			if c.first != nil {
				h.mustDo(m.ID, c.first)
			}
			advance(1100 * time.Millisecond)
			now := h.table()
			if got := time.Until(now.Deadline()); (got-c.left).Abs() > 2*time.Second || now.Decision != m.Decision {
				t.Errorf("%s: %v left for %v, want %v for %v", c.reason, got, now.Decision, c.left, m.Decision)
			}
			if now := h.mustDo(m.ID, act); now.Decision == m.Decision {
				t.Errorf("%s: the play is not accepted after the outage", c.reason)
			}
			if text := logged.String(); strings.Count(text, "cannot store the events of a table") != 1+int(c.blocked/time.Minute) || strings.Count(text, "can be stored again") != 1 {
				t.Errorf("%s: want %d failures and one end of the outage in the log, got\n%s", c.reason, 1+int(c.blocked/time.Minute), text)
			}
		})
	}
}

// If a turn would end during a short outage, nobody loses the turn. A turn that was over before the
// outage stays over.
func TestAShortOutageAtADeadlineCostsNobodyTheTurn(t *testing.T) {
	for _, c := range []struct {
		reason    string
		opening   match.Opening
		before    time.Duration  // the log fails for three seconds, starting this long before the deadline
		click     bool           // somebody clicks when the outage begins
		fails     []tabletest.Op // operations that fail; nil: all
		continues bool           // the turn continues
	}{
		{"a click isn't stored", matchtest.Opening(nil), time.Second, true, []tabletest.Op{tabletest.Append}, true},
		{"a click isn't stored, and the table can't be read", matchtest.Opening(nil), time.Second, true, nil, true},
		{"a click doesn't wake the table", quietTable(), time.Second, true, nil, true},
		{"the log fails after the deadline", matchtest.Opening(nil), 0, false, nil, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			var away atomic.Bool
			h := open(t, tabletest.FailWhile(&away, tabletest.Before, c.fails...))
			m := h.startMatch(c.opening, bob)
			time.Sleep(time.Until(m.Deadline().Add(-c.before)))
			away.Store(true)
			if c.click {
				if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); !errors.Is(err, tabletest.ErrFault) {
					t.Fatalf("%s: %v", c.reason, err)
				}
			}
			advance(3 * time.Second)
			away.Store(false)
			advance(5 * time.Second)
			now := h.table()
			if continues := now.Decision == m.Decision; continues != c.continues || continues && time.Until(now.Deadline()) < 20*time.Second {
				t.Errorf("%s: got %v left for %v, after %v, want the same decision with 20s: %t", c.reason, time.Until(now.Deadline()), now.Decision, m.Decision, c.continues)
			}
		})
	}
}

// The log of a sleeping table can't be read when the player's time runs out. They couldn't have
// played, so they keep the turn.
func TestASleepingTableLosesNoTimeInAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var failing atomic.Bool
		h := open(t, tabletest.FailWhile(&failing, tabletest.Before))
		m := h.startMatch(quietTable(), bob)
		advance(17 * time.Hour)
		if h.asleep() != 1 {
			t.Fatal("the table does not sleep after 17 idle hours")
		}
		failing.Store(true)
		advance(8 * time.Hour) // the log can't be read from the time of the warning, six hours before the deadline
		failing.Store(false)
		advance(2 * time.Second)
		now := h.table()
		if left := time.Until(now.Deadline()); now.Decision != m.Decision || (left-6*time.Hour).Abs() > 5*time.Second {
			t.Errorf("%v left for decision %v, want 6h for %v", left, now.Decision, m.Decision)
		}
	})
}
