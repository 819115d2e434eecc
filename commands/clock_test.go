package commands

import (
	"strings"
	"testing"
	"time"

	"deuces/bot"
)

func TestAClockIsReadAsPeopleTypeIt(t *testing.T) {
	for _, tt := range []struct {
		text, why string
		want      time.Duration
	}{
		{"90s", "as settings are written", 90 * time.Second},
		{"2m", "minutes", 2 * time.Minute},
		{"1h30m", "both", 90 * time.Minute},
		{"45", "a bare number is seconds", 45 * time.Second},
		{"5 min", "as people write", 5 * time.Minute},
		{"8 Hours", "as people write", 8 * time.Hour},
		{"1s", "the shortest", time.Second},
		{"24h", "the longest", 24 * time.Hour},
		{"None", "No turn clock", 0},
	} {
		got, err := parseClock(tt.text)
		if err != nil || got != tt.want {
			t.Errorf("%q (%s): %v, %v", tt.text, tt.why, got, err)
		}
	}
	for _, tt := range []struct{ text, why string }{
		{"", "nothing"}, {"0s", "no clock is none"}, {"999ms", "too short"}, {"24h1s", "too long"}, {"-5m", "backwards"},
		{"soon", "no time"}, {strings.Repeat("9", 5000), "a flood"}, {"1e9h", "no such notation"},
	} {
		if d, err := parseClock(tt.text); err == nil {
			t.Errorf("%.20q (%s) is read as %v", tt.text, tt.why, d)
		} else if len(err.Error()) > 200 {
			t.Errorf("%.20q (%s) is answered with %d characters", tt.text, tt.why, len(err.Error()))
		}
	}
}

func TestSuggestedClocksAreClocks(t *testing.T) {
	for _, tt := range []struct{ typed, first string }{{"", "15 seconds"}, {"1", "1 second"}, {"7m", "7 minutes"}, {"no", "No turn clock"}, {"x", ""}} {
		choices, err := suggestClock(bot.Request{Options: map[string]string{"clock": tt.typed}})
		if err != nil {
			t.Fatal(err)
		}
		if first := append(choices, bot.Choice{})[0].Name.String(); first != tt.first {
			t.Errorf("%q: first %q, want %q", tt.typed, first, tt.first)
		}
		seen := map[string]bool{}
		for _, choice := range choices {
			if _, err := parseClock(choice.Value); err != nil || seen[choice.Value] {
				t.Errorf("%q: suggests %q, %v", tt.typed, choice.Value, err)
			}
			seen[choice.Value] = true
		}
	}
}
