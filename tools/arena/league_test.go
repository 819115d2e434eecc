package main

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"deuces/game/ai"
	"deuces/game/ai/arena"
	"deuces/game/systems"
)

// TestALeagueRatesEveryone checks that a better player has a higher rating, that the results of A
// against B and of B against A agree, and that the mean of the ratings is 0.
func TestALeagueRatesEveryone(t *testing.T) {
	system, _ := systems.Latest("president")
	rules, err := system.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := everyone(system, rules)
	if err != nil {
		t.Fatal(err)
	}
	var entrants []arena.Entrant
	for _, name := range []string{"random", "normal", "easy"} {
		entrants = append(entrants, arena.Entrant{Name: name, Player: all[ai.Level(name)]})
	}
	l := league{Rules: rules, Entrants: entrants, Rounds: 150, Seed: 3}
	s, err := l.play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Names, []string{"random", "normal", "easy"}) || s.Seats != 4 || s.Rounds < 450 {
		t.Fatalf("%+v", s)
	}
	sum := 0.0
	for i, r := range s.Ratings {
		sum += r.Mean
		if r.Error <= 0 || math.IsInf(r.Error, 1) {
			t.Errorf("%s is rated with an error of %v", s.Names[i], r.Error)
		}
		for j, a := range s.Ahead[i] {
			if a.Mean != -s.Ahead[j][i].Mean || a.Error != s.Ahead[j][i].Error {
				t.Errorf("%s against %s: %+v and %+v", s.Names[i], s.Names[j], a, s.Ahead[j][i])
			}
		}
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("all together are %v over their average", sum)
	}
	if random, normal, easy := s.Ratings[0].Mean, s.Ratings[1].Mean, s.Ratings[2].Mean; normal <= easy || easy <= random {
		t.Errorf("normal %.2f, easy %.2f, random %.2f (seed %d)", normal, easy, random, l.Seed)
	}
	var out bytes.Buffer
	if err := s.write(&out); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); len(lines) != 6 || !strings.HasPrefix(lines[4], "normal") {
		t.Errorf("it prints\n%s", &out)
	}
}
