package ai

import (
	"math"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
)

// With and without ranked suits, the moves of normal players are likelier with their true hands
// than with random ones.
func TestPlaysAreRecognised(t *testing.T) {
	for name, system := range map[string]gametest.System{
		"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
	} {
		made, err := system(nil)
		if err != nil {
			t.Fatal(err)
		}
		rules := made.(*president.Rules)
		r := gametest.NewRand(5)
		sum, steps := 0.0, 0
		for range 6 {
			state, err := rules.Start(rules.Setup(4, r.Chance(rules, 4), nil))
			if err != nil {
				t.Fatal(err)
			}
			var told []game.News
			for seat, on := state.Turn(); on; seat, on = state.Turn() {
				s := ai.Observation{View: state.View(seat), News: told}
				if d, err := searchDecision(rules, s); err != nil {
					t.Fatal(err)
				} else if len(told) > 20 && len(told)%10 == 0 {
					for c, other := range s.View.Order {
						hand := card.SetOf(state.View(other).Hand...)
						for i := range d.observations.moves[c] {
							step := d.observations.moves[c][i]
							step.position.SetHand(c, hand.Plus(step.later))
							if n := len(step.position.Moves(nil)); n > 1 {
								var odds, all logProbabilities
								d.observations.addMove(&d.heuristics, &step, &odds, &all)
								sum += odds[0] + math.Log(float64(n))
								steps++
							}
						}
					}
				}
				choice, err := normal(rules).Choose(s, ai.Budget{}, 1)
				if err != nil {
					t.Fatal(err)
				}
				next, news, err := state.Apply(seat, choice.Action)
				if err != nil {
					t.Fatal(err)
				}
				state, told = next, append(told, news...)
			}
		}
		if steps < 100 || sum/float64(steps) < 0.5 {
			t.Errorf("%s: by what they do, %d things that normal players did are %.2f nats likelier than anything else", name, steps, sum/float64(steps))
		}
		t.Logf("%s: %d things, %.2f nats", name, steps, sum/float64(steps))
	}
}
