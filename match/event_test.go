package match_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/deal"
	"deuces/internal/errtest"
	"deuces/internal/say"
	"deuces/match"
	"deuces/match/matchtest"
)

func action(t *testing.T, s string) game.Action {
	t.Helper()
	a, err := game.ParseAction(s)
	errtest.Must(t, err)
	return a
}

// testdata/events.txt has the stored forms of events, as databases contain them. Existing lines
// must never change; a new field or kind gets a new line.
func TestStoredFormsNeverChange(t *testing.T) {
	threeC, tenD := card.New(card.Three, card.Clubs), card.New(card.Ten, card.Diamonds)
	bodies := []match.Body{
		match.Opened{
			Guild: "100", Channel: "200", System: "toy", Version: 1, Options: map[string]string{"cards": "5"}, Host: ann,
			Settings: match.Settings{Clock: 90 * time.Second, Pause: 15 * time.Second, Pace: 1500 * time.Millisecond, Lobby: 30 * time.Minute, Abandon: 24 * time.Hour},
			Former:   7,
		},
		match.Opened{Guild: "100", Channel: "200", System: "toy", Version: 1, Host: ann},
		match.Seated{Player: bob},
		match.Left{Player: bob},
		match.Returned{Player: bob},
		match.HostChanged{Player: cy},
		match.OptionsSet{Options: map[string]string{"cards": "5"}},
		match.OptionsSet{},
		match.Started{By: ann},
		match.Dealt{Round: 2, Chance: game.Chance{Deck: []card.Card{threeC, tenD, card.Joker1}, Draws: []card.Card{tenD, card.Joker1, threeC}, Pick: 1}},
		match.Acted{Seat: 0, Action: action(t, "3c 3d"), By: match.ByPlayer},
		match.Acted{Seat: 2, Action: action(t, "*1=9h *2"), By: match.ByPlayer},
		match.Acted{Seat: 3, Action: action(t, "give 3c 4d"), By: match.ByClock},
		match.Acted{Seat: 1, Action: action(t, "pass"), By: match.ByStandIn},
		match.Settled{Round: 2, Places: []game.Seat{2, 0, 1}, Points: []int{1, -2, 2}, Titles: []game.Title{"", game.Scum, game.President}},
		match.Paused{},
		match.Resumed{Player: cy},
		match.Ended{Cause: match.Won, Outcome: game.Outcome{Winner: 2, Order: []game.Seat{2, 0, 1}, Totals: []int{4, -2, 12}, Reason: say.Verbatim("first to 10 points")}},
		match.Ended{Cause: match.ByHost, By: ann, Outcome: game.Outcome{Winner: game.Nobody, Order: []game.Seat{0, 1}, Totals: []int{0, 0}, Reason: say.Verbatim("ended before a round was over")}},
		match.Ended{Cause: match.Abandoned},
		match.Took{Player: dee, Seat: 2},
		match.Away{Player: bob},
		match.Kicked{Player: bob, By: ann},
		match.Kicked{Player: bob},
		match.Pardoned{Player: bob, By: ann},
		match.VoteCalled{By: bob, Against: cy, Within: time.Minute},
		match.Voted{Player: ann, For: true},
		match.Voted{Player: ann},
		match.VoteOver{Against: cy},
		match.Woken{Away: 1234 * time.Millisecond},
		match.SettingsSet{Settings: match.Settings{Clock: 90 * time.Second, Pause: 15 * time.Second, Pace: 1500 * time.Millisecond, Lobby: 30 * time.Minute, Abandon: 24 * time.Hour, AutoPass: 4 * time.Second, Seats: 6}},
		match.SettingsSet{},
		match.Passing{Seat: 2, Trick: true},
		match.Passing{Seat: 2},
		match.PassingOver{Seat: 2},
		match.Acted{Seat: 1, Action: action(t, "pass"), By: match.ByTable},
		match.Opened{Guild: "100", Channel: "200", System: "toy", Version: 1, Host: ann, Settings: match.Settings{AutoPass: 4 * time.Second, Seats: 3}, Former: 7},
		match.SettingsSet{Settings: match.Settings{NoHint: true}},
		match.ComputerSeated{Computer: match.Computer{Player: -2, Level: ai.Hard, Name: "Gizmo"}},
		match.Left{Player: -2},
		match.Acted{Seat: 1, Action: action(t, "4c"), By: match.ByComputer},
		match.Sealed{Round: 2, Seed: deal.Seed{0: 1, 31: 0xAB}},
		match.Cut{Player: bob, Cut: "007"},
		match.Planned{Seat: 2, Action: action(t, "3c 3d")},
		match.Planned{Seat: 1, Action: action(t, "pass")},
		match.PlanCanceled{Seat: 2},
		match.Undone{Seat: 2},
		match.SettingsSet{Settings: match.Settings{Undo: 5 * time.Second}},
		match.ClockSet{By: -time.Hour},
		match.ClockSet{By: 1234567 * time.Millisecond},
		match.GameSet{System: "bigtwo", Version: 2, Options: map[string]string{"rounds": "2"}},
		match.Ready{Player: bob},
		match.Waits{Player: bob},
		match.Seated{Player: bob, Kept: true},
		match.SkippedAhead{Player: bob},
		match.Opened{System: "toy", Version: 1, Host: ann, Daily: match.Daily{Day: 331, Deal: 2, Playouts: 400, Weights: "0a1b"}},
		match.Called{Player: bob},
		match.StartSet{By: ann, At: 1740834000, Fill: ai.Easy, Seats: 4, Event: true},
		match.StartSet{By: ann},
		match.StartSet{},
		match.TooFew{},
	}
	lines := storedForms(t)
	if len(lines) != len(bodies) {
		t.Fatalf("%d lines for %d bodies", len(lines), len(bodies))
	}
	for i, line := range lines {
		kind, body, err := match.Encode(bodies[i])
		if got := kind + " " + string(body); err != nil || got != line {
			t.Errorf("line %d: %v\nis stored as %s\nwant        %s", i+1, err, got, line)
		}
		kind, form, _ := strings.Cut(line, " ")
		e, err := match.Decode(i+1, matchtest.Noon, kind, []byte(form))
		if want := (match.Event{Seq: i + 1, At: matchtest.Noon, Body: bodies[i]}); err != nil || !reflect.DeepEqual(e, want) {
			t.Errorf("line %d: %v\nis read as %+v\nwant       %+v", i+1, err, e, want)
		}
	}
}

// storedForms returns the lines of testdata/events.txt.
func storedForms(t testing.TB) []string {
	t.Helper()
	golden, err := os.ReadFile("testdata/events.txt")
	errtest.Must(t, err)
	return strings.Split(strings.TrimSpace(string(golden)), "\n")
}

// A new event needs a kind in event.go and a line in testdata/events.txt.
func TestEveryEventHasAStoredForm(t *testing.T) {
	named, err := os.ReadFile("event.go")
	errtest.Must(t, err)
	files, err := filepath.Glob("*.go")
	errtest.Must(t, err)
	events := 0
	for _, name := range files {
		source, err := os.ReadFile(name)
		errtest.Must(t, err)
		for _, found := range regexp.MustCompile(`func \((?:\w+ )?([A-Z]\w*)\) apply\(`).FindAllSubmatch(source, -1) {
			events++
			kind := regexp.MustCompile(`\{"(.*)", ` + string(found[1]) + `\{\}\}`).FindSubmatch(named)
			if kind == nil || !slices.ContainsFunc(storedForms(t), func(line string) bool { return strings.HasPrefix(line, string(kind[1])+" {") }) {
				t.Errorf("%s: the event %s has no kind in event.go, or no line in testdata/events.txt", name, found[1])
			}
		}
	}
	if events < 25 {
		t.Errorf("found %d events, want at least 25: are they written in another way?", events)
	}
}

func TestUnknownStoredFormsAreRefused(t *testing.T) {
	for _, c := range []struct{ reason, kind, body, text string }{
		{"a kind of a newer program", "bribed", `{}`, `"bribed"`},
		{"a field of a newer program", "seated", `{"player":11,"team":2}`, `"team"`},
		{"no JSON", "seated", `player 11`, `"seated"`},
		{"nothing", "seated", ``, `"seated"`},
		{"no card", "dealt", `{"round":1,"deck":"3c 1x","draws":"","pick":0}`, `"1x"`},
		{"no draws", "dealt", `{"round":1,"deck":"3c","draws":"?","pick":0}`, `"?"`},
		{"no seed", "sealed", `{"round":1,"seed":"ab"}`, "64 hex digits"},
		{"no action", "acted", `{"seat":0,"action":"","by":"player"}`, `"acted"`},
		{"no field for the action", "acted", `{"seat":0,"by":"player"}`, "no action"},
		{"a plan without an action", "planned", `{"seat":0}`, "no action"},
	} {
		_, err := match.Decode(4, time.Time{}, c.kind, []byte(c.body))
		if !errors.Is(err, match.ErrUnreadable) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: got %v, want an error that names %s", c.reason, err, c.text)
		}
	}
	if _, _, err := match.Encode(nil); err == nil {
		t.Error("an event without a body is stored, want an error")
	}
}

// Any stored form is either refused or parsed. If it is parsed, encoding it again gives a form that
// parses to the same event.
func FuzzDecode(f *testing.F) {
	for _, line := range storedForms(f) {
		kind, body, _ := strings.Cut(line, " ")
		f.Add(kind, []byte(body))
	}
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		read, err := match.Decode(7, matchtest.Noon, kind, body)
		if err != nil {
			if !errors.Is(err, match.ErrUnreadable) {
				t.Fatalf("%s %s: %v", kind, body, err)
			}
			return
		}
		storedKind, stored, err := match.Encode(read.Body)
		if err != nil {
			t.Fatalf("%s %s is read as %+v, which can't be stored: %v", kind, body, read, err)
		}
		again, err := match.Decode(7, matchtest.Noon, storedKind, stored)
		if err != nil {
			t.Fatalf("%s %s is stored as %s %s, which can't be read: %v", kind, body, storedKind, stored, err)
		}
		if _, twice, err := match.Encode(again.Body); storedKind != kind || string(twice) != string(stored) || err != nil {
			t.Errorf("%s %s is stored as %s %s, and then as %s, %v", kind, body, storedKind, stored, twice, err)
		}
	})
}

func TestAnEventHasNoSuperfluousCardsAndNoEarlierTime(t *testing.T) {
	m := playTurns(t, matchtest.Dealt(t), 0)
	stray := match.Act{Player: bob, Decision: m.Decision, Action: game.Action{Verb: game.Pass, Cards: m.Rules.Deck(3)}}
	events, err := m.Decide(stray, matchtest.Noon.Add(-time.Hour))
	if err != nil || len(events) != 1 || events[0].Body.(match.Acted).Action.Cards != nil || !events[0].At.Equal(m.At) {
		t.Errorf("a pass with cards, an hour before the last event: got %v, %+v, want a pass without cards at the time of the last event", err, events)
	}
}

func TestLogsShowNoCard(t *testing.T) {
	m := matchtest.Dealt(t)
	if got := fmt.Sprintf("%v %+v %s", m, m, m); got != strings.Repeat("table 1 (toy, playing, decision 1.1) ", 3)[:len(got)] {
		t.Errorf("a match prints as %s, want no cards", got)
	}
}

func TestADecisionCanBeParsed(t *testing.T) {
	for _, s := range []string{"0.0", "3.17"} {
		if d, err := match.ParseDecision(s); err != nil || d.String() != s {
			t.Errorf("ParseDecision(%q) = %v, %v", s, d, err)
		}
	}
	for _, s := range []string{"", "3", "3.", ".17", "-1.2", "3.17.1", "03.1", "+3.1", "a.b"} {
		if d, err := match.ParseDecision(s); err == nil {
			t.Errorf("ParseDecision(%q) = %v, want an error", s, d)
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
		{"a newcomer gets a seat within a round", matchtest.Play(t, matchtest.Dealt(t), match.Leave{Player: bob}, match.Join{Player: dee}), match.Event{Seq: 9, Body: match.Took{Player: dee, Seat: 1}}},
		{"a resume without a pause", matchtest.Dealt(t), match.Event{Seq: 7, Body: match.Resumed{Player: ann}}},
		{"anything after the end", matchtest.Play(t, matchtest.Lobby(t), match.End{Player: ann}), match.Event{Seq: 6, Body: match.Started{By: ann}}},
	} {
		before := ""
		if c.match.Seq > 0 {
			before = matchtest.Describe(c.match)
		}
		if _, err := c.match.Apply(c.event); err == nil || before != "" && matchtest.Describe(c.match) != before {
			t.Errorf("%s: got %v, want an error and no change of the match", c.reason, err)
		}
	}
}

// Valid rejects impossible numbers and names in the stored form of an event.
func TestValidRejectsImpossibleValues(t *testing.T) {
	seed := deal.Seed{0: 1}
	for _, c := range []struct {
		reason string
		body   match.Body
		text   string // part of the error; "": the event is valid
	}{
		{"a seal", match.Sealed{Round: 1, Seed: seed}, ""},
		{"a seal without a round", match.Sealed{Seed: seed}, "round is 0"},
		{"a seal of a round below that", match.Sealed{Round: -3, Seed: seed}, "round is -3"},
		{"a seal of a later round", match.Sealed{Round: 1 << 30, Seed: seed}, "round is"},
		{"a seed that chance doesn't give", match.Sealed{Round: 1}, "all zeros"},
		{"a cut", match.Cut{Player: ann, Cut: "007"}, ""},
		{"the longest cut", match.Cut{Player: ann, Cut: strings.Repeat("9", deal.MaxCut)}, ""},
		{"a cut that is too long", match.Cut{Player: ann, Cut: strings.Repeat("9", deal.MaxCut+1)}, "not a number of 1 to 18 digits"},
		{"a computer's cut", match.Cut{Player: -1, Cut: "7"}, "player is -1"},
		{"nobody's cut", match.Cut{Cut: "7"}, "player is 0"},
		{"a plan of a missing seat", match.PlanCanceled{Seat: -1}, "seat is -1"},
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
		if (err == nil) != (c.text == "") || err != nil && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: got %v, want %q", c.reason, err, c.text)
		}
	}
	// Apply rejects a cut by somebody who isn't at the table, and a second cut by the same player.
	m := matchtest.Play(t, sealedLobby(t))
	for reason, p := range map[string]match.Player{"a cut of nobody at the table": eve, "a second cut": ann} {
		m := m
		if p == ann {
			m = matchtest.Play(t, m, matchtest.Cut(m, ann, "7"))
		}
		if _, err := m.Apply(match.Event{Seq: m.Seq + 1, At: m.At, Body: match.Cut{Player: p, Cut: "7"}}); err == nil {
			t.Errorf("%s is applied, want an error", reason)
		}
	}
}

// Events have texts in English, and people read them in their languages.
func TestAStoredReasonIsReadInEveryLanguage(t *testing.T) {
	german, err := say.NewLanguage("de", map[string]string{"ended before a round was over": "vor dem Ende einer Runde beendet"})
	errtest.Must(t, err)
	dealt := matchtest.Dealt(t)
	ended, _ := matchtest.Play(t, dealt, match.End{Player: ann}).Ended()
	kind, stored, err := match.Encode(ended)
	errtest.Must(t, err)
	for _, tt := range []struct{ why, stored, want string }{
		{"the rules know the reason", string(stored), "vor dem Ende einer Runde beendet"},
		{"an older version gave another reason", strings.Replace(string(stored), "ended before a round was over", "ended soon", 1), "ended soon"},
	} {
		event, err := match.Decode(dealt.Seq+1, dealt.At, kind, []byte(tt.stored))
		errtest.Must(t, err)
		if outcome, _ := apply(t, dealt, event.Body).Outcome(); outcome.Reason.In(german) != tt.want {
			t.Errorf("%s: got %q, want %q", tt.why, outcome.Reason.In(german), tt.want)
		}
	}
}
