package commands

import (
	"testing"

	"deuces/commands/screen/screentest"
)

// Plays are written as people write them.
func TestPlaysAreReadAsPeopleWriteThem(t *testing.T) {
	for _, tt := range []struct{ text, want, why string }{
		{"7h 7s", "7h 7s", "the notation of records"},
		{"7♥ 7♠️, 10D", "7h 7s Td", "suits as signs, a ten in figures, a comma"},
		{"qD KD", "Qd Kd", "either case"},
		{"joker", "*", "a Joker by its name"},
		{"Joker=10h", "*=Th", "a Joker that is named"},
		{"PASS", "pass", "no cards"},
		{"give 3c 4d", "give 3c 4d", "an exchange"},
		{"an ace", "", "not cards"},
		{"", "", "nothing"},
	} {
		a, err := readPlay(tt.text)
		got := ""
		if err == nil {
			got = a.String()
		}
		if got != tt.want {
			t.Errorf("%s: %q reads as %q, %v; want %q", tt.why, tt.text, got, err, tt.want)
		}
	}
	m := screentest.Staged(t, "asshole", nil, []string{"3c *1 *3"}, "")
	v, _ := m.View(0)
	a, err := readPlay("3c joker")
	if err != nil {
		t.Fatal(err)
	}
	if got := whichHeld(v, a); got.String() != "3c *1" {
		t.Errorf("a Joker of the hand is laid as %q", got)
	}
}
