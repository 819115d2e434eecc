package systems_test

import (
	"maps"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/systems"
)

// Every rule set can be played with the fewest and the most players, its matches end, and no two
// rule sets of a system are the same.
func TestEverySetOfRulesIsAGameOfItsOwn(t *testing.T) {
	for _, s := range systems.All() {
		var before []map[string]string
		for _, set := range systems.RuleSets(s.Name) {
			rules, err := s.New(set.Options)
			if err != nil {
				t.Errorf("%s, %s: %v", s.Name, set.Name, err)
				continue
			}
			if set.Name == "" || set.Feel == "" || len(set.Feel) > 100 {
				t.Errorf("%s, %s: what it is like is %q", s.Name, set.Name, set.Feel)
			}
			changed := game.Changed(rules.Options())
			if len(changed) != len(set.Options) {
				t.Errorf("%s, %s names what is the default: %v of %v differ", s.Name, set.Name, changed, set.Options)
			}
			if slices.ContainsFunc(before, func(x map[string]string) bool { return maps.Equal(x, changed) }) {
				t.Errorf("%s, %s is the same as another set", s.Name, set.Name)
			}
			before = append(before, changed)

			fewest, most := rules.Seats()
			for _, seats := range []int{fewest, most} {
				lengths(t, s, rules, ai.Easy, seats, 3, 1)
			}
		}
		if len(before) < 3 {
			t.Errorf("%s has %d sets of rules", s.Name, len(before))
		}
	}
}
