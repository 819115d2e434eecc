package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"deuces/game"
	"deuces/game/systems"
	"deuces/internal/errtest"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/standing"
	"deuces/table"
	"deuces/table/tabletest"
)

// These are the players of all tests in this package.
const (
	ann match.Player = 11 + iota
	bob
	cy
	dee
	eve
)

// harness is a registry on an in-memory log. It records all notifications.
type harness struct {
	*table.Registry
	t         *testing.T
	log       *tabletest.Log
	configure func(*table.Config) // changes the configuration; restarts reuse it
	rules     match.Rulebook

	mu         sync.Mutex
	changes    []match.Match
	lost       []error
	lostSignal chan struct{} // receives a value for each lost table
}

func open(t *testing.T, log *tabletest.Log) *harness {
	t.Helper()
	return openWith(t, log, func(*table.Config) {})
}

// testWithHarness runs a test with a registry and a fake clock.
func testWithHarness(t *testing.T, test func(t *testing.T, h *harness)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, open(t, &tabletest.Log{})) })
}

func openWith(t *testing.T, log *tabletest.Log, change func(*table.Config)) *harness {
	t.Helper()
	h := newHarness(t, log, change)
	if err := h.Recover(t.Context()); err != nil {
		t.Fatalf("recover: %v", err)
	}
	return h
}

// newHarness returns a registry that has loaded no tables.
func newHarness(t *testing.T, log *tabletest.Log, change func(*table.Config)) *harness {
	h := &harness{t: t, log: log, configure: change, lostSignal: make(chan struct{}, 100)}
	cfg := table.Config{
		Log: log, Rules: matchtest.NewToy, Latest: matchtest.ToyVersion, Logger: zerolog.Nop(),
		OnChange: func(m match.Match) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.changes = append(h.changes, m)
		},
		OnLost: func(m match.Match, err error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.lost = append(h.lost, err)
			h.lostSignal <- struct{}{}
		},
	}
	change(&cfg)
	h.rules = cfg.Rules
	h.Registry = table.NewRegistry(cfg)
	t.Cleanup(h.stop)
	return h
}

// allSystems configures a registry to play the first version of every system.
func allSystems(c *table.Config) {
	c.Rules, c.Latest = systems.New, func(string) (int, bool) { return 1, true }
}

// stop closes the registry.
func (h *harness) stop() {
	h.t.Helper()
	if err := h.Close(context.Background()); err != nil {
		h.t.Errorf("close: %v", err)
	}
}

// In returns the live table of a channel, and whether there is one.
func (h *harness) In(channel string) (match.Match, bool) {
	h.t.Helper()
	m, err := h.Registry.InChannel(context.Background(), channel)
	if err != nil && !errors.Is(err, match.ErrNoTable) {
		h.t.Errorf("the table of channel %s: %v", channel, err)
	}
	return m, err == nil
}

// awaitLost waits until a table is lost, and returns the error.
func (h *harness) awaitLost() error {
	h.t.Helper()
	select {
	case <-h.lostSignal:
	case <-time.After(time.Minute):
		h.t.Fatal("no table was given up within a minute")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lost[len(h.lost)-1]
}

// notified returns the notifications so far.
func (h *harness) notified() []match.Match {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.changes)
}

func (h *harness) mustDo(id match.ID, c match.Command) match.Match {
	h.t.Helper()
	m, err := h.Do(h.t.Context(), id, c)
	if err != nil {
		h.t.Fatalf("%#v: %v", c, err)
	}
	return m
}

// replay replays a table's log, as the program does after a restart. If each isn't nil, it is
// called with every event and the match before that event.
func (h *harness) replay(id match.ID, each func(before match.Match, e match.Event)) match.Match {
	h.t.Helper()
	m := match.New(id, h.rules)
	for e, err := range h.log.Events(h.t.Context(), id) {
		if err == nil && each != nil {
			each(m, e)
		}
		if err == nil {
			m, err = m.Apply(e)
		}
		errtest.Must(h.t, err)
	}
	return m
}

// see returns a table, even if it is over.
func (h *harness) see(id match.ID) match.Match {
	h.t.Helper()
	m, err := h.Match(h.t.Context(), id)
	errtest.Must(h.t, err)
	return m
}

// openTable opens a table.
func (h *harness) openTable(o match.Opening) match.Match {
	h.t.Helper()
	m, err := h.Open(h.t.Context(), o)
	if err != nil {
		h.t.Fatalf("open: %v", err)
	}
	return m
}

// startMatch opens a table, adds players and starts the match.
func (h *harness) startMatch(o match.Opening, others ...match.Player) match.Match {
	h.t.Helper()
	m := h.openTable(o)
	for _, p := range others {
		h.mustDo(m.ID, match.Join{Player: p})
	}
	return h.mustDo(m.ID, match.Start{Player: o.Host})
}

// stored returns a table's stored events with bodies of the same types as kinds, or all events if
// kinds is empty.
func (h *harness) stored(id match.ID, kinds ...match.Body) (found []match.Event) {
	h.t.Helper()
	events, err := h.log.All(id)
	errtest.Must(h.t, err)
	for _, e := range events {
		if len(kinds) == 0 || slices.ContainsFunc(kinds, func(b match.Body) bool { return reflect.TypeOf(b) == reflect.TypeOf(e.Body) }) {
			found = append(found, e)
		}
	}
	return found
}

// playRound plays cards, without passing, until the round is over.
func (h *harness) playRound(m match.Match) match.Match {
	h.t.Helper()
	for round := m.Decision.Round; m.Decision.Round == round && m.Phase == match.Playing; {
		m = h.mustDo(m.ID, matchtest.Turn(m, 0))
	}
	return m
}

// A match is played to its end. Rounds are dealt by themselves, settlements add up to the totals,
// and each notification has more events than the previous one.
func TestAWholeMatchIsPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.startMatch(matchtest.Opening(nil), bob, cy)
		for m.Phase != match.Over {
			if m = h.playRound(m); m.Phase == match.Between {
				advance(m.Settings.Pause)
				m = h.table()
			}
		}
		outcome, _ := m.Outcome()
		if e, _ := m.Ended(); e.Cause != match.Won || outcome.Totals[outcome.Winner] < 6 {
			t.Errorf("the match ended as %+v, %+v; want a winner with at least 6 points", outcome, e)
		}
		if _, live := h.In("c"); live {
			t.Error("the channel has a table after its match is over")
		}
		rounds, finished, points, won := 0, 0, map[match.Player]int{}, map[match.Player]bool{}
		for _, s := range log.Settled() {
			if s.Finished {
				finished++
			}
			for _, e := range s.Entries {
				points[e.Player] += e.Points
				won[e.Player] = won[e.Player] || e.Winner
				if e.Place == 1 {
					rounds++
				}
			}
		}
		if rounds != len(m.Results) || finished != 1 {
			t.Errorf("got %d settled rounds and %d matches, want %d and 1", rounds, finished, len(m.Results))
		}
		for seat, p := range m.Players() {
			if points[p] != m.Totals()[seat] || won[p] != (game.Seat(seat) == outcome.Winner) {
				t.Errorf("seat %d has %d settled points, want %d; settled as winner: %v", seat, points[p], m.Totals()[seat], won[p])
			}
		}
		notified := h.notified()
		if notified[0].Seq != 3 { // events: opened, seated, sealed
			t.Errorf("the first notification has event %d, want 3", notified[0].Seq)
		}
		for i := 1; i < len(notified); i++ {
			if notified[i].Seq <= notified[i-1].Seq {
				t.Errorf("got a notification of event %d after %d, want them in order", notified[i].Seq, notified[i-1].Seq)
			}
		}
	})
}

func TestAChannelHasOneTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
			if op == tabletest.Create {
				time.Sleep(time.Second) // until all callers have asked
			}
			return tabletest.None
		}})
		const callers = 20
		answers := make(chan match.ID, callers)
		var opened atomic.Int64
		for i := range callers {
			go func() {
				o := matchtest.Opening(nil)
				o.Host = match.Player(100 + i)
				m, err := h.Open(t.Context(), o)
				if taken, ok := errors.AsType[*table.ChannelTaken](err); ok {
					m.ID = taken.ID
				} else if err != nil {
					t.Errorf("open: %v", err)
				} else {
					opened.Add(1)
				}
				answers <- m.ID
			}()
		}
		for range callers {
			if id := <-answers; id != 1 {
				t.Errorf("a caller got table %d, want 1", id)
			}
		}
		if live, _ := h.log.Live(t.Context()); opened.Load() != 1 || len(live) != 1 {
			t.Errorf("%d callers opened a table, and the live tables are %v, want one of each", opened.Load(), live)
		}
	})
}

func TestConcurrentCommandsAreHandledOneAfterTheOther(t *testing.T) {
	h := open(t, &tabletest.Log{})
	o := matchtest.Opening(map[string]string{"target": "20"})
	o.Settings = match.Settings{Clock: time.Minute} // no pause: rounds follow at once
	m := h.startMatch(o, bob, cy, dee)
	var mu sync.Mutex
	acknowledged := map[match.Decision]match.Player{}
	var wg sync.WaitGroup
	for n, p := range []match.Player{ann, bob, cy, dee, eve, ann, bob} {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(n)))
			for {
				now, err := h.Match(t.Context(), m.ID)
				if err != nil || now.Phase == match.Over {
					return
				}
				action := game.Action{Verb: game.Pass}
				if legal := now.State.Legal(); len(legal) > 0 {
					action = legal[r.IntN(len(legal))]
				}
				d := now.Decision
				if _, err := h.Do(t.Context(), m.ID, match.Act{Player: p, Decision: d, Action: action}); err == nil {
					mu.Lock()
					if other, twice := acknowledged[d]; twice {
						t.Errorf("decision %v was acknowledged to %d and to %d, want one of them", d, other, p)
					}
					acknowledged[d] = p
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if acts := len(h.stored(m.ID, match.Acted{})); acts != len(acknowledged) {
		t.Errorf("the log has %d acts, want the %d that were acknowledged", acts, len(acknowledged))
	}
}

func TestACommandEndsWithItsContext(t *testing.T) {
	testWithHarness(t, func(t *testing.T, h *harness) {
		m := h.startMatch(matchtest.Opening(nil), bob)
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		for range 50 { // select picks at random between the canceled context and the inbox, so one try isn't enough
			if _, err := h.Do(canceled, m.ID, matchtest.Turn(m, 0)); !errors.Is(err, context.Canceled) {
				t.Errorf("a call with a canceled context returns %v, want context.Canceled", err)
			}
		}
		synctest.Wait()
		if now := h.table(); now.Decision != m.Decision {
			t.Errorf("a command with a canceled context led to decision %v", now.Decision)
		}
	})
}

// A closed registry refuses everything. The next registry has only the tables in the log, restores
// running tables exactly, and answers late clicks on finished tables.
func TestTablesOfAClosedRegistryAreReadBack(t *testing.T) {
	log := &tabletest.Log{}
	h := open(t, log)
	m := h.startMatch(matchtest.Opening(nil), bob)
	click := matchtest.Turn(m, 0)
	m = h.mustDo(m.ID, click)
	o := matchtest.Opening(nil)
	o.Channel = "d"
	over := h.startMatch(o, bob)
	over = h.mustDo(over.ID, match.End{Player: ann})
	h.stop()
	if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); !errors.Is(err, table.ErrClosed) {
		t.Errorf("a command after the close got %v, want ErrClosed", err)
	}
	if _, err := h.Open(t.Context(), matchtest.Opening(nil)); !errors.Is(err, table.ErrClosed) {
		t.Errorf("an opening after the close got %v, want ErrClosed", err)
	}
	h = open(t, log)
	if now, err := h.Do(t.Context(), m.ID, click); !errors.Is(err, match.ErrStale) || matchtest.Describe(now) != matchtest.Describe(m) {
		t.Errorf("the same click again: %v\n%s\nwant\n%s", err, matchtest.Describe(now), matchtest.Describe(m))
	}
	if now, err := h.Do(t.Context(), over.ID, click); !matchtest.Refused(err) || matchtest.Describe(now) != matchtest.Describe(over) {
		t.Errorf("a late click: %v\n%s\nwant\n%s", err, matchtest.Describe(now), matchtest.Describe(over))
	}
	if _, err := h.Do(t.Context(), 7, match.Join{Player: ann}); !errors.Is(err, match.ErrNoTable) {
		t.Errorf("a command to no table got %v, want ErrNoTable", err)
	}
	if _, err := h.Match(t.Context(), 7); !errors.Is(err, match.ErrNoTable) {
		t.Errorf("reading no table got %v, want ErrNoTable", err)
	}
}

// discardLog discards all events after the opening, so that only tables use memory.
type discardLog struct{ tabletest.Log }

func (*discardLog) Append(context.Context, match.ID, []match.Event, *standing.Settlement) error {
	return nil
}

// After thousands of clicks a table uses no more memory than after ten clicks of each kind.
func TestClicksUseNoAdditionalMemory(t *testing.T) {
	h := openWith(t, &tabletest.Log{}, func(c *table.Config) { c.Log, c.OnChange = &discardLog{}, nil })
	o := matchtest.Opening(nil)
	o.Settings = match.Settings{Clock: time.Hour}
	m := h.startMatch(o, bob, cy)
	clicks := func(n int) {
		for i := range n {
			now, _ := h.Match(t.Context(), m.ID)
			vote := 0
			if now.Vote != nil {
				vote = now.Vote.Number
			}
			for _, c := range []match.Command{
				match.Act{Player: bob, Decision: now.Decision, Action: game.Action{Verb: game.Pass}},
				match.Act{Player: ann, Decision: match.Decision{Round: 9}, Action: game.Action{Verb: game.Pass}},
				match.Here{Player: cy},
				match.Leave{Player: bob}, match.Join{Player: bob},
				match.Leave{Player: bob}, match.Join{Player: eve}, match.Leave{Player: eve}, match.Join{Player: bob},
				match.Join{Player: dee}, match.Leave{Player: dee},
				match.Kick{Player: bob, Against: cy}, match.Ballot{Player: ann, Number: vote},
				match.Kick{Player: ann, Against: cy}, match.Pardon{Player: ann, Kicked: cy}, match.Join{Player: cy},
				match.SetOptions{Player: ann, Options: map[string]string{fmt.Sprint(i): "1"}},
			} {
				_, _ = h.Do(t.Context(), m.ID, c) // some commands are refused on purpose
			}
		}
	}
	heap := func() int64 {
		var s runtime.MemStats
		for range 3 {
			runtime.GC()
		}
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	clicks(10)
	few := heap()
	clicks(1000)
	if grown := heap() - few; grown > 16<<10 {
		t.Errorf("a thousand rounds of clicks took %d bytes, want at most 16 KiB", grown)
	}
	runtime.KeepAlive(h)
}
