package systems_test

import (
	"fmt"
	"slices"
	"testing"

	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/gametest"
	"deuces/game/systems"
)

// Every match ends by itself, whoever plays (rules.md P8): every preset at each
// number of seats, in no more rounds than people would sit for.
func TestEveryMatchEnds(t *testing.T) {
	const most, usual, seed = 30, 12, 1 // usual: the median where four play
	type dose struct{ matches, least int }
	quick := gametest.Dose(t, dose{3, 1}, dose{30, 5}, dose{500, 500})
	searched := gametest.Dose(t, 0, 1, 10)
	for _, s := range systems.All() {
		rules, err := s.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		players, err := s.Players(rules)
		if err != nil {
			t.Fatal(err)
		}
		low, high := rules.Seats()
		for seats := low; seats <= high; seats++ {
			// A turn of many costs more, as its reason goes over the turns before, and there are
			// more of them: where more than four play, fewer matches cost as much.
			thought := max(quick.least, min(quick.matches, quick.matches*4*4/(seats*seats)))
			for _, level := range []struct {
				name    string
				player  ai.Player
				matches int
			}{
				{"easy", players[ai.Easy], quick.matches},
				{"normal", players[ai.Normal], thought},
				{"random", ai.Random{}, quick.matches},
				{"hard", players[ai.Hard], searched},
			} {
				if level.matches == 0 {
					continue // a search takes long: not in the small dose
				}
				t.Run(fmt.Sprintf("%s/%d/%s", s.Name, seats, level.name), func(t *testing.T) {
					t.Parallel()
					c := arena.Contest{Rules: rules, Seed: seed, Budget: ai.Budget{Playouts: gametest.Dose(t, 8, 8, 64)}}
					for range seats {
						c.Entrants = append(c.Entrants, arena.Entrant{Name: level.name, Player: level.player})
					}
					rounds, err := arena.Lengths(t.Context(), c, level.matches)
					if err != nil {
						t.Fatal(err)
					}
					slices.Sort(rounds)
					t.Logf("%d matches (seed %d): %d rounds, at most %d", len(rounds), seed, rounds[len(rounds)/2], rounds[len(rounds)-1])
					if longest := rounds[len(rounds)-1]; longest > most {
						t.Errorf("of %d matches (seed %d) one took %d rounds", len(rounds), seed, longest)
					}
					// The middle of a few is anything.
					if median := rounds[len(rounds)/2]; seats == 4 && len(rounds) >= 60 && median > usual {
						t.Errorf("half of %d matches (seed %d) took %d rounds or more", len(rounds), seed, median)
					}
				})
			}
		}
	}
}
