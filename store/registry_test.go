package store

import (
	"context"
	"testing"

	"github.com/rs/zerolog"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
)

// registryOn returns a registry of toy tables on a store.
func registryOn(t *testing.T, s *Store) *table.Registry {
	t.Helper()
	h := table.NewRegistry(table.Config{Log: s, Rules: matchtest.NewToy, Latest: matchtest.ToyVersion, Logger: zerolog.Nop()})
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

// Changing the deck of a current round and recomputing the hash chain is found by the round's
// seal.
func TestADealThatDoesNotFitItsSealIsFound(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	h := registryOn(t, s)
	m := dealt(t, h, "g1", "c1")
	must(t, h.Close(t.Context()), s.Close())
	if found, err := looked(t.Context(), s.path, nil); len(found) > 0 || err != nil {
		t.Fatal(found, err)
	}
	db := connectUnchecked(t, s.path)
	_, err := db.ExecContext(t.Context(), damageQuery(`UPDATE events SET body = json_set(body, '$.deck', substr(body ->> '$.deck', 4) || ' ' || substr(body ->> '$.deck', 1, 2)) WHERE kind = 'dealt'`))
	must(t, err, recomputeChain(t.Context(), db, m.ID), db.Close())
	finds(t, s.path, nil, 0, "table 1, event 6: the deck of round 1 doesn't follow from its seal and the cuts")
}
