package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
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
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// quietTable returns the opening of a table at which nothing happens by itself for a day.
func quietTable() match.Opening {
	o := matchtest.Opening(nil)
	o.Settings = match.DefaultSettings()
	o.Settings.Clock, o.Settings.AutoPass = 24*time.Hour, 0
	return o
}

func (h *harness) asleep() int { return h.Count().Tables["asleep"] }

func TestAnUnusedTableFallsAsleep(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.startMatch(quietTable(), bob, cy)
		advance(4 * time.Minute)
		m = h.mustDo(m.ID, matchtest.Turn(m, 0))
		advance(4 * time.Minute)
		if n := h.asleep(); n != 0 {
			t.Errorf("got %d asleep four minutes after a click, want 0", n)
		}
		advance(2 * time.Minute)
		if n := h.asleep(); n != 1 || len(h.Awake()) != 0 || !slices.Equal(h.Live(), []match.ID{m.ID}) {
			t.Fatalf("after six minutes got %d asleep, %d awake and %v live; want one table, asleep", n, len(h.Awake()), h.Live())
		}
		before := len(h.notified())
		if h.TableIn("c") != m.ID {
			t.Error("the channel does not have its sleeping table")
		}
		if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err == nil {
			t.Error("a second table was opened in the channel of a sleeping one")
		}
		now := h.table()
		if matchtest.Describe(now) != matchtest.Describe(m) {
			t.Errorf("the table woke as\n%s\nwant it as it fell asleep\n%s", matchtest.Describe(now), matchtest.Describe(m))
		}
		synctest.Wait()
		if n := len(h.notified()); n != before {
			t.Errorf("got %d notifications when the table woke, want 0", n-before)
		}
		h.mustDo(m.ID, matchtest.Turn(m, 0))
	})
}

// After a restart, the log of a sleeping table isn't read until somebody uses the table. Even then
// downtime doesn't count; it ended when the program started, not when the table woke.
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
		m := h.startMatch(quietTable(), bob, cy)
		advance(10 * time.Minute)
		if got := log.Asleep(); !slices.Equal(got, []match.ID{m.ID}) {
			t.Fatalf("the index has %v asleep, want the one table", got)
		}
		before := reads.Load()
		h = h.restartAfter(3*time.Hour, 0)
		back := time.Now()
		advance(time.Hour)
		if n := reads.Load() - before; n != 0 || h.asleep() != 1 {
			t.Errorf("got %d reads of logs and %d asleep, want 0 and 1", n, h.asleep())
		}
		_ = h.table()
		synctest.Wait()
		if got, want := h.table().Deadline(), m.Deadline().Add(3*time.Hour); !got.Equal(want) {
			t.Errorf("the deadline is %v, want %v", got, want)
		}
		woken := h.stored(m.ID, match.Woken{})
		if len(woken) != 1 || !woken[0].At.Equal(back) || woken[0].Body != (match.Woken{Away: 3 * time.Hour}) {
			t.Errorf("the log has %+v, want one event of three hours at %v", woken, back)
		}
	})
}

// Whoever opens a table that is open already is told so. The table goes on.
func TestAnOpeningOfAnOpenTableDoesNotGiveItUp(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.startMatch(quietTable(), bob, cy)
		if _, err := h.Do(t.Context(), m.ID, quietTable()); err == nil || errors.Is(err, match.ErrNoTable) {
			t.Errorf("opening an open table got %v, want a refusal", err)
		}
		if live := h.Live(); !slices.Equal(live, []match.ID{m.ID}) {
			t.Errorf("live tables are %v, want the one", live)
		}
	})
}

// A table that all people have left ends ten minutes later, also if it sleeps or the program restarts
// meanwhile. Downtime doesn't count.
func TestADesertedTableEndsThoughItSleeps(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.startMatch(quietTable(), bob, cy)
		for _, p := range m.Players() {
			h.mustDo(m.ID, match.Leave{Player: p})
		}
		advance(6 * time.Minute)
		if h.asleep() != 1 {
			t.Fatalf("got %d asleep, want 1", h.asleep())
		}
		h = h.restartAfter(time.Hour, 0)
		advance(4*time.Minute - time.Second)
		if live := h.Live(); len(live) != 1 {
			t.Fatalf("live tables a second before the end: %v, want the one", live)
		}
		advance(time.Second)
		if live := h.Live(); len(live) != 0 {
			t.Errorf("live tables ten minutes after everyone has left: %v, want none", live)
		}
	})
}

// If a table was awake when the program ended, it wakes by itself after the restart, to update
// messages that may be outdated.
func TestATableThatWasAwakeWakesAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var woke []bool
		h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
			c.OnWake = func(_ context.Context, _ match.Match, upToDate bool) error {
				mu.Lock()
				defer mu.Unlock()
				woke = append(woke, upToDate)
				return nil
			}
		})
		m := h.startMatch(quietTable(), bob, cy)
		advance(10 * time.Minute)
		h.mustDo(m.ID, matchtest.Turn(m, 0))
		h = h.restartAfter(0, 0)
		advance(time.Minute + time.Second)
		if h.asleep() != 1 {
			t.Error("the table is awake a minute after the restart although nobody used it")
		}
		_ = h.table()
		mu.Lock()
		defer mu.Unlock()
		if want := []bool{true, false, true}; !slices.Equal(woke, want) { // for the play, after the restart, and for the call of now
			t.Errorf("it woke with its messages up to date: %v, want %v", woke, want)
		}
	})
}

func TestATableStaysAwakeUntilItsMessagesAreUpToDate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown atomic.Bool
		h := openWith(t, &tabletest.Log{}, func(c *table.Config) { c.MaySleep = func(match.Match) bool { return shown.Load() } })
		h.startMatch(quietTable(), bob, cy)
		for _, shows := range []bool{false, true} {
			shown.Store(shows)
			advance(time.Hour)
			if sleeps := h.asleep() == 1; sleeps != shows {
				t.Errorf("messages up to date: %v, asleep: %v; want the same", shows, sleeps)
			}
		}
	})
}

func TestPlayersOfSleepingTablesAreKnown(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		with := h.startMatch(quietTable(), bob)
		other := quietTable()
		other.Channel = "c2"
		without := h.startMatch(other, cy)
		advance(10 * time.Minute)
		found, err := h.TablesOf(t.Context(), bob)
		if err != nil || len(found) != 1 || found[0].ID != with.ID {
			t.Errorf("found %v, %v; want the table with the player", found, err)
		}
		for _, m := range h.Awake() {
			if m.ID == without.ID {
				t.Error("a table without the player was woken")
			}
		}
	})
}

// A registry that has stopped serving a guild stores and announces nothing for its tables. Another
// registry continues them with the time that was left, even if the clock of its machine differs by an hour.
func TestAnotherRegistryContinuesTables(t *testing.T) {
	for _, ahead := range []time.Duration{0, time.Hour, -time.Hour} {
		synctest.Test(t, func(t *testing.T) { continueTables(t, ahead) })
	}
}

func continueTables(t *testing.T, ahead time.Duration) {
	inG := func(guild string) bool { return guild == "g" }
	log := &tabletest.Log{}
	var stopped []match.ID
	one := openWith(t, log, func(cfg *table.Config) {
		cfg.OnStop = func(_ context.Context, tables []match.ID) { stopped = tables }
	})
	asleep := one.startMatch(quietTable(), bob)
	advance(10 * time.Minute)
	o := quietTable()
	o.Channel = "c2"
	awake := one.startMatch(o, bob)
	o.Guild, o.Channel = "h", "c3"
	kept := one.startMatch(o, bob)
	ids := []match.ID{asleep.ID, awake.ID}
	one.Stop(t.Context(), inG)
	slices.Sort(stopped)
	if !slices.Equal(stopped, ids) || !slices.Equal(one.Live(), []match.ID{kept.ID}) {
		t.Errorf("stopped %v, and live are %v; want the tables of the guild, and the other one", stopped, one.Live())
	}
	notified, releasedAt, left := len(one.notified()), time.Now(), time.Until(awake.Deadline())
	for _, m := range []match.Match{asleep, awake} {
		if _, err := one.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); !errors.Is(err, match.ErrNoTable) && !errors.Is(err, table.ErrClosed) {
			t.Errorf("a play at the released table %d got %v, want ErrNoTable or ErrClosed", m.ID, err)
		}
	}
	advance(time.Minute) // neither registry has the tables
	two := newHarness(t, log, func(cfg *table.Config) { cfg.Wall = func() time.Time { return time.Now().Add(ahead) } })
	errtest.Must(t, two.Serve(t.Context(), inG, releasedAt))
	if live := two.Live(); !slices.Equal(live, ids) {
		t.Errorf("the other registry has %v, want the released tables", live)
	}
	if now := time.Until(two.see(awake.ID).Deadline()) - ahead; (now - left).Abs() > time.Second {
		t.Errorf("of a machine whose clock is %v ahead: %v left of the turn, want %v", ahead, now, left)
	}
	for _, m := range []match.Match{asleep, awake} {
		two.mustDo(m.ID, matchtest.Turn(m, 0))
	}
	advance(25 * time.Hour)
	for _, m := range one.notified()[notified:] {
		if m.Guild == "g" {
			t.Errorf("the registry notified of table %d after it stopped serving it", m.ID)
		}
	}
	two.Stop(t.Context(), func(string) bool { return true })
	errtest.Must(t, one.Serve(t.Context(), inG, time.Time{}))
	if n := len(one.Live()); n != 3 {
		t.Errorf("got %d live tables after they were taken again, want 3", n)
	}
}

// Serving ends while a table wakes or falls asleep. If somebody clicks at that moment, they get
// ErrClosed, not ErrNoTable.
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
					canceled, cancel := context.WithCancel(t.Context())
					cancel()
					h.Stop(canceled, func(string) bool { return true })
				}
				return tabletest.None
			}
			h = open(t, log)
			m = h.startMatch(quietTable(), bob)
			releases.Store(c.during == tabletest.Rest)
			advance(10 * time.Minute)
			if c.during == tabletest.Events {
				clicks++
				releases.Store(true)
				_, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, 0))
				answers <- err
			}
			for range clicks {
				if err := <-answers; !errors.Is(err, table.ErrClosed) || errors.Is(err, table.ErrNotStored) {
					t.Errorf("%s: got %v, want ErrClosed", c.why, err)
				}
			}
			if clicks == 0 {
				t.Errorf("%s: the test made no click during the release", c.why)
			}
		})
	}
}

// Tables that wake by themselves read their logs one after another, but none waits while another
// stores its downtime.
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
			h.startMatch(o, bob)
		}
		advance(time.Hour)
		if n := h.asleep(); n != tables {
			t.Fatalf("got %d asleep, want all %d", n, tables)
		}
		h.restartAfter(time.Hour, 0)
		slowly.Store(true)
		advance(22*time.Hour + 30*time.Minute) // until after the warning
		if len(stored) != tables {
			t.Fatalf("got %d tables that store something, want all %d", len(stored), tables)
		}
		first := <-stored
		for range tables - 1 {
			if apart := (<-stored).Sub(first); apart > time.Second {
				t.Fatalf("two tables are due at the same time, but one stores its downtime %v after the other", apart)
			}
		}
	})
}

// Sleep changes neither a table's log nor its notifications and views, whenever the table sleeps
// and whatever wakes it.
func TestSleepChangesNothing(t *testing.T) {
	seeds := gametest.Dose(t, 10, 20, 1000)
	all := 0
	for seed := range uint64(seeds) {
		var never, often string
		slept := 0
		synctest.Test(t, func(t *testing.T) { never, _ = playHistory(t, seed, 1000*time.Hour) })
		synctest.Test(t, func(t *testing.T) { often, slept = playHistory(t, seed, 5*time.Millisecond) })
		if never != often {
			t.Fatalf("seed %d: with sleep, got\n%s\nwant, as when awake all the time,\n%s", seed, often, never)
		}
		all += slept
	}
	if all < seeds {
		t.Errorf("in %d histories the table was asleep %d times, want at least one in each", seeds, all)
	}
}

// playHistory plays a random history that depends only on the seed. It returns the results as text,
// and how often the table was asleep when it was used.
func playHistory(t *testing.T, seed uint64, sleepAfter time.Duration) (all string, timesAsleep int) {
	t.Helper()
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) {
		c.SleepAfter = sleepAfter
		c.Random = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
		c.Think = func(_ context.Context, _ game.Rules, _ ai.Level, o ai.Observation, _ ai.Fixed) (game.Action, error) {
			return o.View.Legal[0], nil
		}
	})
	r := rand.New(rand.NewPCG(seed, 1))
	o := matchtest.Opening(map[string]string{"target": "40"})
	o.Settings = match.DefaultSettings()
	o.Settings.Clock = []time.Duration{0, time.Minute, 5 * time.Hour, 24 * time.Hour}[r.IntN(4)]
	o.Settings.Lobby, o.Settings.Abandon = 100*time.Hour, 100*time.Hour
	o.Settings.Undo = []time.Duration{0, 5 * time.Second}[r.IntN(2)]
	m := h.openTable(o)
	id := m.ID
	people := []match.Player{ann, bob, cy, dee}
	var b strings.Builder
	for range 60 {
		advance([]time.Duration{0, 70 * time.Millisecond, time.Second, 9 * time.Second, time.Minute, 20 * time.Minute, 3 * time.Hour, 30 * time.Hour}[r.IntN(8)] + 11*time.Millisecond)
		timesAsleep += h.asleep()
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
	advance(150 * time.Hour)
	for _, e := range h.stored(id) {
		kind, body, _ := match.Encode(e.Body)
		fmt.Fprintf(&b, "%d %v %s %s\n", e.Seq, e.At.UnixMilli(), kind, body)
	}
	for _, m := range h.notified() {
		fmt.Fprintf(&b, "notified %d\n", m.Seq)
	}
	return b.String(), timesAsleep
}

// Tables are counted by state, those that are slow or start at a time also on their own: awake, asleep, and asleep since
// before a restart. Starts are counted by what became of them.
func TestTablesAreCounted(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		slow := h.startMatch(quietTable(), bob, cy)
		o := quietTable()
		o.Channel, o.Settings.Clock = "d", time.Minute
		m := h.openTable(o)
		h.mustDo(m.ID, match.StartAt{Player: ann, Schedule: match.Schedule{At: time.Now().Add(5 * time.Hour)}})
		asleep := table.Count{Tables: map[string]int{"asleep": 2}, Slow: map[string]int{"asleep": 1}, Scheduled: 1, Starts: map[string]int{}}
		for _, tt := range []struct {
			when string
			do   func()
			want table.Count
		}{
			{"awake", func() {}, table.Count{Tables: map[string]int{"playing": 1, "lobby": 1}, Slow: map[string]int{"playing": 1}, Scheduled: 1, Starts: map[string]int{}}},
			{"asleep", func() { advance(time.Hour) }, asleep},
			{"after a restart", func() { h = h.restartAfter(time.Minute, 0) }, asleep},
		} {
			if tt.do(); !reflect.DeepEqual(h.Count(), tt.want) {
				t.Errorf("%s: got %+v, want %+v (table %d is slow)", tt.when, h.Count(), tt.want, slow.ID)
			}
		}
		set := func() {
			h.mustDo(m.ID, match.StartAt{Player: ann, Schedule: match.Schedule{At: time.Now().Add(time.Hour)}})
		}
		advance(4 * time.Hour) // nobody else came
		set()
		h.mustDo(m.ID, match.StartAt{Player: ann})
		h.mustDo(m.ID, match.Join{Player: bob})
		h.mustDo(m.ID, match.Join{Player: cy})
		set()
		advance(2 * time.Hour)
		if got, want := h.Count().Starts, map[string]int{"too_few": 1, "called_off": 1, "started": 1}; !reflect.DeepEqual(got, want) {
			t.Errorf("got the starts %v, want %v", got, want)
		}
	})
}
