package history_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/match"
	"deuces/match/history"
)

// An undone play is neither in the round's record nor in its frames.
func TestAnUndonePlayIsNotInTheRecord(t *testing.T) {
	m := match.New(1, systems.New)
	now := time.Date(2026, 1, 2, 15, 0, 0, 0, time.UTC)
	var events []match.Event
	do := func(c match.Command) {
		t.Helper()
		now = now.Add(time.Millisecond)
		more, err := m.Decide(c, now)
		if err != nil {
			t.Fatalf("%#v: %v", c, err)
		}
		for _, e := range more {
			if m, err = m.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		events = append(events, more...)
	}
	set := match.DefaultSettings()
	set.Undo, set.Pause = time.Minute, 0
	do(match.Opening{Guild: "1", Channel: "2", System: "bigtwo", Version: 1, Options: map[string]string{"rounds": "1"}, Host: 1, Others: []match.Player{2, 3, 4}, Settings: set})
	do(match.Start{Player: 1})
	chance, err := gametest.Deal(m.Rules, 4, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	do(match.Deal{Chance: chance})
	undone, plays := 0, 0
	for m.Phase == match.Playing {
		seat, _ := m.Turn()
		legal := m.State.Legal()
		do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: legal[len(legal)/2]})
		plays++
		if _, may := m.UndoUntil(seat); may && m.Phase == match.Playing {
			do(match.Undo{Player: m.Players()[seat], Decision: m.Decision})
			undone++
			do(match.Act{Player: m.Players()[seat], Decision: m.Decision, Action: legal[0]})
		}
	}
	read, err := history.Read(1, systems.New, func(yield func(match.Event, error) bool) {
		for _, e := range slices.Clone(events) {
			if !yield(e, nil) {
				return
			}
		}
	})
	if err != nil || len(read.Rounds) != 1 {
		t.Fatalf("%d rounds, %v", len(read.Rounds), err)
	}
	if got := read.Rounds[0].Len() - 1; got != plays || undone == 0 {
		t.Errorf("%d moves in the replay of %d, with %d taken back", got, plays, undone)
	}
	text, err := read.Rounds[0].Record(nil)
	if err != nil || !strings.Contains(text, "Player1") {
		t.Fatalf("%v\n%s", err, text)
	}
}
