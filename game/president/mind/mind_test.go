package mind_test

import (
	"testing"

	"deuces/game/cpu"
	"deuces/game/cpu/arena"
	"deuces/game/cpu/cputest"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/game/president/mind"
)

func TestPlayers(t *testing.T) {
	for name, system := range map[string]gametest.System{
		"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
	} {
		t.Run(name, func(t *testing.T) { cputest.Run(t, system, mind.New) })
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
			players, err := mind.New(rules)
			if err != nil {
				t.Fatal(err)
			}
			c := arena.Contest{Rules: rules, Rounds: rounds, Seed: 1, Budget: cpu.Budget{Playouts: 100}}
			for _, level := range []cpu.Level{cpu.Hard, cpu.Normal, cpu.Easy} {
				c.Entrants = append(c.Entrants, arena.Entrant{Name: string(level), Player: players[level]})
			}
			c.Entrants = append(c.Entrants, arena.Entrant{Name: "random", Player: cpu.Random{}})
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
