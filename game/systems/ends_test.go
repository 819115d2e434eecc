package systems_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/gametest"
	"deuces/game/systems"
)

// matchLengths plays matches between players of one level. It returns the numbers of rounds,
// sorted.
func matchLengths(t *testing.T, s systems.System, rules game.Rules, level ai.Level, seats, matches int, seed uint64) []int {
	t.Helper()
	players, err := s.Players(rules)
	if err != nil {
		t.Fatal(err)
	}
	players["random"] = ai.Random{}
	c := arena.Contest{Rules: rules, Seed: seed, Budget: ai.Budget{Playouts: gametest.Dose(t, 8, 8, 16)}}
	for range seats {
		c.Entrants = append(c.Entrants, arena.Entrant{Name: string(level), Player: players[level]})
	}
	rounds, err := arena.Lengths(t.Context(), c, matches)
	if err != nil {
		t.Fatalf("%s, %d %s players, options %v: %v", s.Name, seats, level, game.Changed(rules.Options()), err)
	}
	slices.Sort(rounds)
	return rounds
}

// TestEveryMatchEnds checks that matches with every preset and number of seats end by themselves
// after a reasonable number of rounds (rules.md P8).
func TestEveryMatchEnds(t *testing.T) {
	const most, usual, seed = 30, 12, 1    // most: limit for each match; usual: limit for the median with four seats
	type dose struct{ matches, least int } // with four seats; with any number
	quick := gametest.Dose(t, dose{3, 3}, dose{12, 12}, dose{300, 60})
	normal := gametest.Dose(t, dose{3, 1}, dose{12, 3}, dose{300, 60})
	searched := gametest.Dose(t, dose{}, dose{1, 1}, dose{3, 1})
	for _, s := range systems.All() {
		rules := gametest.New(t, s.New, "")
		low, high := rules.Seats()
		for seats := low; seats <= high; seats++ {
			// With more seats, fewer matches are played, because a match has more turns. Each turn of
			// Normal takes longer too, because its reason considers the previous turns.
			for level, d := range map[ai.Level]dose{ai.Easy: quick, ai.Normal: normal, "random": quick, ai.Hard: searched} {
				matches := max(d.least, min(d.matches, d.matches*4*4/(seats*seats)))
				if matches == 0 {
					continue // a search takes too long for the small dose
				}
				t.Run(fmt.Sprintf("%s/%d/%s", s.Name, seats, level), func(t *testing.T) {
					t.Parallel()
					rounds := matchLengths(t, s, rules, level, seats, matches, seed)
					median, longest := rounds[len(rounds)/2], rounds[len(rounds)-1]
					t.Logf("%d matches (seed %d): median %d, p95 %d, longest %d rounds", len(rounds), seed, median, rounds[len(rounds)*95/100], longest)
					// The median is checked only if there are enough matches for it to be reliable.
					if longest > most || seats == 4 && len(rounds) >= 60 && median > usual {
						t.Errorf("of %d matches (seed %d) the longest took %d rounds and half of them %d or more, want at most %d and %d", len(rounds), seed, longest, median, most, usual)
					}
				})
			}
		}
	}
}

// TestEveryMixEnds checks that a match ends by itself with any options (rules.md, Ends), unless
// only the host can end it.
func TestEveryMixEnds(t *testing.T) {
	const most = 200 // the longest match that the options allow
	mixes := gametest.Dose(t, 20, 40, 300)
	all := systems.All()
	played, endless := map[string][]int{}, 0
	for seed := uint64(0); mixes > 0; seed++ {
		r := gametest.NewRand(seed)
		s := all[int(seed)%len(all)]
		rules, options, err := gametest.Mix(s.New, r)
		if err != nil {
			continue // these options are incompatible
		}
		mixes--
		if points, most := rules.Ends(); points == 0 && most == 0 {
			endless++
			continue
		}
		low, high := rules.Seats()
		level := []ai.Level{ai.Easy, ai.Normal}[r.Intn(2)]
		rounds := matchLengths(t, s, rules, level, low+r.Intn(high-low+1), 1, seed)[0]
		if rounds > most {
			t.Errorf("%s %v, %s players: a match took %d rounds, want at most %d", s.Name, options, level, rounds, most)
		}
		played[s.Name] = append(played[s.Name], rounds)
	}
	for _, s := range all {
		if rounds := slices.Sorted(slices.Values(played[s.Name])); len(rounds) > 0 {
			t.Logf("%s: %d mixes, median %d, p95 %d, longest %d rounds", s.Name, len(rounds), rounds[len(rounds)/2], rounds[len(rounds)*95/100], rounds[len(rounds)-1])
		}
	}
	t.Logf("%d mixes go on until the host ends them", endless)
}

// TestEveryRuleSetIsPlayableAndDifferent checks that every rule set can be played with the fewest
// and the most players, that its matches end after about as many rounds as it says, and that no two
// rule sets of a system are the same.
func TestEveryRuleSetIsPlayableAndDifferent(t *testing.T) {
	for _, s := range systems.All() {
		var before []map[string]string
		for _, set := range systems.RuleSets(s.Name) {
			rules, err := s.New(set.Options)
			if err != nil {
				t.Errorf("%s, %s: the rule set is refused: %v", s.Name, set.Name, err)
				continue
			}
			if set.Name == "" || len(set.Feel.String()) > 100 {
				t.Errorf("%s, %s: got the sentence %q, want a name, and at most 100 bytes", s.Name, set.Name, set.Feel)
			}
			changed := game.Changed(rules.Options())
			if len(changed) != len(set.Options) {
				t.Errorf("%s, %s: only %v of %v differ from the default, want all", s.Name, set.Name, changed, set.Options)
			}
			if slices.ContainsFunc(before, func(x map[string]string) bool { return maps.Equal(x, changed) }) {
				t.Errorf("%s, %s is the same as another rule set", s.Name, set.Name)
			}
			before = append(before, changed)

			fewest, most := rules.Seats()
			for _, seats := range []int{fewest, most} {
				matchLengths(t, s, rules, ai.Easy, seats, 3, 1)
			}
			if rounds := matchLengths(t, s, rules, ai.Easy, 4, 5, 1)[2]; rounds < set.Rounds/2 || rounds > 2*set.Rounds {
				t.Errorf("%s, %s: a match of four takes %d rounds, but the rule set says %d", s.Name, set.Name, rounds, set.Rounds)
			}
		}
		if len(before) < 3 {
			t.Errorf("%s has %d rule sets, want at least 3", s.Name, len(before))
		}
	}
}
