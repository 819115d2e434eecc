package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
)

// registryOn returns a registry of toy tables on a store, and the tables that were notified.
func registryOn(t *testing.T, s *Store, told func(match.Match)) *table.Registry {
	t.Helper()
	h := table.NewRegistry(table.Config{Log: s, Rules: matchtest.NewToy, Latest: matchtest.ToyVersion, OnChange: told, Logger: zerolog.Nop()})
	must(t, h.Recover(t.Context()))
	t.Cleanup(func() {
		if err := h.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return h
}

// dealt opens a table of ann and bob in a guild and deals.
func dealt(t *testing.T, h *table.Registry, guild, channel string) match.Match {
	t.Helper()
	m, err := h.Open(t.Context(), match.Opening{Guild: guild, Channel: channel, System: "toy", Host: ann, Others: []match.Player{bob}})
	if err == nil {
		m, err = h.Do(t.Context(), m.ID, match.Start{Player: ann})
	}
	must(t, err)
	return m
}

// click plays the first legal action of the seat to move.
func click(t *testing.T, h *table.Registry, m match.Match) (match.Match, error) {
	seat, _ := m.Turn()
	return h.Do(t.Context(), m.ID, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]})
}

// Whichever statement of opening a table fails, before or after it took effect, even if the
// database can't be read afterwards: a caller who got a table has it, a caller who got an error
// doesn't, and a retry succeeds. No table is live that nobody was told of.
func TestFaultsWhileATableIsOpened(t *testing.T) {
	t.Parallel()
	const statements = 7 // begin, savepoint, the table and its two events, release, commit
	unsure := 0
	all := copiesOf(t, newFile(t))
	for n := 1; n <= statements; n++ {
		for _, after := range []bool{false, true} {
			for _, blind := range []int{0, 1, 3} {
				t.Run(fmt.Sprintf("fault %d (after: %v), then %d more", n, after, blind), func(t *testing.T) {
					one := all.take(t)
					t.Cleanup(func() { all.give(t, one) })
					if opensWithFault(t, one.path, n, after, blind) {
						unsure++
					}
				})
			}
		}
	}
	if unsure == 0 {
		t.Error("it was never unsure whether a table was stored")
	}
}

// opensWithFault opens a table while a statement and some following ones fail. It reports
// whether the result was uncertain.
func opensWithFault(t *testing.T, path string, n int, after bool, blind int) (unsure bool) {
	t.Helper()
	driver := &faultDriver{}
	s := openWith(t, path, driver.wrap)
	var mu sync.Mutex
	told := map[match.ID]bool{}
	h := registryOn(t, s, func(m match.Match) {
		mu.Lock()
		defer mu.Unlock()
		told[m.ID] = true
	})
	open := func() (match.Match, error) {
		return h.Open(t.Context(), match.Opening{Guild: "g1", Channel: "c1", System: "toy", Host: ann, Others: []match.Player{bob}})
	}
	driver.armFor(n, after, errFault, blind)
	m, err := open()
	driver.arm(0, false, nil)
	if err != nil && !errors.Is(err, errFault) {
		t.Fatal(err)
	}
	unsure = err != nil && !errors.Is(err, table.ErrNotStored)
	if err != nil {
		if h.TableIn("c1") != 0 {
			t.Error("there is no table, it was said, and one is live")
		}
		if m, err = open(); err != nil {
			t.Fatal("again: ", err)
		}
	}
	live, err := live(t.Context(), s)
	if len(live) != 1 || live[0] != m.ID || err != nil {
		t.Errorf("live are %v, want %d alone: %v", live, m.ID, err)
	}
	if m, err = h.Do(t.Context(), m.ID, match.Start{Player: ann}); err != nil {
		t.Errorf("it can't be played at: %v", err)
	}
	mu.Lock()
	if len(told) != 1 || !told[m.ID] {
		t.Errorf("told of %v", told)
	}
	mu.Unlock()
	sound(t, s)
	return unsure
}

// Changing the deck of a current round and recomputing the hash chain is found by the round's
// seal.
func TestADealThatDoesNotFitItsSealIsFound(t *testing.T) {
	t.Parallel()
	path := newFile(t)
	s, err := Open(t.Context(), path, nop())
	must(t, err)
	h := registryOn(t, s, func(match.Match) {})
	m := dealt(t, h, "g1", "c1")
	must(t, h.Close(t.Context()), s.Close())
	if found, err := looked(t.Context(), path, nil); len(found) > 0 || err != nil {
		t.Fatal(found, err)
	}
	db := connectUnchecked(t, path)
	_, err = db.ExecContext(t.Context(), damageQuery(`UPDATE events SET body = json_set(body, '$.deck', substr(body ->> '$.deck', 4) || ' ' || substr(body ->> '$.deck', 1, 2)) WHERE kind = 'dealt'`))
	must(t, err, recomputeChain(t.Context(), db, m.ID), db.Close())
	found, err := looked(t.Context(), path, nil)
	if err != nil || len(found) != 1 || !strings.Contains(found[0], "the deck of round 1 doesn't follow from its seal and the cuts") {
		t.Errorf("it is found that %q, %v", found, err)
	}
}
