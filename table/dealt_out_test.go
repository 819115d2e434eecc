package table_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table/tabletest"
)

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
