package table_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game/ai"
	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table/tabletest"
)

// Those who played to the end and the computers, if they are allowed, get seats in the same order.
func TestARematchSeatsTheSamePlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		o := matchtest.Opening(map[string]string{"target": "2"})
		o.Others = []match.Player{bob, dee}
		m := h.tableWithComputers(o, ai.Hard)
		computer, _ := m.Computer(3)
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
		if got := fmt.Sprintf("%d, host %d, target %s", next.Players(), next.Host, next.Rules.Options()[1].Value); next.Former != m.ID || got != "[12 -1 11], host 12, target 2" {
			t.Errorf("the rematch has %s", got)
		}
		if c, _ := next.Computer(1); c != computer {
			t.Errorf("%+v became %+v", computer, c)
		}
		for _, p := range []match.Player{ann, bob} {
			again, fresh, err := h.Rematch(t.Context(), m.ID, p, true)
			if err != nil || fresh || again.ID != next.ID {
				t.Errorf("who clicks after that gets table %d, %v, %v; want %d", again.ID, fresh, err, next.ID)
			}
		}
		h.do(next.ID, match.End{Player: bob})
		if next, _, err = h.Rematch(t.Context(), m.ID, bob, false); err != nil || fmt.Sprint(next.Players()) != "[12 11]" {
			t.Errorf("where no computers may play: %v, %v", err, next.Players())
		}
	})
}

func TestARematchStartsUnlessSomeoneObjects(t *testing.T) {
	for _, tt := range []struct {
		does   match.Command
		starts bool // ten seconds later at the latest
		reason string
	}{
		{nil, true, "nobody objects"},
		{match.Wait{Player: cy}, false, "a player wants it to wait"},
		{match.Leave{Player: cy}, false, "a player leaves"},
		{match.SetOption{Player: bob, Key: "target", Value: "3"}, false, "the host changes the rules"},
		{match.Start{Player: bob}, true, "the host starts it"},
		{match.Join{Player: dee}, true, "a newcomer gets ten seconds as well"},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t, &tabletest.Log{})
			m := h.deal(matchtest.Opening(map[string]string{"target": "2"}), bob, cy)
			m = h.do(m.ID, match.End{Player: ann})
			m, _, err := h.Rematch(t.Context(), m.ID, bob, true)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(4 * time.Second)
			if tt.does != nil {
				m = h.do(m.ID, tt.does)
			}
			if got := m.StartsAt(); m.Phase == match.Lobby && got.IsZero() == tt.starts {
				t.Errorf("%s: it starts at %v", tt.reason, got)
			}
			time.Sleep(10*time.Second + time.Millisecond)
			synctest.Wait()
			m = h.now()
			if started := m.Phase == match.Playing; started != tt.starts {
				t.Errorf("%s: started %v after %v", tt.reason, started, m.At.Sub(m.OpenedAt))
			}
		})
	}
}
