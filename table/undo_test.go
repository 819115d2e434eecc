package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
)

// undoTable returns a table of Big Two at its first turn, with a minute to undo.
func undoTable(t *testing.T) (h *harness, m match.Match) {
	t.Helper()
	h, m, _ = planTable(t, nil)
	h.do(m.ID, match.End{Player: m.Host, Force: true})
	o := matchtest.Opening(nil)
	o.System, o.Settings = "bigtwo", match.DefaultSettings()
	o.Settings.Undo = time.Minute
	return h, h.deal(o, bob, cy, dee)
}

func TestOnePlayPerTrickCanBeUndone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, before := undoTable(t)
		seat, _ := before.Turn()
		player := before.Players()[seat]
		wait(20 * time.Second)
		played := h.do(before.ID, matchtest.Turn(before, 0))
		if _, may := played.UndoUntil(seat); !may {
			t.Fatal("the play can't be taken back")
		}
		next, _ := played.Turn()
		if _, err := h.Do(t.Context(), played.ID, match.Undo{Player: played.Players()[next], Decision: played.Decision}); err == nil {
			t.Fatal("another took it back")
		}
		wait(10 * time.Second)
		m := h.do(played.ID, match.Undo{Player: player, Decision: played.Decision})
		now, _ := m.Turn()
		v, _ := m.View(seat)
		w, _ := before.View(seat)
		if now != seat || len(v.Hand) != len(w.Hand) || len(m.Moves) != 0 {
			t.Fatalf("seat %d is to move with %d cards after %d moves", now, len(v.Hand), len(m.Moves))
		}
		if m.Deadline() != before.Deadline() {
			t.Errorf("the clock was set back: %v, was %v", m.Deadline(), before.Deadline())
		}
		if m.Decision == before.Decision || m.Decision == played.Decision {
			t.Errorf("decision %v again: old buttons would mean something", m.Decision)
		}
		if notes := m.SeatChanges; len(notes) != 1 || notes[0] != (match.Undone{Seat: seat}) {
			t.Errorf("the board says %v", notes)
		}
		m = h.do(m.ID, matchtest.Turn(m, 1))
		if _, may := m.UndoUntil(seat); may {
			t.Error("once more in the same trick")
		}
	})
}

func TestPlaysThatCannotBeUndone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, m := undoTable(t)
		first := m.Players()
		seat, _ := m.Turn()
		undo := func(m match.Match) match.Undo { return match.Undo{Player: first[seat], Decision: m.Decision} }
		refuse := func(why, want string, c match.Command) {
			t.Helper()
			before := h.now().Seq
			if _, err := h.Do(t.Context(), m.ID, c); err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %q", why, err, want)
			}
			if h.now().Seq != before {
				t.Errorf("%s: something changed", why)
			}
		}
		const late = "It's too late to undo that."
		refuse("nothing was played", late, undo(m))
		refuse("a stranger", "You aren't at this table.", match.Undo{Player: 99, Decision: m.Decision})
		m = h.do(m.ID, matchtest.Turn(m, 0))
		refuse("for a decision before", late, match.Undo{Player: first[seat], Decision: match.Decision{Round: 1, Turn: 1}})
		m = h.do(m.ID, highestPlay(m))
		refuse("somebody has acted since", late, undo(m))

		seat, _ = m.Turn()
		m = h.do(m.ID, highestPlay(m))
		told := len(h.notified())
		wait(time.Minute)
		if len(h.notified()) == told {
			t.Error("nobody is told that the play stands")
		}
		wait(time.Millisecond)
		refuse("the time is over", late, undo(m))

		seat, _ = m.Turn()
		h.do(m.ID, match.Act{Player: first[seat], Decision: m.Decision, Action: game.Action{Verb: game.Pass}})
		m = h.now()
		h.do(m.ID, undo(m)) // undoes a pass; now two concurrent undos
		refuse("twice at once", late, undo(m))

		m = h.now()
		m = h.do(m.ID, highestPlay(m))
		h.do(m.ID, match.Leave{Player: first[seat]})
		refuse("a seat that was left", "You have left. Join to take your seat back.", undo(m))
	})
}

// The clock of the turn continues: when it is over, the play can't be undone.
func TestUndoIsRefusedWhenTheTurnsTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, m := undoTable(t)
		seat, _ := m.Turn()
		wait(80 * time.Second) // of 90 seconds
		m = h.do(m.ID, matchtest.Turn(m, 0))
		wait(10 * time.Second)
		undo := match.Undo{Player: m.Players()[seat], Decision: m.Decision}
		if _, err := h.Do(t.Context(), m.ID, undo); err == nil || err.Error() != "Your time for that turn is over, so your play stands." {
			t.Errorf("%v", err)
		}
	})
}
