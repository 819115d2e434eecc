package table_test

import (
	"slices"
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
		var log *tabletest.Log
		var m match.Match
		for try := 0; try < 5 && m.Phase != match.Between; try++ { // one deal in 380 has no Ace
			log = &tabletest.Log{}
			m = open(t, log).deal(matchtest.Opening(map[string]string{"aces": "yes", "cards": "13", "target": "0"}), bob, cy)
		}
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

// If rounds follow without a pause, the end of a round and a deal that decides the next aren't
// in the same append, because an append settles at most one round.
func TestAnAppendSettlesAtMostOneRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &tabletest.Log{}
		h := open(t, log)
		o := matchtest.Opening(map[string]string{"aces": "yes", "cards": "6", "target": "60"})
		o.Settings = match.DefaultSettings()
		o.Settings.Pause = 0
		m := h.deal(o, bob)
		id := m.ID
		for m.Phase != match.Over {
			if _, due := m.Turn(); due {
				m = h.do(m.ID, matchtest.Turn(m, 0))
				continue
			}
			synctest.Wait()
			next, live := h.In("c")
			if live && next.Seq == m.Seq {
				t.Fatalf("it stops after %d rounds", len(m.Results))
			}
			if m = next; !live {
				break
			}
		}
		events, err := log.All(id)
		if err != nil {
			t.Fatal(err)
		}
		rounds, followed := 0, 0 // followed: rounds decided by the deal, after a round that was played
		for _, e := range events {
			if _, settled := e.Body.(match.Settled); settled {
				rounds++
			}
		}
		for i := range len(events) - 2 {
			_, played := events[i].Body.(match.Acted)
			_, settled := events[i+1].Body.(match.Settled)
			rest := slices.IndexFunc(events[i+2:], func(e match.Event) bool { _, dealt := e.Body.(match.Dealt); return dealt })
			if played && settled && rest >= 0 {
				if _, over := events[i+3+rest].Body.(match.Settled); over {
					followed++
				}
			}
		}
		if followed == 0 {
			t.Error("no round that was played is followed by one that is over when dealt")
		}
		if n := len(log.Settled()); n != rounds {
			t.Errorf("%d settlements of %d rounds", n, rounds)
		}
	})
}
