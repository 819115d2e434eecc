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
		first := h.playRound(m)
		h.do(m.ID, match.Leave{Player: bob})
		h.do(m.ID, match.Join{Player: dee})
		wait(time.Until(first.Deadline()))
		second := h.playRound(h.now())
		h.do(m.ID, match.End{Player: ann})

		lobby, err := h.AfterRound(t.Context(), m.ID, 0)
		if err != nil || lobby.Phase != match.Lobby || !slices.Equal(lobby.Players(), []match.Player{ann, bob, cy}) {
			t.Errorf("the lobby: %v, %v, %v", lobby.Phase, lobby.Players(), err)
		}
		for i, want := range []match.Match{first, second} {
			got, err := h.AfterRound(t.Context(), m.ID, i+1)
			if err != nil || got.Phase != match.Between || len(got.Results) != i+1 || !slices.Equal(got.Players(), want.Players()) || !slices.Equal(got.Totals(), want.Totals()) {
				t.Errorf("round %d: %v, %d results, %v, %v, %v", i+1, got.Phase, len(got.Results), got.Players(), got.Totals(), err)
			}
		}
		for id, round := range map[match.ID]int{m.ID: 3, m.ID + 1: 0} { // a round that was not finished, and no table
			if _, err := h.AfterRound(t.Context(), id, round); !errors.Is(err, match.ErrNoTable) {
				t.Errorf("table %d, round %d: %v", id, round, err)
			}
		}
	})
}
