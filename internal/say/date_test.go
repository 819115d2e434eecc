package say_test

import (
	"testing"
	"time"

	"deuces/internal/say"
)

func TestDatesAreByUTC(t *testing.T) {
	evening := time.Date(2025, time.December, 31, 23, 30, 0, 0, time.FixedZone("west", -3600))
	for _, tt := range []struct {
		why  string
		m    say.Message
		want string
	}{
		{"a day", say.Day(evening), "1 January 2026"},
		{"a month", say.Month(evening), "January 2026"},
		{"several days", say.Days(evening, evening.AddDate(0, 1, 1)), "1 January 2026 to 2 February 2026"},
		{"two moments of a day", say.Days(evening, evening.Add(time.Hour)), "1 January 2026"},
	} {
		if got := tt.m.String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
