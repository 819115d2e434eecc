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
