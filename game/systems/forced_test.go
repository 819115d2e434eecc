package systems_test

import (
	"testing"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
)

// A pass that everyone can see is forced really is: in random rounds of every system with random
// options, all viewers agree, and the seat can only pass.
func TestAPassThatEveryoneForeseesIsForced(t *testing.T) {
	rounds := gametest.Dose(t, 1000, 3000, 10000)
	seen := map[string]int{}
	for seed := uint64(0); rounds > 0; seed++ {
		r := gametest.NewRand(seed)
		all := systems.All()
		system := all[int(seed)%len(all)]
		rules, options, err := gametest.Mix(system.New, r)
		if err != nil {
			continue // these options are incompatible
		}
		rounds--
		low, high := rules.Seats()
		state := gametest.Dealt(t, rules, low+r.Intn(high-low+1), r, nil)
		gametest.Turns(t, state, func(state game.State, _ game.Seat, _ []game.News) game.Action {
			forced := game.ForcedInView(rules, state.View(game.Watcher))
			for seat := range game.Seat(len(state.View(0).Players)) {
				if game.ForcedInView(rules, state.View(seat)) != forced {
					t.Fatalf("%s %v, seed %d: seat %d doesn't see what a watcher sees", system.Name, options, seed, seat)
				}
			}
			if legal := state.Legal(); forced {
				seen[system.Name]++
				if len(legal) != 1 || legal[0].Verb != game.Pass {
					t.Fatalf("%s %v, seed %d: a pass looks forced, but %v are legal", system.Name, options, seed, legal)
				}
			}
			return r.Pick(state)
		})
	}
	t.Logf("forced passes that everyone foresees: %v", seen)
	for _, system := range systems.All() {
		if _, countable := gametest.New(t, system.New, "").(game.Countable); countable && seen[system.Name] == 0 {
			t.Errorf("%s has no such pass", system.Name)
		}
	}
	if seen["acehole"] > 0 {
		t.Error("nobody passes in acehole")
	}
}

// With one card against a pair a pass is forced, unless a single 2 beats a pair.
func TestASingleTwoBeatsAPairInAHole(t *testing.T) {
	for name, want := range map[string]bool{"ahole": false, "president": true, "asshole": true, "bigtwo": true, "tienlen": true} {
		system, _ := systems.Latest(name)
		rules := gametest.New(t, system.New, "")
		v := game.View{Phase: game.Playing, Players: []game.PlayerView{{Cards: 1}, {Cards: 5}}, Top: game.TopPlay{Cards: gametest.Cards(t, "9c 9d"), Seat: 1}}
		if game.ForcedInView(rules, v) != want {
			t.Errorf("%s: one card against a pair is forced: %t, want %t", name, !want, want)
		}
		v.Players[0].Cards = 2
		if game.ForcedInView(rules, v) {
			t.Errorf("%s: two cards against a pair look forced", name)
		}
	}
}
