package match_test

import (
	"strings"
	"testing"
	"time"

	"deuces/game/deal"
	"deuces/match"
	"deuces/match/matchtest"
)

// Impossible numbers and names are found in the stored form of an event.
func TestValidRejectsImpossibleValues(t *testing.T) {
	seed := deal.Seed{0: 1}
	for _, c := range []struct {
		reason string
		body   match.Body
		names  string // "": the event is valid
	}{
		{"a seal", match.Sealed{Round: 1, Seed: seed}, ""},
		{"a seal without a round", match.Sealed{Seed: seed}, "round is 0"},
		{"a seal of a round below that", match.Sealed{Round: -3, Seed: seed}, "round is -3"},
		{"a seal of a later round", match.Sealed{Round: 1 << 30, Seed: seed}, "round is"},
		{"a seed that chance doesn't give", match.Sealed{Round: 1}, "all zeros"},
		{"a cut", match.Cut{Player: ann, Cut: "007"}, ""},
		{"the longest cut", match.Cut{Player: ann, Cut: strings.Repeat("9", deal.MaxCut)}, ""},
		{"a cut that is too long", match.Cut{Player: ann, Cut: strings.Repeat("9", deal.MaxCut+1)}, "no number of 1 to 18 digits"},
		{"an empty cut", match.Cut{Player: ann}, "no number"},
		{"a cut with a space", match.Cut{Player: ann, Cut: " 7"}, "no number"},
		{"a cut in other digits", match.Cut{Player: ann, Cut: "٧"}, "no number"},
		{"a computer's cut", match.Cut{Player: -1, Cut: "7"}, "player is -1"},
		{"nobody's cut", match.Cut{Cut: "7"}, "player is 0"},
		{"a plan of a missing seat", match.PlanOver{Seat: -1}, "seat is -1"},
		{"undo by a missing seat", match.Undone{Seat: 99}, "seat is 99"},
		{"a clock that was set", match.ClockSet{By: -time.Hour}, ""},
		{"a clock that was set by nothing", match.ClockSet{}, "time is 0"},
		{"a program that was down for less than nothing", match.Woken{Away: -time.Second}, "time is -"},
	} {
		kind, form, err := match.Encode(c.body)
		if err != nil {
			t.Fatal(c.reason, err)
		}
		err = match.Valid(match.Event{Seq: 1, Body: c.body}, kind, form)
		if (err == nil) != (c.names == "") || err != nil && !strings.Contains(err.Error(), c.names) {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
	// A seat that doesn't exist or appears twice.
	m := matchtest.Play(t, sealedLobby(t))
	for reason, p := range map[string]match.Player{"a cut of nobody at the table": eve, "a second cut": ann} {
		m := m
		if p == ann {
			m = matchtest.Play(t, m, matchtest.Cut(m, ann, "7"))
		}
		if _, err := m.Apply(match.Event{Seq: m.Seq + 1, At: m.At, Body: match.Cut{Player: p, Cut: "7"}}); err == nil {
			t.Errorf("%s can follow", reason)
		}
	}
}
