package table_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table/tabletest"
)

// A round decided by the deal is settled together with the deal, also with shared places, and
// the match continues, also after a restart.
func TestARoundDecidedByTheDealIsSettledAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h *harness
		var m match.Match
		for try := 0; try < 5 && m.Phase != match.Between; try++ { // one deal in 380 has no Ace
			h = open(t, &tabletest.Log{})
			m = h.deal(matchtest.Opening(map[string]string{"aces": "yes", "cards": "13", "target": "0"}), bob, cy)
		}
		if _, due := m.Turn(); due || m.Phase != match.Between || len(m.Results) != 1 {
			t.Fatalf("phase %v with %d results, and a turn is due: %t", m.Phase, len(m.Results), due)
		}
		places := m.Places()
		if slices.Sort(places); !slices.Equal(places, []int{1, 2, 2}) {
			t.Errorf("the places are %v, want one first and two who share the second", places)
		}
		settled := h.log.Settled()
		if len(settled) != 1 {
			t.Fatalf("%d settlements", len(settled))
		}
		for _, e := range settled[0].Entries {
			if seat, _ := m.Seat(e.Player); e.Place != m.Places()[seat] {
				t.Errorf("seat %d came to place %d, and the ratings hear of %d", seat, m.Places()[seat], e.Place)
			}
		}
		again := h.readBack(m.ID, nil)
		if !slices.Equal(again.Places(), m.Places()) || again.Phase != match.Between {
			t.Errorf("read back it has the places %v in phase %v", again.Places(), again.Phase)
		}
	})
}

// If rounds follow without a pause, the end of a round and a deal that decides the next aren't
// in the same append, because an append settles at most one round.
func TestAnAppendSettlesAtMostOneRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		o := matchtest.Opening(map[string]string{"aces": "yes", "cards": "6", "target": "60"})
		o.Settings = match.DefaultSettings()
		o.Settings.Pause = 0
		m := h.deal(o, bob)
		id := m.ID
		for m.Phase != match.Over {
			if _, due := m.Turn(); due {
				m = h.do(id, matchtest.Turn(m, 0))
				continue
			}
			synctest.Wait()
			next := h.see(id)
			if next.Seq == m.Seq {
				t.Fatalf("it stops after %d rounds", len(m.Results))
			}
			m = next
		}
		kinds := ""
		for _, e := range h.stored(id, match.Acted{}, match.Settled{}, match.Dealt{}) {
			kind, _, _ := match.Encode(e.Body)
			kinds += kind + " "
		}
		if !strings.Contains(kinds, "acted settled dealt settled ") {
			t.Error("no round that was played is followed by one that is over when dealt")
		}
		if n, rounds := len(h.log.Settled()), strings.Count(kinds, "settled"); n != rounds {
			t.Errorf("%d settlements of %d rounds", n, rounds)
		}
	})
}
