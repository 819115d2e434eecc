package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deuces/game"
	"deuces/game/deal"
	"deuces/game/gametest"
	"deuces/game/record"
	"deuces/game/systems"
)

// A record of a table with an earlier version of the rules still verifies. Here two players tied in
// the draw for the deal and drew again, which later versions don't have.
func TestARecordOfEarlierRulesVerifies(t *testing.T) {
	old, err := systems.New("asshole", 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	newest, _ := systems.Latest("asshole")
	rules, err := newest.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	const seats = 4
	for n := range byte(200) {
		seed := deal.Seed{n}
		chance, err := seed.Chance(1, 1, nil, old.Deck(seats), seats)
		if err != nil {
			t.Fatal(err)
		}
		setup := old.Setup(seats, chance, nil)
		if len(setup.DrawnCards) == 1 || rules.Setup(seats, chance, nil).Dealer == setup.Dealer {
			continue
		}
		state, err := old.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		_, moves, err := gametest.NewRand(1).Playout(state)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		round := record.Round{Rules: old, Names: []string{"Ann", "Bob", "Cy", "Dee"}, Setup: setup, Moves: moves,
			Deal: &record.Deal{Table: 1, Round: 1, Order: setup.Order, Seed: seed}}
		if err := record.Write(&b, round); err != nil {
			t.Fatal(err)
		}
		sealed := "commitment=" + seed.Commitment(1, 1)
		for _, tt := range []struct{ text, refused string }{
			{b.String(), ""},
			{regexp.MustCompile("order=[0-3,]+").ReplaceAllString(b.String(), "order="+rotated(setup.Order)), "order"},
			{strings.Replace(b.String(), sealed, "commitment="+deal.Seed{255}.Commitment(1, 1), 1), "commitment="},
		} {
			file := filepath.Join(t.TempDir(), "old.rec")
			if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			f := readDeal(file)
			f.verify(func(int64, int) (game.Result, bool) { return game.Result{}, false })
			if tt.refused == "" && (f.err != nil || !f.verdict.Sealed) || tt.refused != "" && (f.err == nil || !strings.Contains(f.err.Error(), tt.refused)) {
				t.Errorf("%v, want %q:\n%s", f.err, tt.refused, tt.text)
			}
		}
		return
	}
	t.Error("nobody tied in the draw")
}

// rotated returns an order of seats with the dealer one seat further, in the form of a record.
func rotated(order []game.Seat) string {
	words := make([]string, len(order))
	for i := range order {
		words[i] = fmt.Sprint(order[(i+1)%len(order)])
	}
	return strings.Join(words, ",")
}
