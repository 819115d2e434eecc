package ai

import (
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/gametest"
	"deuces/game/president"
)

// If the match may end with the round, winning it is worth more than any place. Otherwise, or if
// the score is unknown, only the round counts.
func TestWinningTheMatchIsWorthMoreThanTheRound(t *testing.T) {
	const seats = 5
	for name, system := range systems {
		rules := gametest.New(t, system, "").(*president.Rules)
		r := gametest.NewRand(11)
		ended, went := 0, 0
		for range 300 {
			var match ai.History
			for range r.Intn(12) {
				result := game.Result{Places: make([]game.Seat, seats), Points: make([]int, seats)}
				for i, s := range rand.New(rand.NewPCG(r.Uint64(), 0)).Perm(seats) {
					result.Places[i], result.Points[s] = game.Seat(s), rules.Points(i+1, seats)
				}
				match = match.After(ai.Round{Result: result})
				if _, over := rules.Winner(match.Results, seats, false); over {
					match = ai.History{}
				}
			}
			var s ai.Observation
			state, _ := gametest.Turns(t, gametest.Dealt(t, rules, seats, r, match.Results), func(state game.State, turn game.Seat, _ []game.News) game.Action {
				s = ai.Observation{View: state.View(turn), History: match}
				return r.Pick(state)
			})
			result, _ := state.Result()
			position := state.(*president.State).RoundState().Position()
			outcome, over := rules.Winner(append(slices.Clip(match.Results), result), seats, false)
			var unknown *matchEnd
			known := newMatchEnd(rules, s)
			if over {
				ended++
			} else {
				went++
			}
			for chair, seat := range s.View.Order {
				want := unknown.value(&position, chair)
				switch {
				case over && outcome.Winner == seat:
					want += matchValue
				case over:
					want -= matchValue
				}
				if v := known.value(&position, chair); v != want {
					t.Fatalf("%s: after %d rounds, seat %d: worth %.2f, not %.2f (places %v, the match is over: %v, %v)",
						name, len(match.Results), seat, v, want, result.Places, over, outcome)
				}
			}
		}
		if ended < 10 || went < 10 {
			t.Errorf("%s: %d matches ended, %d went on: that shows little", name, ended, went)
		}
	}
}
