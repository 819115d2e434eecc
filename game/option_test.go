package game

import (
	"maps"
	"strings"
	"testing"
)

func TestConfigure(t *testing.T) {
	options := []Option{
		{Key: "pass", Name: "Passing", Value: "again", Preset: "again", Choices: []Choice{{Value: "again"}, NewChoice("out", "You're out of the trick", "")}},
		{Key: "target", Name: "Winning score", Value: "10", Preset: "10", Min: 0, Max: 100},
	}
	for _, tt := range []struct{ key, value, refused, why string }{
		{"pass", "out", "", "a choice that is offered"},
		{"target", "0", "", "the ends of a range belong to it"},
		{"target", "100", "", "both of them"},
		{"target", "101", "Winning score must be a number from 0 to 100", "beyond the range"},
		{"target", "ten", "Winning score must be a number", "no number"},
		{"target", "007", "Winning score must be a number", "one value has one spelling, as logs compare them"},
		{"pass", "never", "Passing can't be", "no choice"},
		{"suits", "poker", "no option called", "no such key"},
	} {
		set, err := Configure(options, map[string]string{tt.key: tt.value})
		if tt.refused != "" {
			if err == nil || !strings.Contains(err.Error(), tt.refused) {
				t.Errorf("%s=%s: %v, want %q: %s", tt.key, tt.value, err, tt.refused, tt.why)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s=%s: %v, want it taken: %s", tt.key, tt.value, err, tt.why)
		} else if got := Changed(set); !maps.Equal(got, map[string]string{tt.key: tt.value}) {
			t.Errorf("%s=%s: changed %v: %s", tt.key, tt.value, got, tt.why)
		}
	}
	if options[0].Value != "again" || len(Changed(options)) != 0 {
		t.Error("Configure must leave what it was given as it was")
	}
}

// Lists of numbers can be typed in several ways and are stored in one.
func TestAnOptionTakesNumbersOfOnesOwn(t *testing.T) {
	options := []Option{{
		Key: "points", Name: "Points", Value: "classic", Preset: "classic", Custom: &Numbers{Fewest: 2, Most: 4, Min: -99, Max: 99},
		Choices: []Choice{{Value: "classic"}},
	}}
	for _, tt := range []struct{ typed, stored, words, refused, why string }{
		{"4,2,1,0", "4,2,1,0", "4, 2, 1, 0", "", "with commas"},
		{"4 2 1 0", "4,2,1,0", "4, 2, 1, 0", "", "with spaces"},
		{" 4, 2,1 ", "4,2,1", "4, 2, 1", "", "with both"},
		{"1 0 -1", "1,0,-1", "1, 0, −1", "", "below 0"},
		{"1 0 −1", "1,0,-1", "1, 0, −1", "", "with a real minus"},
		{"2 2", "2,2", "2, 2", "", "equal ones don't rise"},
		{"classic", "classic", "", "", "a choice"},
		{"4", "", "", "2 to 4 numbers, not 1", "too few"},
		{"5 4 3 2 1", "", "", "2 to 4 numbers, not 5", "too many"},
		{"1 2", "", "", "can't rise", "rising"},
		{"100 1", "", "", "from −99 to 99", "too high"},
		{"1 -100", "", "", "from −99 to 99", "too low"},
		{"four two", "", "", "like 4 2 1 0", "no numbers"},
		{"1.5 1", "", "", "like 4 2 1 0", "no whole number"},
		{"9999999999999999999 1", "", "", "like 4 2 1 0", "no number that a machine holds"},
	} {
		set, err := Configure(options, map[string]string{"points": tt.typed})
		switch {
		case tt.refused != "":
			if err == nil || !strings.Contains(err.Error(), tt.refused) {
				t.Errorf("%q: %v, want %q: %s", tt.typed, err, tt.refused, tt.why)
			}
		case err != nil || set[0].Value != tt.stored || tt.words != "" && set[0].Words().String() != tt.words:
			t.Errorf("%q is stored as %q (%v): %s", tt.typed, set[0].Value, err, tt.why)
		case (set[0].CustomNumbers() == nil) != (tt.stored == "classic"):
			t.Errorf("%q has the numbers %v", tt.typed, set[0].CustomNumbers())
		}
	}
}
