package table_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table"
	"deuces/table/tabletest"
)

// One process releases the tables of some guilds, and another continues them unchanged, with
// the time that was left.
func TestAnotherProcessContinuesAReleasedTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		one, two := open(t, log), open(t, log)
		goes := one.deal(matchtest.Opening(nil), bob)
		other := matchtest.Opening(nil)
		other.Guild, other.Channel = "other", "c2"
		stays := one.deal(other, bob)
		left := time.Until(goes.Deadline())
		mine := func(guild string) bool { return guild == goes.Guild }

		released := one.Release(t.Context(), mine)
		if len(released) != 1 || released[0] != goes.ID {
			t.Errorf("released %v", released)
		}
		gone := time.Now()
		time.Sleep(time.Minute) // nobody has the table
		if live := one.Live(); len(live) != 1 || live[0] != stays.ID {
			t.Errorf("it still has %d tables", len(live))
		}
		if err := two.Take(t.Context(), mine, gone); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if live := two.Live(); len(live) != 1 || live[0] != goes.ID {
			t.Fatalf("the other has %d tables", len(live))
		}
		m, err := two.Match(t.Context(), goes.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := time.Until(m.Deadline()); got < left-time.Second || got > left+time.Second {
			t.Errorf("%v are left of %v", got, left)
		}
		seat, _ := m.Turn()
		act := match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: m.State.Legal()[0]}
		two.do(goes.ID, act)
		if _, err := one.Do(t.Context(), goes.ID, act); !errors.Is(err, match.ErrNoTable) && !errors.Is(err, table.ErrClosed) {
			t.Errorf("whoever let it go still plays at it: %v", err)
		}
		if err := one.Take(t.Context(), func(string) bool { return true }, time.Now()); err != nil {
			t.Fatal(err)
		}
		if live := one.Live(); len(live) != 2 {
			t.Errorf("taken back, it has %d tables", len(live))
		}
	})
}
