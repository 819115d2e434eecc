package table_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
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

// Players.
const (
	ann match.Player = 11 + iota
	bob
	cy
	dee
	eve
)

// harness is a registry on an in-memory log that records all notifications.
type harness struct {
	*table.Registry
	t   *testing.T
	log *tabletest.Log
	set func(*table.Config) // what it was opened with

	mu      sync.Mutex
	changes []match.Match
	lost    []error
	gone    chan struct{} // signals a lost table
}

func open(t *testing.T, log *tabletest.Log) *harness {
	t.Helper()
	return openWith(t, log, func(*table.Config) {})
}

func openWith(t *testing.T, log *tabletest.Log, change func(*table.Config)) *harness {
	t.Helper()
	h := &harness{t: t, log: log, set: change, gone: make(chan struct{}, 100)}
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
			h.gone <- struct{}{}
		},
	}
	change(&cfg)
	h.Registry = table.NewRegistry(cfg)
	if err := h.Recover(t.Context()); err != nil {
		t.Fatalf("recover: %v", err)
	}
	t.Cleanup(func() {
		if err := h.Close(context.Background()); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return h
}

// In returns the live table of a channel.
func (h *harness) In(channel string) (match.Match, bool) {
	h.t.Helper()
	m, err := h.Registry.InChannel(context.Background(), channel)
	if err != nil && !errors.Is(err, match.ErrNoTable) {
		h.t.Errorf("the table of channel %s: %v", channel, err)
	}
	return m, err == nil
}

// awaitLost waits until a table is lost.
func (h *harness) awaitLost() error {
	h.t.Helper()
	select {
	case <-h.gone:
	case <-time.After(time.Minute):
		h.t.Fatal("no table is given up")
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

func (h *harness) do(id match.ID, c match.Command) match.Match {
	h.t.Helper()
	m, err := h.Do(h.t.Context(), id, c)
	if err != nil {
		h.t.Fatalf("%#v: %v", c, err)
	}
	return m
}

// deal opens a table, adds players and starts the match.
func (h *harness) deal(o match.Opening, others ...match.Player) match.Match {
	h.t.Helper()
	m, err := h.Open(h.t.Context(), o)
	if err != nil {
		h.t.Fatalf("open: %v", err)
	}
	for _, p := range others {
		h.do(m.ID, match.Join{Player: p})
	}
	return h.do(m.ID, match.Start{Player: o.Host})
}

// playRound plays cards until the round is over, without passing.
func (h *harness) playRound(m match.Match) match.Match {
	h.t.Helper()
	for round := m.Decision.Round; m.Decision.Round == round && m.Phase == match.Playing; {
		m = h.do(m.ID, matchtest.Turn(m, 0))
	}
	return m
}

func TestAWholeMatchIsPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.deal(matchtest.Opening(nil), bob, cy)
		if m.Phase != match.Playing || m.Decision.Round != 1 || m.Decision.String() != "1.1" {
			t.Fatalf("after the start: %v, round %d, decision %v", m.Phase, m.Decision.Round, m.Decision)
		}
		for m.Phase != match.Over {
			if m = h.playRound(m); m.Phase == match.Between {
				time.Sleep(m.Settings.Pause)
				synctest.Wait()
				m, _ = h.In("c")
				if m.Phase != match.Playing {
					t.Fatalf("the next round did not deal itself: %v", m.Phase)
				}
			}
		}
		outcome, ok := m.Outcome()
		if e, _ := m.Ended(); !ok || e.Cause != match.Won || outcome.Totals[outcome.Winner] < 6 {
			t.Errorf("outcome %+v, %v, %+v", outcome, ok, e)
		}
		if _, live := h.In("c"); live {
			t.Error("the channel still has a table")
		}
		if again, err := h.Match(t.Context(), m.ID); err != nil || again.Seq != m.Seq {
			t.Errorf("late look: event %d, %v", again.Seq, err)
		}
		rounds, finished := 0, 0
		points := map[match.Player]int{}
		for _, s := range log.Settled() {
			if s.Finished {
				finished++
			}
			for _, e := range s.Entries {
				points[e.Player] += e.Points
				if e.Place == 1 {
					rounds++
				}
				if won := s.Finished && e.Player == m.Players()[outcome.Winner]; e.Winner != won {
					t.Errorf("%+v: winner %v, want %v", s, e, won)
				}
			}
		}
		if rounds != len(m.Results) || finished != 1 {
			t.Errorf("%d rounds settled and %d matches, of %d and 1", rounds, finished, len(m.Results))
		}
		for seat, p := range m.Players() {
			if points[p] != m.Totals()[seat] {
				t.Errorf("seat %d: %d points settled, %d counted", seat, points[p], m.Totals()[seat])
			}
		}
		if h.changes[0].Seq != 3 { // opened, seated, sealed
			t.Errorf("the opening was told at event %d", h.changes[0].Seq)
		}
		for i := 1; i < len(h.changes); i++ {
			if h.changes[i].Seq <= h.changes[i-1].Seq {
				t.Errorf("told of event %d after %d", h.changes[i].Seq, h.changes[i-1].Seq)
			}
		}
	})
}

func TestADoubleClickPlaysOnce(t *testing.T) {
	h := open(t, &tabletest.Log{})
	m := h.deal(matchtest.Opening(nil), bob)
	click := matchtest.Turn(m, 0)
	after := h.do(m.ID, click)
	again, err := h.Do(t.Context(), m.ID, click)
	if !errors.Is(err, match.ErrStale) || again.Seq != after.Seq {
		t.Errorf("the second click: %v, event %d after %d", err, again.Seq, after.Seq)
	}
}

func TestAChannelHasOneTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
			if op == tabletest.Create {
				time.Sleep(time.Second) // until all have asked
			}
			return tabletest.None
		}}
		h := open(t, log)
		var wg sync.WaitGroup
		var mu sync.Mutex
		opened, taken := map[match.ID]bool{}, map[match.ID]int{}
		for i := range 20 {
			wg.Go(func() {
				o := matchtest.Opening(nil)
				o.Host = match.Player(100 + i)
				m, err := h.Open(t.Context(), o)
				mu.Lock()
				defer mu.Unlock()
				var busy *table.ChannelTaken
				switch {
				case err == nil:
					opened[m.ID] = true
				case errors.As(err, &busy):
					taken[busy.ID]++
				default:
					t.Errorf("open: %v", err)
				}
			})
		}
		wg.Wait()
		if live, _ := log.Live(t.Context()); len(opened) != 1 || len(taken) != 1 || len(live) != 1 {
			t.Errorf("opened %v, taken %v, live %v", opened, taken, live)
		}
		for id := range opened {
			if taken[id] != 19 {
				t.Errorf("%d were told of table %d", taken[id], id)
			}
		}
	})
}

func TestConcurrentCommandsAreHandledOneAfterTheOther(t *testing.T) {
	h := open(t, &tabletest.Log{})
	o := matchtest.Opening(map[string]string{"target": "20"})
	o.Settings = match.Settings{Clock: time.Minute} // no pause: rounds follow at once
	m := h.deal(o, bob, cy, dee)
	var mu sync.Mutex
	acknowledged := map[match.Decision]match.Player{}
	var wg sync.WaitGroup
	const seed = 1
	t.Logf("what they choose comes from the seed %d", seed)
	for n, p := range []match.Player{ann, bob, cy, dee, eve, ann, bob} {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			for i := 0; ; i++ {
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
						t.Errorf("decision %v was made by %d and by %d", d, other, p)
					}
					acknowledged[d] = p
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	events, err := h.log.All(m.ID)
	if err != nil {
		t.Fatal(err)
	}
	acts := 0
	for _, e := range events {
		if _, ok := e.Body.(match.Acted); ok {
			acts++
		}
	}
	if acts != len(acknowledged) {
		t.Errorf("%d acts stored, %d acknowledged", acts, len(acknowledged))
	}
}

func TestACommandEndsWithItsContext(t *testing.T) {
	h := open(t, &tabletest.Log{})
	m := h.deal(matchtest.Opening(nil), bob)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 { // the order of the callers is random
		if _, err := h.Do(gone, m.ID, matchtest.Turn(m, 0)); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who has gone got %v", err)
		}
	}
	if now, _ := h.Match(t.Context(), m.ID); now.Decision != m.Decision {
		t.Errorf("their command was carried out: %v", now.Decision)
	}
}

func TestAClosedRegistryRefusesCommands(t *testing.T) {
	log := &tabletest.Log{}
	h := open(t, log)
	m := h.deal(matchtest.Opening(nil), bob)
	m = h.do(m.ID, matchtest.Turn(m, 0))
	if err := h.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Do(t.Context(), m.ID, matchtest.Turn(m, 0)); !errors.Is(err, table.ErrClosed) {
		t.Errorf("a command after the close got %v", err)
	}
	if _, err := h.Open(t.Context(), matchtest.Opening(nil)); !errors.Is(err, table.ErrClosed) {
		t.Errorf("an opening after the close got %v", err)
	}
	again := open(t, log)
	now, ok := again.In("c")
	if !ok || matchtest.Describe(now) != matchtest.Describe(m) {
		t.Errorf("after the restart:\n%s\nwant\n%s", matchtest.Describe(now), matchtest.Describe(m))
	}
}

func TestACommandForNoTableIsRefused(t *testing.T) {
	h := open(t, &tabletest.Log{})
	if _, err := h.Do(t.Context(), 7, match.Join{Player: ann}); !errors.Is(err, match.ErrNoTable) {
		t.Errorf("a command to no table got %v", err)
	}
	if _, err := h.Match(t.Context(), 7); !errors.Is(err, match.ErrNoTable) {
		t.Errorf("a look at no table got %v", err)
	}
}

// Late clicks are stale, also after a restart.
func TestAnEndedTableIsReadBack(t *testing.T) {
	log := &tabletest.Log{}
	h := open(t, log)
	m := h.deal(matchtest.Opening(nil), bob)
	m = h.do(m.ID, match.End{Player: ann})
	if err := h.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	h = open(t, log)
	if now, err := h.Do(t.Context(), m.ID, matchtest.Turn(matchtest.Dealt(t), 0)); !matchtest.Refused(err) || matchtest.Describe(now) != matchtest.Describe(m) {
		t.Errorf("a late click: %v\n%s\nwant\n%s", err, matchtest.Describe(now), matchtest.Describe(m))
	}
}
