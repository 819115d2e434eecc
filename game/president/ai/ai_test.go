package ai_test

import (
	"testing"

	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/arena"
	"deuces/game/gametest"
	"deuces/game/president"
	presidentai "deuces/game/president/ai"
)

func TestPlayers(t *testing.T) {
	for name, system := range map[string]gametest.System{
		"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
	} {
		t.Run(name, func(t *testing.T) { aitest.Run(t, system, presidentai.New) })
	}
}

// Each level beats the next, by figures with wide margins: how much stronger they
// are is for long runs of the arena (docs/computer-players.md).
func TestStrength(t *testing.T) {
	rounds := 240
	if testing.Short() {
		rounds = 60
	}
	for name, system := range map[string]gametest.System{
		"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
	} {
		t.Run(name, func(t *testing.T) {
			rules, err := system(nil)
			if err != nil {
				t.Fatal(err)
			}
			players, err := presidentai.New(rules)
			if err != nil {
				t.Fatal(err)
			}
			c := arena.Contest{Rules: rules, Rounds: rounds, Seed: 1, Budget: ai.Budget{Playouts: 100}}
			for _, level := range []ai.Level{ai.Hard, ai.Normal, ai.Easy} {
				c.Entrants = append(c.Entrants, arena.Entrant{Name: string(level), Player: players[level]})
			}
			c.Entrants = append(c.Entrants, arena.Entrant{Name: "random", Player: ai.Random{}})
			r, err := arena.Run(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range r.Lines[:3] {
				// Hard is given next to no budget here: it must not be worse.
				if least := []float64{-0.15, 0.1, 0.1}[i]; l.Ahead.Mean < least {
					t.Errorf("%s is ahead of %s by %.2f ± %.2f places, not %.2f", l.Name, r.Lines[i+1].Name, l.Ahead.Mean, l.Ahead.Error, least)
				}
			}
		})
	}
}
