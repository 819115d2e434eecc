package ai

import (
	"testing"

	"deuces/game/ai"
	"deuces/game/ai/aitest"
	"deuces/game/ai/arena"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/internal/layers"
)

var systems = map[string]gametest.System{
	"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
}

func TestPlayers(t *testing.T) {
	for name, system := range systems {
		t.Run(name, func(t *testing.T) { aitest.Run(t, system, New) })
	}
}

func TestWeightsLoad(t *testing.T) { aitest.Weights(t, weightsFile, Inputs) }

// The margins are wide. docs/computer-players.md has figures from long runs of the arena. Hard has
// almost no budget here, and must not be much worse than Normal.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	least := map[ai.Level]float64{ai.Hard: -0.15, ai.Normal: 0.1, ai.Easy: 0.1} // places ahead of the next
	all := []ai.Level{ai.Hard, ai.Normal, ai.Easy}
	levels := gametest.Dose(t, all[1:], all, all) // a search takes too long for the small dose
	for name, system := range systems {
		t.Run(name, func(t *testing.T) {
			rules := gametest.New(t, system, "")
			players, err := New(rules)
			if err != nil {
				t.Fatal(err)
			}
			c := arena.Contest{Rules: rules, Rounds: gametest.Dose(t, 80, 240, 960), Seed: 1, Budget: ai.Budget{Playouts: 100}}
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

// TestCallsGoDown checks the order of the package's files.
func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"ai",        // the players
		"hard",      // how Hard chooses
		"network",   // the search with a network
		"evaluator", // evaluating positions with a network
		"inputs",
		"features",
		"tracked", // what a player remembers of a round
		"sampler", // sampling likely worlds
		"reason",  // the factors that decided for a move
		"advice",  // their sentences
		"facts",
		"observations", // moves of the others
		"models",       // models of players
		"known_cards",  // cards that they may hold
		"gift_bounds",
		"match_end",  // the value of a round's result
		"heuristics", // moves by heuristics
		"evaluation",
		"counts",
	})
}
