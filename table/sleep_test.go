package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// quietTable opens a table where nothing happens by itself for a day.
func quietTable() match.Opening {
	o := matchtest.Opening(nil)
	o.Settings = match.DefaultSettings()
	o.Settings.Clock, o.Settings.AutoPass = 24*time.Hour, 0
	return o
}

func (h *harness) asleep() int { return h.Count().Asleep }

func TestAnUnusedTableFallsAsleep(t *testing.T) {
	bubble(t, func(t *testing.T, h *harness) {
		m := h.deal(quietTable(), bob, cy)
		wait(4 * time.Minute)
		m = h.do(m.ID, matchtest.Turn(m, 0))
		wait(4 * time.Minute)
		if n := h.asleep(); n != 0 {
			t.Errorf("somebody clicked four minutes ago, and %d tables sleep", n)
		}
		wait(2 * time.Minute)
		if n := h.asleep(); n != 1 || len(h.Awake()) != 0 || !slices.Equal(h.Live(), []match.ID{m.ID}) {
			t.Fatalf("after six minutes %d tables sleep, %d are awake, live are %v", n, len(h.Awake()), h.Live())
		}
		told := len(h.notified())
		if h.TableIn("c") != m.ID {
			t.Error("the channel doesn't know its table")
		}
		if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err == nil {
			t.Error("the channel of a table that sleeps takes another")
		}
		now := h.now()
		if matchtest.Describe(now) != matchtest.Describe(m) {
			t.Errorf("it woke as\n%s\nand had fallen asleep as\n%s", matchtest.Describe(now), matchtest.Describe(m))
		}
		synctest.Wait()
		if n := len(h.notified()); n != told {
			t.Errorf("to wake is told of %d times", n-told)
		}
		h.do(m.ID, matchtest.Turn(m, 0))
	})
}

// After a restart, the log of a table that slept isn't read until somebody uses the table.
// Downtime doesn't count even then, and ends when the program came back.
func TestARestartReadsNoSleepingTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int64
		log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
			if op == tabletest.Events {
				reads.Add(1)
			}
			return tabletest.None
		}}
		h := open(t, log)
		m := h.deal(quietTable(), bob, cy)
		wait(10 * time.Minute)
		if got := log.Asleep(); !slices.Equal(got, []match.ID{m.ID}) {
			t.Fatalf("the index says that %v sleep", got)
		}
		before := reads.Load()
		h = h.restartAfter(3*time.Hour, 0)
		back := time.Now()
		wait(time.Hour)
		if n := reads.Load() - before; n != 0 || h.asleep() != 1 {
			t.Errorf("%d logs are read, %d tables sleep", n, h.asleep())
		}
		_ = h.now()
		synctest.Wait()
		if got, want := h.now().Deadline(), m.Deadline().Add(3*time.Hour); !got.Equal(want) {
			t.Errorf("the deadline is %v, want %v", got, want)
		}
		woken := h.stored(m.ID, match.Woken{})
		if len(woken) != 1 || !woken[0].At.Equal(back) || woken[0].Body != (match.Woken{Away: 3 * time.Hour}) {
			t.Errorf("the log has %+v, not what was at %v", woken, back)
		}
	})
}

// A table that was awake when the program ended wakes by itself after the start, to update
// messages that may be outdated.
func TestATableThatWasAwakeWakesAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var woke []bool
		h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
			c.OnWake = func(_ context.Context, _ match.Match, shown bool) error {
				mu.Lock()
				defer mu.Unlock()
				woke = append(woke, shown)
				return nil
			}
		})
		m := h.deal(quietTable(), bob, cy)
		wait(10 * time.Minute)
		h.do(m.ID, matchtest.Turn(m, 0))
		h = h.restartAfter(0, 0)
		wait(time.Minute + time.Second)
		if h.asleep() != 1 {
			t.Error("it doesn't sleep though nobody asked for it")
		}
		_ = h.now()
		mu.Lock()
		defer mu.Unlock()
		if want := []bool{true, false, true}; !slices.Equal(woke, want) { // for the play, the restart and the look
			t.Errorf("it woke with its messages up to date: %v, want %v", woke, want)
		}
	})
}

func TestATableStaysAwakeUntilItsMessagesAreUpToDate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown atomic.Bool
		h := openWith(t, &tabletest.Log{}, func(c *table.Config) { c.MaySleep = func(match.Match) bool { return shown.Load() } })
		h.deal(quietTable(), bob, cy)
		for _, shows := range []bool{false, true} {
			shown.Store(shows)
			wait(time.Hour)
			if sleeps := h.asleep() == 1; sleeps != shows {
				t.Errorf("shown %v, and it sleeps: %v", shows, sleeps)
			}
		}
	})
}

func TestPlayersOfSleepingTablesAreKnown(t *testing.T) {
	bubble(t, func(t *testing.T, h *harness) {
		with := h.deal(quietTable(), bob)
		other := quietTable()
		other.Channel = "c2"
		without := h.deal(other, cy)
		wait(10 * time.Minute)
		found, err := h.WithPlayer(t.Context(), bob)
		if err != nil || len(found) != 1 || found[0].ID != with.ID {
			t.Errorf("found %v, %v", found, err)
		}
		for _, m := range h.Awake() {
			if m.ID == without.ID {
				t.Error("a table where they don't sit was woken")
			}
		}
	})
}

// Nothing is stored or announced for the tables of a released guild, and another registry
// continues them with the time that was left.
func TestAnotherRegistryContinuesReleasedTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inG := func(guild string) bool { return guild == "g" }
		log := &tabletest.Log{}
		one := open(t, log)
		asleep := one.deal(quietTable(), bob)
		wait(10 * time.Minute)
		o := quietTable()
		o.Channel = "c2"
		awake := one.deal(o, bob)
		o.Guild, o.Channel = "h", "c3"
		kept := one.deal(o, bob)
		ids := one.Release(t.Context(), inG)
		slices.Sort(ids)
		if !slices.Equal(ids, []match.ID{asleep.ID, awake.ID}) || !slices.Equal(one.Live(), []match.ID{kept.ID}) {
			t.Errorf("released are %v, live are still %v", ids, one.Live())
		}
		told, gone, left := len(one.notified()), time.Now(), time.Until(awake.Deadline())
		for _, m := range []match.Match{asleep, awake} {
			if _, err := one.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); !errors.Is(err, match.ErrNoTable) && !errors.Is(err, table.ErrClosed) {
				t.Errorf("table %d still takes plays: %v", m.ID, err)
			}
		}
		wait(time.Minute) // nobody has the tables
		two := newHarness(t, log, func(*table.Config) {})
		if err := two.Take(t.Context(), inG, gone); err != nil {
			t.Fatal(err)
		}
		if live := two.Live(); !slices.Equal(live, ids) {
			t.Errorf("the other registry has %v", live)
		}
		if now := time.Until(two.see(awake.ID).Deadline()); (now - left).Abs() > time.Second {
			t.Errorf("%v left of %v", now, left)
		}
		for _, m := range []match.Match{asleep, awake} {
			two.do(m.ID, matchtest.Turn(m, 0))
		}
		wait(25 * time.Hour)
		for _, m := range one.notified()[told:] {
			if m.Guild == "g" {
				t.Errorf("it tells of table %d", m.ID)
			}
		}
		two.Release(t.Context(), func(string) bool { return true })
		if err := one.Take(t.Context(), inG, time.Time{}); err != nil {
			t.Fatal(err)
		}
		if n := len(one.Live()); n != 3 {
			t.Errorf("taken again, %d tables are live", n)
		}
	})
}

// A table is released while it wakes or falls asleep. A click at that moment returns ErrClosed,
// not ErrNoTable.
func TestAClickDuringAReleaseReturnsErrClosed(t *testing.T) {
	for _, c := range []struct {
		why    string
		during tabletest.Op
	}{
		{"the table wakes", tabletest.Events},
		{"the table falls asleep", tabletest.Rest},
	} {
		synctest.Test(t, func(t *testing.T) {
			var h *harness
			var m match.Match
			var releases atomic.Bool
			clicks, answers := 0, make(chan error, 2)
			log := &tabletest.Log{}
			log.Fail = func(op tabletest.Op, _ match.ID) tabletest.Fault {
				if op == c.during && releases.CompareAndSwap(true, false) {
					clicks++
					go func() {
						_, err := h.Do(t.Context(), m.ID, match.Join{Player: cy})
						answers <- err
					}()
					time.Sleep(time.Second)
					gone, cancel := context.WithCancel(t.Context())
					cancel()
					h.Release(gone, func(string) bool { return true })
				}
				return tabletest.None
			}
			h = open(t, log)
			m = h.deal(quietTable(), bob)
			releases.Store(c.during == tabletest.Rest)
			wait(10 * time.Minute)
			if c.during == tabletest.Events {
				clicks++
				releases.Store(true)
				_, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, 0))
				answers <- err
			}
			for range clicks {
				if err := <-answers; !errors.Is(err, table.ErrClosed) || errors.Is(err, table.ErrNotStored) {
					t.Errorf("%s: %v", c.why, err)
				}
			}
			if clicks == 0 {
				t.Errorf("%s: nobody clicked", c.why)
			}
		})
	}
}

// Tables that wake because something is due wait for each other while their logs are read, but
// not while downtime is stored.
func TestTablesDoNotWaitForEachOthersWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const tables = 20
		var slowly atomic.Bool
		stored := make(chan time.Time, 2*tables)
		h := open(t, &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
			if slowly.Load() && op == tabletest.Append {
				stored <- time.Now()
				time.Sleep(5 * time.Second)
			}
			return tabletest.None
		}})
		for n := range tables {
			o := quietTable()
			o.Channel = fmt.Sprint("c", n)
			h.deal(o, bob)
		}
		wait(time.Hour)
		if n := h.asleep(); n != tables {
			t.Fatalf("%d tables sleep", n)
		}
		h.restartAfter(time.Hour, 0)
		slowly.Store(true)
		wait(22*time.Hour + 30*time.Minute) // until after the warning
		if len(stored) != tables {
			t.Fatalf("%d tables store something", len(stored))
		}
		first := <-stored
		for range tables - 1 {
			if apart := (<-stored).Sub(first); apart > time.Second {
				t.Fatalf("of two tables that are due at once one begins %v after the other", apart)
			}
		}
	})
}

// Whenever a table sleeps and whatever wakes it, its log, its notifications and its views are
// the same as without sleep.
func TestSleepChangesNothing(t *testing.T) {
	seeds := gametest.Dose(t, 10, 60, 1000)
	all := 0
	for seed := range uint64(seeds) {
		var never, often string
		slept := 0
		synctest.Test(t, func(t *testing.T) { never, _ = playHistory(t, seed, 1000*time.Hour) })
		synctest.Test(t, func(t *testing.T) { often, slept = playHistory(t, seed, 5*time.Millisecond) })
		if never != often {
			t.Fatalf("seed %d: awake all the time\n%s\nwith sleep\n%s", seed, never, often)
		}
		all += slept
	}
	if all < seeds {
		t.Errorf("in %d histories, it slept %d times", seeds, all)
	}
}

// playHistory plays a history derived from a seed. It returns its results, and how often the
// table was asleep when it was used.
func playHistory(t *testing.T, seed uint64, rest time.Duration) (all string, slept int) {
	t.Helper()
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
		c.SleepAfter = rest
		c.Random = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
		c.Think = func(_ context.Context, _ game.Rules, _ ai.Level, o ai.Observation) (game.Action, error) {
			return o.View.Legal[0], nil
		}
	})
	r := rand.New(rand.NewPCG(seed, 1))
	o := matchtest.Opening(map[string]string{"target": "40"})
	o.Settings = match.DefaultSettings()
	o.Settings.Clock = []time.Duration{0, time.Minute, 5 * time.Hour, 24 * time.Hour}[r.IntN(4)]
	o.Settings.Lobby, o.Settings.Abandon = 100*time.Hour, 100*time.Hour
	o.Settings.Undo = []time.Duration{0, 5 * time.Second}[r.IntN(2)]
	m := h.lobby(o)
	id := m.ID
	people := []match.Player{ann, bob, cy, dee}
	var b strings.Builder
	for range 60 {
		wait([]time.Duration{0, 70 * time.Millisecond, time.Second, 9 * time.Second, time.Minute, 20 * time.Minute, 3 * time.Hour, 30 * time.Hour}[r.IntN(8)] + 11*time.Millisecond)
		slept += h.asleep()
		m := h.see(id)
		if m.Phase == match.Over {
			break
		}
		p := people[r.IntN(len(people))]
		var legal []game.Action
		if m.State != nil {
			legal = m.State.Legal()
		}
		var c match.Command = match.Join{Player: p}
		switch n := r.IntN(20); {
		case n < 5 && (n > 0 || m.Phase != match.Lobby):
			c = []match.Command{
				match.Leave{Player: p}, match.Here{Player: p}, match.AddComputer{Player: m.Host, Level: ai.Easy},
				match.Undo{Player: p, Decision: m.Decision}, match.Kick{Player: p, Against: people[r.IntN(len(people))]},
			}[n]
		case n < 7 && len(legal) > 0:
			c = match.Plan{Player: p, Decision: m.Decision, Action: legal[0]}
		case n > 14 && m.Phase == match.Lobby:
			c = match.Start{Player: m.Host}
		case len(legal) > 0:
			c = matchtest.Turn(m, r.IntN(len(legal)))
		}
		after, err := h.Do(t.Context(), id, c)
		fmt.Fprintf(&b, "%T %v: %v\n%s\n", c, err, after.Deadline(), matchtest.Describe(after))
	}
	wait(150 * time.Hour)
	for _, e := range h.stored(id) {
		kind, body, _ := match.Encode(e.Body)
		fmt.Fprintf(&b, "%d %v %s %s\n", e.Seq, e.At.UnixMilli(), kind, body)
	}
	for _, m := range h.notified() {
		fmt.Fprintf(&b, "told %d\n", m.Seq)
	}
	return b.String(), slept
}
