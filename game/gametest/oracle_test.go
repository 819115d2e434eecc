package gametest

import (
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
	"deuces/internal/toy"
)

// Each row adds a move to a round with a draw pile.
func TestTheOracleKnowsWhoHasSeenWhat(t *testing.T) {
	o := NewOracle(New(t, toy.New, "drawing=yes"), game.Setup{
		Hands: Hands(t, "4c 5d", "6h 7s"), Order: []game.Seat{0, 1}, Dealer: 1, Lead: 0, Pile: Cards(t, "8c 9d Th"),
	})
	for _, tt := range []struct {
		seat               game.Seat
		move               string
		all, first, second string // what a watcher and the seats have seen
		why                string
	}{
		{0, "", "", "4c 5d", "6h 7s", "a hand is its owner's"},
		{0, "4c", "4c", "4c 5d", "4c 6h 7s", "a card that is played is everyone's"},
		{1, "draw", "4c", "4c 5d", "4c 6h 7s 8c", "a drawn card is for who drew it"},
		{1, "8c", "4c 8c", "4c 5d 8c", "4c 6h 7s 8c", "until it is played"},
		{0, "undo", "4c 8c", "4c 5d 8c", "4c 6h 7s 8c", "a play that is taken back has been seen"},
		{0, "end", "4c 5d 6h 7s 8c", "4c 5d 6h 7s 8c", "4c 5d 6h 7s 8c", "the hands are shown in the end, the pile is not"},
	} {
		var err error
		switch tt.move {
		case "":
		case "undo":
			err = o.Undo()
		case "end":
			o.End()
		default:
			err = o.Move(record.Move{Seat: tt.seat, Action: Action(t, tt.move)})
		}
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		for viewer, want := range []string{tt.all, tt.first, tt.second} {
			if got := o.Seen(game.Seat(viewer - 1)); got != card.SetOf(Cards(t, want)...) {
				t.Errorf("%s: seat %d has seen %v, not %s", tt.why, viewer-1, got, want)
			}
		}
	}
	if o.Hand(1) != card.SetOf(Cards(t, "6h 7s 8c")...) {
		t.Errorf("seat 1 holds %v", o.Hand(1))
	}
	for _, impossible := range []string{"2c", "6h 6h"} {
		if o.Move(record.Move{Seat: 1, Action: Action(t, impossible)}) == nil {
			t.Errorf("seat 1 plays %s, which it doesn't hold", impossible)
		}
	}
}

func TestADoseIsWhatTheVariableSays(t *testing.T) {
	for _, c := range []struct {
		dose, plain, race string // the dose without and with the race detector; "": the test fails
		why               string
	}{
		{"", "few", "few", "go test ./... is quick"},
		{"ci", "some", "few", "a change that lands is tried with more"},
		{"long", "all", "some", "and an issue that is done with everything"},
		{"larger", "", "", "a misspelled dose must not pass for a small one"},
	} {
		for raced, want := range map[bool]string{false: c.plain, true: c.race} {
			if got, ok := doseNamed(c.dose, raced, "few", "some", "all"); got != want || ok != (want != "") {
				t.Errorf("DEUCES_DOSE=%q, race detector %t, gives %q, %t: %s", c.dose, raced, got, ok, c.why)
			}
		}
	}
}
