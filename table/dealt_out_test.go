package table_test

import (
	"slices"
	"testing"
	"testing/synctest"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table/tabletest"
)

// A round that the cards dealt decide is settled with the deal, whoever shares a place
// in it, and the match goes on, also after the log is read back.
func TestARoundThatIsOverWhenDealtIsSettledAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		m := h.deal(matchtest.Opening(map[string]string{"aces": "yes", "cards": "13", "target": "0"}), bob, cy)
		if _, due := m.Turn(); due || m.Phase != match.Between || len(m.Results) != 1 {
			t.Fatalf("phase %v with %d results, and a turn is due: %t", m.Phase, len(m.Results), due)
		}
		places := m.Places()
		if slices.Sort(places); !slices.Equal(places, []int{1, 2, 2}) {
			t.Errorf("the places are %v, want one first and two who share the second", places)
		}
		settled := log.Settled()
		if len(settled) != 1 {
			t.Fatalf("%d settlements", len(settled))
		}
		for _, e := range settled[0].Entries {
			if seat, _ := m.Seat(e.Player); e.Place != m.Places()[seat] {
				t.Errorf("seat %d came to place %d, and the ratings hear of %d", seat, m.Places()[seat], e.Place)
			}
		}
		events, err := log.All(m.ID)
		if err != nil {
			t.Fatal(err)
		}
		again := match.New(m.ID, matchtest.NewToy)
		for _, e := range events {
			if again, err = again.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(again.Places(), m.Places()) || again.Phase != match.Between {
			t.Errorf("read back it has the places %v in phase %v", again.Places(), again.Phase)
		}
	})
}
