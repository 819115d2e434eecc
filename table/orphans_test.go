package table_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// unreadableLog returns a log that, while on is set, stores new tables but returns an error,
// and can't be read.
func unreadableLog(on *atomic.Bool) *tabletest.Log {
	return &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
		switch {
		case on.Load() && op == tabletest.Create:
			return tabletest.After
		case on.Load() && op == tabletest.Live:
			return tabletest.Before
		}
		return tabletest.None
	}}
}

// If opening a table was reported as failed, the table is ended as soon as the log can be read.
func TestATableWhoseCreationWasReportedAsFailedIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var on atomic.Bool
		log := unreadableLog(&on)
		h := open(t, log)
		on.Store(true)
		if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err == nil || errors.Is(err, table.ErrNotStored) {
			t.Fatalf("whether it was stored is not known, and the answer is %v", err)
		}
		if _, err := h.Open(t.Context(), matchtest.Opening(nil)); !errors.Is(err, table.ErrNotStored) {
			t.Errorf("there may be a table, and another opens beside it: %v", err)
		}
		wait(time.Minute)
		if live, err := ids(log, &on, t); len(live) != 1 || err != nil {
			t.Errorf("before the log can be read: live tables %v, %v", live, err)
		}
		on.Store(false)
		wait(2 * time.Second)
		if live, err := log.Live(t.Context()); len(live) != 0 || err != nil {
			t.Errorf("after it can be read: live tables %v, %v", live, err)
		}
		if m, err := h.Match(t.Context(), 1); err != nil || m.Phase != match.Over || len(h.changes) > 0 {
			t.Errorf("the table that nobody was told of: %v, %v, told %v", m.Phase, err, h.changes)
		}
		if m, err := h.Open(t.Context(), matchtest.Opening(nil)); err != nil || m.ID != 2 {
			t.Errorf("the next table: %v, %v", m.ID, err)
		}
	})
}

// ids returns the live tables even while the log can't be read.
func ids(log *tabletest.Log, on *atomic.Bool, t *testing.T) ([]match.ID, error) {
	on.Store(false)
	defer on.Store(true)
	return log.Live(t.Context())
}

// The next Open in the channel doesn't have to wait for the registry's own retry, and tables in
// other channels aren't affected.
func TestAnUncertainChannelDoesNotAffectOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var on atomic.Bool
		log := unreadableLog(&on)
		h := open(t, log)
		on.Store(true)
		if _, err := h.Open(t.Context(), matchtest.Opening(nil)); err == nil {
			t.Fatal("it opened")
		}
		on.Store(false)
		elsewhere := matchtest.Opening(nil)
		elsewhere.Channel = "d"
		other, err := h.Open(t.Context(), elsewhere)
		if err != nil {
			t.Fatal(err)
		}
		m, err := h.Open(t.Context(), matchtest.Opening(nil))
		if err != nil || m.Channel != "c" {
			t.Fatalf("the same again: %v", err)
		}
		wait(time.Minute)
		live := h.Awake()
		if len(live) != 2 || live[0].ID != other.ID || live[1].ID != m.ID {
			t.Errorf("live tables: %v", live)
		}
		if stored, err := log.Live(t.Context()); len(stored) != 2 || err != nil {
			t.Errorf("live in the log: %v, %v", stored, err)
		}
	})
}

// A table that is in the log despite an error is open and announced.
func TestATableThatWasStoredDespiteAnErrorIsOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
			if op == tabletest.Create {
				return tabletest.After
			}
			return tabletest.None
		}}
		h := open(t, log)
		m, err := h.Open(t.Context(), matchtest.Opening(nil))
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if len(h.changes) != 1 || h.changes[0].ID != m.ID {
			t.Errorf("told %v of table %d", h.changes, m.ID)
		}
	})
}

func TestEndGuildEndsTheTablesOfAGuild(t *testing.T) {
	var failing atomic.Bool
	log := &tabletest.Log{Fail: func(op tabletest.Op, _ match.ID) tabletest.Fault {
		if failing.Load() && op == tabletest.Append {
			return tabletest.Before
		}
		return tabletest.None
	}}
	h := open(t, log)
	played := h.deal(matchtest.Opening(nil), bob)
	lobby := matchtest.Opening(nil)
	lobby.Channel = "d"
	if _, err := h.Open(t.Context(), lobby); err != nil {
		t.Fatal(err)
	}
	o := matchtest.Opening(nil)
	o.Guild, o.Channel = "another", "e"
	stays := h.deal(o, bob)

	failing.Store(true)
	if err := h.EndGuild(t.Context(), "g"); !errors.Is(err, tabletest.ErrFault) {
		t.Errorf("nothing could be stored, and the tables are said to have ended: %v", err)
	}
	failing.Store(false)
	for range 2 { // the second time nothing happens
		if err := h.EndGuild(t.Context(), "g"); err != nil {
			t.Fatal(err)
		}
		if live := h.Live(); len(live) != 1 || live[0] != stays.ID {
			t.Errorf("live tables: %v", live)
		}
	}
	if live, err := log.Live(t.Context()); len(live) != 1 || err != nil {
		t.Errorf("live in the log: %v, %v", live, err)
	}
	if _, err := h.Do(t.Context(), played.ID, matchtest.Turn(played, 0)); !matchtest.Refused(err) {
		t.Errorf("a click after it: %v", err)
	}
	h.do(stays.ID, matchtest.Turn(stays, 0))
}
