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

// The disk fails at any step, before or after it took effect, alone or together with the
// following reads. Whatever a player was told happened, and whatever they weren't told can be
// clicked again without taking effect twice. The fault may be immediate, or late enough that
// the table counts it as lost time.
func TestAFailingLogLosesNothingThatWasAcknowledged(t *testing.T) {
	clean := &faultRun{}
	synctest.Test(t, func(t *testing.T) { clean.run(t, &tabletest.Log{}) })
	writesOfAll := int(clean.writes.Load())
	if writesOfAll < 15 {
		t.Fatalf("a story of %d writes says little", writesOfAll)
	}
	for _, c := range []struct {
		fault tabletest.Fault
		takes time.Duration
	}{{tabletest.Before, 0}, {tabletest.After, 0}, {tabletest.Before, 6 * time.Second}, {tabletest.After, 6 * time.Second}} {
		for _, blind := range []int{0, 1, 3} { // number of following reads that fail
			for _, times := range []int{1, 2} { // number of consecutive writes that fail
				for n := range writesOfAll {
					name := fmt.Sprintf("fault %d after %v at write %d of %d, %d times, then %d blind readings", c.fault, c.takes, n+1, writesOfAll, times, blind)
					synctest.Test(t, func(t *testing.T) {
						var mu sync.Mutex // the log may be read during an append
						writes, failed, unread := 0, 0, 0
						log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
							mu.Lock()
							defer mu.Unlock()
							switch op {
							case tabletest.Create, tabletest.Append:
								writes++
								if writes > n && failed < times {
									failed++
									unread = blind
									mu.Unlock()
									defer mu.Lock()
									time.Sleep(c.takes)
									return c.fault
								}
							default:
								if unread > 0 {
									unread--
									return tabletest.Before
								}
							}
							return tabletest.None
						}}
						s := &faultRun{}
						s.run(t, log)
						if t.Failed() {
							t.Fatal(name)
						}
						if failed != times && n+times <= writesOfAll {
							t.Errorf("%s: it failed %d times", name, failed)
						}
						if s.result != clean.result {
							t.Errorf("%s: the story ended as\n%s\nwant\n%s", name, s.result, clean.result)
						}
					})
				}
			}
		}
	}
}

// faultRun is a match of two players who click until they get an answer.
type faultRun struct {
	h            *harness
	acknowledged map[match.Decision]bool
	writes       atomic.Int64
	result       string
}

func (s *faultRun) run(t *testing.T, log *tabletest.Log) {
	s.acknowledged = map[match.Decision]bool{}
	inner := log.Fail
	log.Fail = func(op tabletest.Op, id match.ID) tabletest.Fault {
		if op == tabletest.Create || op == tabletest.Append {
			s.writes.Add(1)
		}
		if inner == nil {
			return tabletest.None
		}
		return inner(op, id)
	}
	s.h = open(t, log)
	m := s.open(t)
	s.clickUntilDone(t, m.ID, match.Join{Player: bob})
	s.clickUntilDone(t, m.ID, match.Start{Player: ann})
	for m = s.now(t, m.ID); m.Phase != match.Over; m = s.now(t, m.ID) {
		if m.Phase == match.Between {
			wait(time.Until(m.Deadline()))
			for range 20 { // later if the disk failed
				if m = s.now(t, m.ID); m.Phase != match.Between {
					break
				}
				wait(time.Second)
			}
			if m.Phase == match.Between {
				t.Fatal("the next round is not dealt")
			}
			continue
		}
		act := matchtest.Turn(m, 0)
		s.clickUntilDone(t, m.ID, act)
		s.acknowledged[act.Decision] = true
	}
	s.check(t, log, m)
}

// now reads the table like its player, retrying if necessary.
func (s *faultRun) now(t *testing.T, id match.ID) match.Match {
	for range 10 {
		if m, err := s.h.Match(t.Context(), id); err == nil {
			return m
		}
	}
	t.Fatal("the table cannot be looked at")
	return match.Match{}
}

func (s *faultRun) open(t *testing.T) match.Match {
	for range 10 {
		m, err := s.h.Open(t.Context(), matchtest.Opening(nil))
		if taken, ok := errors.AsType[*table.ChannelTaken](err); ok {
			return s.now(t, taken.ID)
		}
		if err == nil {
			return m
		}
		if !errors.Is(err, tabletest.ErrFault) {
			t.Fatalf("open: %v", err)
		}
	}
	t.Fatal("no table opens")
	return match.Match{}
}

// clickUntilDone sends a command until the table accepts it or has already done it.
func (s *faultRun) clickUntilDone(t *testing.T, id match.ID, c match.Command) {
	doubtful := false
	for range 10 {
		_, err := s.h.Do(t.Context(), id, c)
		switch {
		case err == nil:
			return
		case errors.Is(err, match.ErrStale), matchtest.Refused(err): // it was already done
			if !doubtful {
				t.Errorf("%#v is refused, and nobody was told that it may be stored: %v", c, err)
			}
			return
		case !errors.Is(err, tabletest.ErrFault):
			t.Fatalf("%#v: %v", c, err)
		}
		doubtful = doubtful || !errors.Is(err, table.ErrNotStored)
	}
	t.Fatalf("%#v is never done", c)
}

func (s *faultRun) check(t *testing.T, log *tabletest.Log, m match.Match) {
	live, err := log.Live(t.Context())
	if err != nil || len(live) != 0 {
		t.Errorf("live tables at the end: %v, %v", live, err)
	}
	events, err := log.All(m.ID)
	if err != nil {
		t.Fatal(err)
	}
	read := match.New(m.ID, matchtest.NewToy)
	made := map[match.Decision]int{}
	for _, e := range events {
		if _, act := e.Body.(match.Acted); act {
			made[read.Decision]++
		}
		if read, err = read.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if matchtest.Describe(read) != matchtest.Describe(m) {
		t.Errorf("the log has\n%s\nthe table is\n%s", matchtest.Describe(read), matchtest.Describe(m))
	}
	for d := range s.acknowledged {
		if made[d] != 1 {
			t.Errorf("decision %v was acknowledged and is in the log %d times", d, made[d])
		}
	}
	if len(made) != len(s.acknowledged) {
		t.Errorf("%d decisions in the log, %d acknowledged", len(made), len(s.acknowledged))
	}
	rounds, matches := 0, 0
	for _, settled := range log.Settled() {
		if settled.Entries[0].Place > 0 {
			rounds++
		}
		if settled.Finished {
			matches++
		}
	}
	// Points depend on the deal; the other counts don't.
	if rounds != len(m.Results) || matches != 1 {
		t.Errorf("%d rounds and %d matches settled, want %d and 1", rounds, matches, len(m.Results))
	}
	ended, _ := m.Ended()
	s.result = fmt.Sprint(m.Phase, " ", ended.Cause)
}

// A caller who is told that nothing was stored may click again, and some commands could succeed
// twice. So a command that the log has is reported as done, whatever followed it.
func TestAStoredCommandIsReportedAsDone(t *testing.T) {
	for _, c := range []struct {
		reason string
		fault  tabletest.Fault
		takes  time.Duration // how long the failure takes
		after  match.Command // stored before the table is read again; nil: none
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
			var h, other *harness
			log := &tabletest.Log{}
			log.Fail = func(op tabletest.Op, id match.ID) tabletest.Fault {
				switch {
				case op == tabletest.Append && failing:
					failing, failed = false, true
					time.Sleep(c.takes)
					return c.fault
				case op == tabletest.Events && c.after != nil && failed:
					failed = false
					for again := table.ErrNotStored; errors.Is(again, table.ErrNotStored); { // until the log can be read
						_, again = other.Do(t.Context(), id, c.after)
					}
				}
				return tabletest.None
			}
			h = open(t, log)
			m, err := h.Open(t.Context(), matchtest.Opening(nil))
			if err != nil {
				t.Fatal(err)
			}
			other = open(t, log)
			synctest.Wait()
			failing = true
			_, err = h.Do(t.Context(), m.ID, match.AddComputer{Player: ann, Level: ai.Easy})
			if stored := c.fault == tabletest.After; stored && err != nil || !stored && !errors.Is(err, table.ErrNotStored) {
				t.Errorf("%s: %v", c.reason, err)
			}
			if err != nil {
				h.do(m.ID, match.AddComputer{Player: ann, Level: ai.Easy})
			}
			events, err := log.All(m.ID)
			if err != nil {
				t.Fatal(err)
			}
			seated := 0
			for _, e := range events {
				if _, is := e.Body.(match.ComputerSeated); is {
					seated++
				}
			}
			if seated != 1 {
				t.Errorf("%s: %d computers sit down", c.reason, seated)
			}
		})
	}
}

// Two processes write one log, and one of them gets an error. Time stands still, so the events
// they want to store are identical.
func TestTheSlowerOfTwoWritersGetsAConflict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		one := open(t, log)
		m := one.deal(matchtest.Opening(nil), bob)
		two := open(t, log)
		after := two.do(m.ID, matchtest.Turn(m, 0))
		now, err := one.Do(t.Context(), m.ID, matchtest.Turn(m, 0))
		if !errors.Is(err, table.ErrNotStored) || !errors.Is(err, table.ErrConflict) || matchtest.Describe(now) != matchtest.Describe(after) {
			t.Errorf("%v\n%s\nwant\n%s", err, matchtest.Describe(now), matchtest.Describe(after))
		}
		if _, err := one.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); !errors.Is(err, match.ErrStale) {
			t.Errorf("the same again: %v", err)
		}
		two.do(m.ID, match.End{Player: ann})
		if _, err := one.Do(t.Context(), m.ID, match.End{Player: ann}); err == nil {
			t.Error("a table ended twice")
		}
		if _, live := one.In("c"); live {
			t.Error("the ended table is still live for the first")
		}
	})
}

func TestAFailedOpeningLeavesTheChannelFree(t *testing.T) {
	for _, c := range []struct {
		reason string
		fault  tabletest.Fault
		blind  bool
		want   error // nil: the table is open
		tables int   // in the log, after the caller tried again
	}{
		{"nothing was stored", tabletest.Before, false, table.ErrNotStored, 1},
		{"it was stored despite the error", tabletest.After, false, nil, 1},
		{"it was stored, but the log can't be read", tabletest.After, true, tabletest.ErrFault, 1},
	} {
		failing := true
		log := &tabletest.Log{}
		h := open(t, log)
		log.Fail = func(op tabletest.Op, _ match.ID) tabletest.Fault {
			switch {
			case failing && op == tabletest.Create:
				return c.fault
			case failing && c.blind:
				return tabletest.Before
			}
			return tabletest.None
		}
		m, err := h.Open(t.Context(), matchtest.Opening(nil))
		if !errors.Is(err, c.want) || err == nil && m.Host != ann {
			t.Errorf("%s: %v, want %v", c.reason, err, c.want)
		}
		failing = false
		m, err = h.Open(t.Context(), matchtest.Opening(nil))
		taken, _ := errors.AsType[*table.ChannelTaken](err)
		if live, _ := log.Live(t.Context()); len(live) != c.tables || (err == nil) == (taken != nil) {
			t.Errorf("%s: live tables %v; asked again: %v", c.reason, live, err)
		}
		if here, ok := h.In("c"); !ok || err == nil && here.ID != m.ID {
			t.Errorf("%s: the channel's table is not live", c.reason)
		}
	}
}

// The disk is full for a while: the clock retries at intervals. Time during which nobody could
// play doesn't count, so the player to move has some left.
func TestTheClockRetriesWhileTheDiskFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var full atomic.Bool
		var tries atomic.Int64
		log := &tabletest.Log{}
		log.Fail = func(op tabletest.Op, _ match.ID) tabletest.Fault {
			if op == tabletest.Append && full.Load() {
				tries.Add(1)
				return tabletest.Before
			}
			return tabletest.None
		}
		h := open(t, log)
		m := h.deal(matchtest.Opening(nil), bob)
		full.Store(true)
		wait(90*time.Second + time.Minute)
		if n := tries.Load(); n < 10 || n > 70 {
			t.Errorf("the clock tried %d times in a minute", n)
		}
		full.Store(false)
		wait(2 * time.Second)
		now := h.now()
		if left := time.Until(now.Deadline()); len(now.Moves) != 0 || left < 28*time.Second || left > 30*time.Second {
			t.Errorf("after the disk is back: %+v, %v left", now.Moves, left)
		}
		wait(30 * time.Second)
		if now := h.now(); len(now.Moves) != 1 || now.Moves[0].By != match.ByClock {
			t.Errorf("after the time that was left: %+v, opened %v", now.Moves, m.OpenedAt)
		}
	})
}

// Time of an outage costs no player their turn, whether the clock or a player acts first when
// the log works again.
func TestTimeOfAnOutageDoesNotCount(t *testing.T) {
	for _, c := range []struct {
		reason         string
		spent, blocked time.Duration
		first          match.Command // sent when the log works again; nil: the clock acts first
		left           time.Duration
		unreadable     bool // the log can't be read either
	}{
		{"the clock finds out", 20 * time.Second, 40 * time.Second, nil, 70 * time.Second, false},
		{"somebody else joins first", 20 * time.Second, 40 * time.Second, match.Join{Player: cy}, 70 * time.Second, false},
		{"at least half a minute", 80 * time.Second, time.Hour, nil, 30 * time.Second, false},
		{"a moment", 20 * time.Second, 2 * time.Second, nil, 67 * time.Second, false},
		{"the whole database is missing", 20 * time.Second, 40 * time.Second, nil, 70 * time.Second, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			var full atomic.Bool
			said := &lockedBuffer{}
			log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
				if full.Load() && (op == tabletest.Append || c.unreadable) {
					return tabletest.Before
				}
				return tabletest.None
			}}
			h := openWith(t, log, func(cfg *table.Config) { cfg.Logger = zerolog.New(said) })
			m := h.deal(matchtest.Opening(nil), bob)
			wait(c.spent)
			full.Store(true)
			seat, _ := m.Turn()
			act := matchtest.Turn(m, 0)
			if _, err := h.Do(t.Context(), m.ID, act); !errors.Is(err, tabletest.ErrFault) || errors.Is(err, table.ErrNotStored) == c.unreadable {
				t.Fatalf("%s: %v for seat %d", c.reason, err, seat)
			}
			wait(c.blocked)
			full.Store(false)
			if c.first != nil {
				h.do(m.ID, c.first)
			}
			wait(1100 * time.Millisecond)
			now := h.now()
			if got := time.Until(now.Deadline()); (got-c.left).Abs() > 2*time.Second || now.Decision != m.Decision {
				t.Errorf("%s: %v left for %v, want %v for %v", c.reason, got, now.Decision, c.left, m.Decision)
			}
			if now := h.do(m.ID, act); now.Decision == m.Decision {
				t.Errorf("%s: the play is not accepted after it", c.reason)
			}
			if text := said.String(); strings.Count(text, "can't be stored") != 1+int(c.blocked/time.Minute) || strings.Count(text, "can be stored again") != 1 {
				t.Errorf("%s: the log says\n%s", c.reason, text)
			}
		})
	}
}

// A short outage costs nobody a turn that ends during it. A turn that was over before the
// outage stays over.
func TestAShortOutageAtADeadlineCostsNobodyTheTurn(t *testing.T) {
	for _, c := range []struct {
		reason     string
		opening    match.Opening
		before     time.Duration // the log fails for three seconds, starting this long before the deadline
		click      bool          // somebody clicks at that moment
		unreadable bool          // the log can't be read either
		stays      bool          // the turn continues
	}{
		{"a click isn't stored", matchtest.Opening(nil), time.Second, true, false, true},
		{"a click isn't stored, and the table can't be read", matchtest.Opening(nil), time.Second, true, true, true},
		{"a click doesn't wake the table", quietTable(), time.Second, true, true, true},
		{"the log fails after the deadline", matchtest.Opening(nil), 0, false, true, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			var away atomic.Bool
			h := open(t, &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
				if away.Load() && (op == tabletest.Append || c.unreadable) {
					return tabletest.Before
				}
				return tabletest.None
			}})
			m := h.deal(c.opening, bob)
			time.Sleep(time.Until(m.Deadline().Add(-c.before)))
			away.Store(true)
			if c.click {
				if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); !errors.Is(err, tabletest.ErrFault) {
					t.Fatalf("%s: %v", c.reason, err)
				}
			}
			wait(3 * time.Second)
			away.Store(false)
			wait(5 * time.Second)
			now := h.now()
			if stays := now.Decision == m.Decision; stays != c.stays || stays && time.Until(now.Deadline()) < 20*time.Second {
				t.Errorf("%s: %v left for %v, which was %v", c.reason, time.Until(now.Deadline()), now.Decision, m.Decision)
			}
		})
	}
}

// A table sleeps, and its log can't be read when the player's time runs out: they couldn't play
// either.
func TestASleepingTableLosesNoTimeInAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var gone atomic.Bool
		h := open(t, &tabletest.Log{Fail: func(tabletest.Op, match.ID) tabletest.Fault {
			if gone.Load() {
				return tabletest.Before
			}
			return tabletest.None
		}})
		m := h.deal(quietTable(), bob)
		wait(22 * time.Hour)
		if h.asleep() != 1 {
			t.Fatal("the table doesn't sleep")
		}
		gone.Store(true)
		wait(3 * time.Hour) // from the warning on, an hour before the deadline, nothing can be read
		gone.Store(false)
		wait(2 * time.Second)
		now := h.now()
		if left := time.Until(now.Deadline()); now.Decision != m.Decision || (left-time.Hour).Abs() > 5*time.Second {
			t.Errorf("%v left for decision %v, want 1h for %v", left, now.Decision, m.Decision)
		}
	})
}

// lockedBuffer is a log output for several goroutines.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
