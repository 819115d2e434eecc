package ai

import (
	"fmt"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/president"
)

// Hints advise what normal plays, always say why, and don't say the same in three
// turns of a seat, as long as there is a choice.
func TestHintsDoNotRepeatThemselves(t *testing.T) {
	for name, system := range map[string]gametest.System{
		"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
	} {
		made, err := system(nil)
		if err != nil {
			t.Fatal(err)
		}
		rules := made.(*president.Rules)
		players, err := New(rules)
		if err != nil {
			t.Fatal(err)
		}
		adviser := players[ai.Normal].(ai.Adviser)
		r := gametest.NewRand(21)
		var before []game.Result
		hints, again := 0, 0
		for round := range gametest.Dose(t, 8, 20, 60) {
			state, err := rules.Start(rules.Setup(4, r.Chance(rules, 4), before))
			if err != nil {
				t.Fatal(err)
			}
			var told []game.News
			given := map[game.Seat][]string{}
			for {
				seat, on := state.Turn()
				if !on {
					break
				}
				s := ai.Observation{View: state.View(seat), Told: told}
				hint, err := adviser.Advise(s)
				if err != nil {
					t.Fatal(err)
				}
				plays, err := players[ai.Normal].Choose(s, ai.Budget{}, 1)
				if err != nil {
					t.Fatal(err)
				}
				if hint.Action.String() != plays.Action.String() || hint.Reason.Empty() || plays.Reason.Empty() {
					t.Fatalf("%s: normal plays %s (%s), the hint is %s (%s)", name, plays.Action, plays.Reason, hint.Action, hint.Reason)
				}
				says := hint.Reason.String()
				if len(s.View.Legal) > 1 {
					hints++
					if last := given[seat]; slices.Contains(last[max(0, len(last)-2):], says) {
						again++
					}
				}
				given[seat] = append(given[seat], says)
				if testing.Verbose() && round < 2 && seat == 0 {
					top := "-"
					if len(s.View.Top.Cards) > 0 {
						top = card.Format(s.View.Top.Cards)
					}
					fmt.Printf("%s  hand %-50s top %-8s -> %-12s %s\n", name, card.Format(s.View.Hand), top, hint.Action, says)
				}
				// Its player mostly follows it.
				action := hint.Action
				if r.Intn(5) == 0 {
					action = s.View.Legal[r.Intn(len(s.View.Legal))]
				}
				next, news, err := state.Apply(seat, action)
				if err != nil {
					t.Fatal(err)
				}
				state, told = next, append(told, news...)
			}
			result, _ := state.Result()
			before = append(before, result)
		}
		if hints < 50 || again*50 > hints {
			t.Errorf("%s: of %d hints %d say what was said in the two turns before", name, hints, again)
		}
	}
}
