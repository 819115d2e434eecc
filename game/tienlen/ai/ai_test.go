package ai

import (
	"testing"

	"deuces/game/ai/aitest"
	"deuces/game/gametest"
	"deuces/game/tienlen"
)

func TestPlayers(t *testing.T) { aitest.Run(t, tienlen.New, New) }

func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	aitest.Levels(t, tienlen.New, New, 4, gametest.Dose(t, 100, 200, 800), gametest.Dose(t, 0, 100, 400), 50, 0)
}

func TestPlan(t *testing.T) {
	for _, tt := range []struct{ better, worse, why string }{
		{"5s 6s 7s", "5s 7s 9s", "a sequence is one play"},
		{"5s 5c", "5s 6s", "and so is a pair"},
		{"2h", "3s", "a 2 takes control"},
		{"3s 4s 5s 6s 6c", "3s 4s 5s 6s 8c", "what a sequence leaves makes a pair"},
	} {
		pl := planner{}
		a, b := pl.plan(tienlen.CardsOf(gametest.Cards(t, tt.better)...)), pl.plan(tienlen.CardsOf(gametest.Cards(t, tt.worse)...))
		if a >= b {
			t.Errorf("%s costs %d, want less than %s, which costs %d: %s", tt.better, a, tt.worse, b, tt.why)
		}
	}
}
