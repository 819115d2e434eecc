package table_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table/tabletest"
)

func TestARematchSeatsTheSamePeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		o := matchtest.Opening(map[string]string{"target": "2"})
		m := h.deal(o, bob, cy, dee)
		h.do(m.ID, match.Leave{Player: dee})
		if _, _, err := h.Rematch(t.Context(), m.ID, bob, true); !matchtest.Refused(err) {
			t.Errorf("a rematch of a match that is on: %v", err)
		}
		m = h.do(m.ID, match.End{Player: ann})
		for _, p := range []match.Player{dee, eve} {
			if _, _, err := h.Rematch(t.Context(), m.ID, p, true); !matchtest.Refused(err) {
				t.Errorf("a rematch for %d, who did not play to the end: %v", p, err)
			}
		}
		next, fresh, err := h.Rematch(t.Context(), m.ID, bob, true)
		if err != nil || !fresh {
			t.Fatal(fresh, err)
		}
		if got := fmt.Sprintf("%d, host %d, target %s", next.Players(), next.Host, next.Rules.Options()[1].Value); next.Former != m.ID || got != "[12 13 11], host 12, target 2" {
			t.Errorf("the rematch has %s", got)
		}
		for _, p := range []match.Player{cy, bob} {
			again, fresh, err := h.Rematch(t.Context(), m.ID, p, true)
			if err != nil || fresh || again.ID != next.ID {
				t.Errorf("who clicks after that gets table %d, %v, %v; want %d", again.ID, fresh, err, next.ID)
			}
		}
	})
}
