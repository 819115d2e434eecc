package table_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"deuces/match"
	"deuces/match/matchtest"
	"deuces/table/tabletest"
)

// Later joins and leaves don't change what AfterRound returns.
func TestAfterRoundReturnsThePastState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, &tabletest.Log{})
		m := h.deal(matchtest.Opening(map[string]string{"target": "9"}), bob, cy)
		was := []match.Match{}
		for round := 1; round < 3; round++ {
			m = h.playRound(m)
			was = append(was, m)
			if round == 1 {
				h.do(m.ID, match.Leave{Player: bob})
				h.do(m.ID, match.Join{Player: dee})
			}
			time.Sleep(m.Settings.Pause)
			synctest.Wait()
			m, _ = h.In("c")
		}
		h.do(m.ID, match.End{Player: ann})

		lobby, err := h.AfterRound(t.Context(), m.ID, 0)
		if err != nil || lobby.Phase != match.Lobby || !slices.Equal(lobby.Players(), []match.Player{ann, bob, cy}) {
			t.Errorf("the lobby: %v, %v, %v", lobby.Phase, lobby.Players(), err)
		}
		for i, want := range was {
			got, err := h.AfterRound(t.Context(), m.ID, i+1)
			if err != nil || got.Phase != match.Between || got.Decision.Round != i+1 || len(got.Results) != i+1 ||
				!slices.Equal(got.Players(), want.Players()) || !slices.Equal(got.Totals(), want.Totals()) {
				t.Errorf("round %d: %v, round %d, %v, %v, %v", i+1, got.Phase, got.Decision.Round, got.Players(), got.Totals(), err)
			}
		}
		if slices.Equal(was[0].Players(), was[1].Players()) {
			t.Fatal("nobody came between the rounds: the test shows nothing")
		}
		for _, tt := range []struct {
			why   string
			id    match.ID
			round int
		}{
			{"a round that was not finished", m.ID, 3},
			{"a table that never was", m.ID + 1, 0},
		} {
			if _, err := h.AfterRound(t.Context(), tt.id, tt.round); !errors.Is(err, match.ErrNoTable) {
				t.Errorf("%s: %v", tt.why, err)
			}
		}
	})
}
