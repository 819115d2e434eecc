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
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		deck := rules.Deck(seats)
		for i := range deck {
			j := i + r.Intn(len(deck)-i)
			deck[i], deck[j] = deck[j], deck[i]
		}
		state, err := rules.Start(rules.Setup(seats, game.Chance{Deck: deck}, nil))
		if err != nil {
			continue // the deal needs more cards
		}
		rounds--
		for range 500 {
			turn, on := state.Turn()
			if !on {
				break
			}
			forced := game.ForcedInView(rules, state.View(game.Watcher))
			for seat := range game.Seat(seats) {
				if game.ForcedInView(rules, state.View(seat)) != forced {
					t.Fatalf("%s %v, seed %d: seat %d doesn't see what a watcher sees", system.Name, options, seed, seat)
				}
			}
			legal := state.Legal()
			if forced {
				seen[system.Name]++
				if len(legal) != 1 || legal[0].Verb != game.Pass {
					t.Fatalf("%s %v, seed %d: a pass looks forced, but %v are legal", system.Name, options, seed, legal)
				}
			}
			if state, err = state.Next(turn, legal[r.Intn(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("forced passes that everyone foresees: %v", seen)
	for _, system := range systems.All() {
		rules, err := system.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, countable := rules.(game.Countable); countable && seen[system.Name] == 0 {
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
		system, ok := systems.Latest(name)
		if !ok {
			t.Fatal(name)
		}
		rules, err := system.New(nil)
		if err != nil {
			t.Fatal(err)
		}
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
