package screentest

import (
	"errors"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
)

// In the matches of this package, players 1, 2, 3… have seats 0, 1, 2…

// Began is when the tables were opened.
var Began = time.Date(2026, 1, 2, 15, 0, 0, 0, time.UTC)

// Seats returns the smallest and largest number of players of a system.
func Seats(t *testing.T, sys systems.System) (fewest, most int) {
	t.Helper()
	rules, err := sys.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Seats()
}

// NewMatch returns a match in its lobby, with n people.
func NewMatch(t *testing.T, sys systems.System, n int, options map[string]string) match.Match {
	t.Helper()
	var others []match.Player
	for i := 2; i <= n; i++ {
		others = append(others, match.Player(i))
	}
	return Do(t, match.New(1, systems.New), match.Opening{
		Guild: "1", Channel: "2", System: sys.Name, Version: sys.Version, Options: options,
		Host: 1, Others: others, Settings: match.DefaultSettings(),
	}, Began)
}

// Do applies a command to a match.
func Do(t *testing.T, m match.Match, c match.Command, now time.Time) match.Match {
	t.Helper()
	events, err := m.Decide(c, now)
	if err != nil {
		t.Fatalf("%#v at %s: %v", c, m.Decision, err)
	}
	for _, e := range events {
		if m, err = m.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// Step makes one random decision, or deals.
func Step(t *testing.T, r *gametest.Rand, m match.Match) match.Match {
	t.Helper()
	c, at := Next(t, r, m)
	return Do(t, m, c, at)
}

// Next returns a random decision or a deal, and when it is made.
func Next(t *testing.T, r *gametest.Rand, m match.Match) (match.Command, time.Time) {
	t.Helper()
	switch m.Phase {
	case match.Lobby:
		return match.Start{Player: m.Host}, m.At
	case match.Between:
		return match.Deal{Chance: r.Chance(m.Rules, len(m.Players()))}, m.Deadline()
	}
	seat, ok := m.Turn()
	if !ok {
		t.Fatal(errors.New("it is nobody's turn, but the match is not over"))
	}
	legal := m.State.Legal()
	if _, ok := m.Computer(seat); ok {
		return match.Chosen{Decision: m.Decision, Action: legal[r.Intn(len(legal))]}, m.Deadline()
	}
	return match.Act{
		Player: m.Players()[seat], Decision: m.Decision, Action: legal[r.Intn(len(legal))],
	}, m.At.Add(3 * time.Second)
}

// MatchWithHands returns a match of four players whose first round began with these hands, after
// these moves. startCards are the cards after the hands; see gametest.Deal.
func MatchWithHands(t *testing.T, system string, options map[string]string, hands []string, startCards string, moves ...string) match.Match {
	t.Helper()
	sys, _ := systems.Latest(system)
	m := NewMatch(t, sys, 4, options)
	m = Do(t, m, match.Start{Player: m.Host}, m.At)
	chance, err := gametest.Deal(m.Rules, 4, hands, startCards)
	if err != nil {
		t.Fatal(err)
	}
	m = Do(t, m, match.Deal{Chance: chance}, m.Deadline())
	for _, text := range moves {
		a, err := game.ParseAction(text)
		if err != nil {
			t.Fatal(err)
		}
		seat, _ := m.Turn()
		m = Do(t, m, match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: a}, m.At)
	}
	return m
}
