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
	for name, system := range map[string]gametest.System{
		"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
	} {
		made, err := system(nil)
		if err != nil {
			t.Fatal(err)
		}
		rules := made.(*president.Rules)
		r := gametest.NewRand(11)
		ended, went := 0, 0
		for range 300 {
			const seats = 5
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
			state, err := rules.Start(rules.Setup(seats, r.Chance(rules, seats), match.Results))
			if err != nil {
				t.Fatal(err)
			}
			order := state.View(game.Watcher).Order
			var s ai.Observation
			for {
				seat, on := state.Turn()
				if !on {
					break
				}
				s = ai.Observation{View: state.View(seat), History: match}
				if state, _, err = state.Apply(seat, s.View.Legal[r.Intn(len(s.View.Legal))]); err != nil {
					t.Fatal(err)
				}
			}
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
			for chair, seat := range order {
				plain, v := unknown.value(&position, chair), known.value(&position, chair)
				want := plain
				switch {
				case over && outcome.Winner == seat:
					want += matchValue
				case over:
					want -= matchValue
				}
				if v != want {
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
