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
		t.Run(name, func(t *testing.T) {
			aitest.Run(t, system, presidentai.New)
		})
	}
}

// The margins are wide. docs/computer-players.md has figures from long runs of the arena.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	rounds := gametest.Dose(t, 80, 240, 960)
	// Search is too slow for the small dose.
	levels := gametest.Dose(t, []ai.Level{ai.Normal, ai.Easy}, []ai.Level{ai.Hard, ai.Normal, ai.Easy}, []ai.Level{ai.Hard, ai.Normal, ai.Easy})
	// How many places each level must be ahead of the next. Hard has almost no budget here, and
	// must not be much worse.
	least := map[ai.Level]float64{ai.Hard: -0.15, ai.Normal: 0.1, ai.Easy: 0.1}
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
			for _, level := range levels {
				c.Entrants = append(c.Entrants, arena.Entrant{Name: string(level), Player: players[level]})
			}
			for len(c.Entrants) < 4 {
				c.Entrants = append(c.Entrants, arena.Entrant{Name: "random", Player: ai.Random{}})
			}
			r, err := arena.Run(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			for i, level := range levels {
				if l := r.Lines[i]; l.Ahead.Mean < least[level] {
					t.Errorf("%s is ahead of %s by %.2f ± %.2f places, not %.2f (seed %d)", level, r.Lines[i+1].Name, l.Ahead.Mean, l.Ahead.Error, least[level], c.Seed)
				}
			}
		})
	}
}
