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
	rules, err := toy.New(map[string]string{"drawing": "yes"})
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) []card.Card {
		cards, err := card.ParseAll(text)
		if err != nil {
			t.Fatal(err)
		}
		return cards
	}
	o := NewOracle(rules, game.Setup{
		Hands: [][]card.Card{parse("4c 5d"), parse("6h 7s")}, Order: []game.Seat{0, 1}, Dealer: 1, Lead: 0, Pile: parse("8c 9d Th"),
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
		switch tt.move {
		case "":
		case "undo":
			err = o.Undo()
		case "end":
			o.End()
		default:
			a, bad := game.ParseAction(tt.move)
			if bad != nil {
				t.Fatal(bad)
			}
			err = o.Move(record.Move{Seat: tt.seat, Action: a})
		}
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		for viewer, want := range []string{tt.all, tt.first, tt.second} {
			if got := o.Seen(game.Seat(viewer - 1)); got != card.SetOf(parse(want)...) {
				t.Errorf("%s: seat %d has seen %v, not %s", tt.why, viewer-1, got, want)
			}
		}
	}
	if o.Hand(1) != card.SetOf(parse("6h 7s 8c")...) {
		t.Errorf("seat 1 holds %v", o.Hand(1))
	}
	for _, impossible := range []string{"2c", "6h 6h"} {
		a, err := game.ParseAction(impossible)
		if err != nil {
			t.Fatal(err)
		}
		if o.Move(record.Move{Seat: 1, Action: a}) == nil {
			t.Errorf("seat 1 plays %s, which it doesn't hold", impossible)
		}
	}
}
