package arena_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/gametest"
	"deuces/game/systems"
)

// mix returns a system with options set.
func mix(t *testing.T, name, options string) game.Rules {
	t.Helper()
	s, _ := systems.Latest(name)
	return gametest.New(t, s.New, options)
}

// Estimates are made in the background, once for each mix of options.
func TestAnEstimateIsMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		estimates := arena.NewEstimates(func(rules game.Rules) (ai.Players, error) {
			asked++
			if rules.Name() == "bigtwo" {
				return nil, errors.New("this game has no computer players")
			}
			return ai.Players{ai.Easy: ai.Random{}}, nil
		})
		for _, tt := range []struct {
			system      string
			options     string
			seats       int
			least, most int
			why         string
		}{
			{"asshole", "rounds=7", 4, 7, 7, "so many rounds as are set"},
			{"acehole", "target=500 longest=10", 2, 10, 10, "the longest there is"},
			{"ahole", "target=20", 5, 14, 40, "about as many as it takes to have 20 points"},
			{"ahole", "target=0", 4, 0, 0, "the host ends it, so nobody knows"},
			{"bigtwo", "target=20", 4, 0, 0, "nobody can try it"},
		} {
			before, rules := asked, mix(t, tt.system, tt.options)
			var told []int
			for range 3 {
				if rounds := estimates.Rounds(rules, tt.seats, func(rounds int) { told = append(told, rounds) }); rounds != 0 {
					t.Errorf("%s %s: %d rounds before anyone has played", tt.system, tt.options, rounds)
				}
			}
			ctx, stop := context.WithCancel(t.Context())
			go estimates.Serve(ctx) // after all three requests
			synctest.Wait()
			stop()
			synctest.Wait()
			rounds := estimates.Rounds(mix(t, tt.system, tt.options), tt.seats, func(int) { t.Error("what is known is told at once") })
			if rounds < tt.least || rounds > tt.most {
				t.Errorf("%s %s: %d rounds, want %d to %d: %s", tt.system, tt.options, rounds, tt.least, tt.most, tt.why)
			}
			if !slices.Equal(told, []int{rounds, rounds, rounds}) || asked != before+1 {
				t.Errorf("%s %s: told %v of %d rounds, which were estimated %d times", tt.system, tt.options, told, rounds, asked-before)
			}
		}
	})
}

// The queue is short, and estimates that don't fit can be asked for again.
func TestFewEstimatesAreQueued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		estimates := arena.NewEstimates(func(game.Rules) (ai.Players, error) { return nil, errors.New("nobody plays") })
		told := 0
		for seats := range 1000 {
			estimates.Rounds(mix(t, "ahole", ""), seats, func(int) { told++ })
		}
		ctx, stop := context.WithCancel(t.Context())
		go estimates.Serve(ctx)
		synctest.Wait()
		stop()
		if told != 16 {
			t.Errorf("%d estimates waited, not 16", told)
		}
	})
}
