package match_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/match"
	"deuces/match/matchtest"
)

func TestAnEventHasNoSuperfluousCardsAndNoEarlierTime(t *testing.T) {
	m := turns(t, matchtest.Dealt(t), 0)
	stray := match.Act{Player: bob, Decision: m.Decision, Action: game.Action{Verb: game.Pass, Cards: m.Rules.Deck(3)}}
	events, err := m.Decide(stray, matchtest.Noon.Add(-time.Hour))
	if err != nil || len(events) != 1 || events[0].Body.(match.Acted).Action.Cards != nil || !events[0].At.Equal(m.At) {
		t.Errorf("a pass with cards, an hour before the last event: %v, %+v", err, events)
	}
}

func TestWithoutARoundNothingIsSettled(t *testing.T) {
	for _, m := range []match.Match{matchtest.Lobby(t), matchtest.Dealt(t)} {
		d := &match.Draft{Match: m}
		if err := d.Decide(match.End{Player: ann}, m.At); err != nil {
			t.Fatal(err)
		}
		if s := match.Settle(d.Match, d.Events); s != nil {
			t.Errorf("%v: %+v", m.Phase, s)
		}
	}
}

func TestLogsShowNoCard(t *testing.T) {
	m := matchtest.Dealt(t)
	if got := fmt.Sprintf("%v %+v %s", m, m, m); got != strings.Repeat("table 1 (toy, playing, decision 1.1) ", 3)[:len(got)] {
		t.Errorf("a match prints as %s", got)
	}
}

func TestADecisionCanBeParsed(t *testing.T) {
	for _, s := range []string{"0.0", "3.17"} {
		if d, err := match.ParseDecision(s); err != nil || d.String() != s {
			t.Errorf("%q: %v, %v", s, d, err)
		}
	}
	for _, s := range []string{"", "3", "3.", ".17", "-1.2", "3.17.1", "03.1", "+3.1", "a.b"} {
		if d, err := match.ParseDecision(s); err == nil {
			t.Errorf("%q is read as %v", s, d)
		}
	}
}

func TestImpossibleEventsAreRefused(t *testing.T) {
	for _, c := range []struct {
		reason string
		match  match.Match
		event  match.Event
	}{
		{"a gap", matchtest.Lobby(t), match.Event{Seq: 9, Body: match.Seated{Player: dee}}},
		{"no body", matchtest.Lobby(t), match.Event{Seq: 5}},
		{"opened twice", matchtest.Lobby(t), match.Event{Seq: 5, Body: match.Opened{System: "toy", Version: 1}}},
		{"not opened", match.New(1, matchtest.NewToy), match.Event{Seq: 1, Body: match.Seated{Player: ann}}},
		{"rules that the program lacks", match.New(1, matchtest.NewToy), match.Event{Seq: 1, Body: match.Opened{System: "toy", Version: 2}}},
		{"seated twice", matchtest.Lobby(t), match.Event{Seq: 5, Body: match.Seated{Player: ann}}},
		{"an act in the lobby", matchtest.Lobby(t), match.Event{Seq: 5, Body: match.Acted{}}},
		{"the new host has no seat", matchtest.Lobby(t), match.Event{Seq: 5, Body: match.HostChanged{Player: eve}}},
		{"a round before its time", matchtest.Dealt(t), match.Event{Seq: 7, Body: match.Settled{Round: 1, Places: []game.Seat{0, 1, 2}}}},
		{"a play out of turn", matchtest.Dealt(t), match.Event{Seq: 7, Body: match.Acted{Seat: 1, Action: game.Action{Verb: game.Pass}}}},
		{"a resume without a pause", matchtest.Dealt(t), match.Event{Seq: 7, Body: match.Resumed{Player: ann}}},
		{"anything after the end", matchtest.Play(t, matchtest.Lobby(t), match.End{Player: ann}), match.Event{Seq: 6, Body: match.Started{By: ann}}},
	} {
		before := ""
		if c.match.Seq > 0 {
			before = matchtest.Describe(c.match)
		}
		if _, err := c.match.Apply(c.event); err == nil || before != "" && matchtest.Describe(c.match) != before {
			t.Errorf("%s: %v, or the match has changed", c.reason, err)
		}
	}
}
