package aitest

import (
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/gametest"
	"deuces/internal/errtest"
)

// Levels checks that each level beats the one below it, and that Easy beats random moves. Half of
// the seats play at the higher level, and half at the lower one. The margins are far below the
// results in docs/computer-players.md, because only a few rounds are played. For Hard, hardRounds
// is the number of rounds, playouts the number of playouts per decision, and hardAhead the least
// number of places by which it must be ahead of Normal.
func Levels(t *testing.T, system gametest.System, players func(game.Rules) (ai.Players, error), seats, rounds, hardRounds, playouts int, hardAhead float64) {
	rules := gametest.New(t, system, "")
	all, err := players(rules)
	errtest.Must(t, err)
	all["random"] = ai.Random{}
	for _, tt := range []struct {
		level, below ai.Level
		rounds       int
		ahead        float64
	}{
		{ai.Hard, ai.Normal, hardRounds, hardAhead},
		{ai.Normal, ai.Easy, rounds, 0.05},
		{ai.Easy, "random", rounds, 0.1},
	} {
		if tt.rounds == 0 {
			continue // the search of Hard takes too long for the small dose
		}
		c := arena.Contest{Rules: rules, Rounds: tt.rounds, Seed: 5, Budget: ai.Budget{Playouts: playouts}}
		for i := range seats {
			name := []ai.Level{tt.level, tt.below}[2*i/seats]
			c.Entrants = append(c.Entrants, arena.Entrant{Name: string(name), Player: all[name]})
		}
		report, err := arena.Run(t.Context(), c)
		errtest.Must(t, err)
		l := report.Lines[0].Ahead
		t.Logf("%s is ahead of %s by %.2f ± %.2f places", tt.level, tt.below, l.Mean, l.Error)
		if l.Mean < tt.ahead {
			t.Errorf("%s is ahead of %s by %.2f ± %.2f places, not %.2f (seed %d)", tt.level, tt.below, l.Mean, l.Error, tt.ahead, c.Seed)
		}
	}
}
