package typed_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"deuces/commands/typed"
	"deuces/game"
)

func TestTimesAreReadAsPeopleTypeThem(t *testing.T) {
	now := time.Date(2026, 3, 27, 18, 20, 30, 0, time.UTC) // a Friday
	const format = "Mon 2006-01-02 15:04"
	for _, tt := range []struct{ why, text, here, want string }{
		{"a time later today", "20:30", "19:20", "Fri 2026-03-27 19:30"},
		{"a dot", "at 20.30", "19:20", "Fri 2026-03-27 19:30"},
		{"a time that has passed today is tomorrow's", "9:15", "19:20", "Sat 2026-03-28 08:15"},
		{"twelve hours", "8 PM", "7:20pm", "Fri 2026-03-27 19:00"},
		{"midnight", "12 a.m.", "19:20", "Fri 2026-03-27 23:00"},
		{"noon", "tomorrow 12pm", "19:20", "Sat 2026-03-28 11:00"},
		{"today", "today 23:00", "19:20", "Fri 2026-03-27 22:00"},
		{"today, in the past", "today 9:00", "19:20", "Fri 2026-03-27 08:00"},
		{"a day of the week", "sunday 20:00", "19:20", "Sun 2026-03-29 19:00"},
		{"a short day", "on Fri, 20:00", "19:20", "Fri 2026-03-27 19:00"},
		{"this time of the week has passed", "friday 9:00", "19:20", "Fri 2026-04-03 08:00"},
		{"where it is tomorrow already", "8:00", "4:20", "Fri 2026-03-27 22:00"},
		{"where it is tomorrow already, with a day", "tomorrow 8:00", "4:20", "Sat 2026-03-28 22:00"},
		{"far in the west, and a watch that is two minutes off", "20:00", "11:22", "Sat 2026-03-28 03:00"},
		{"a zone of half hours", "23:00", "23:50", "Sat 2026-03-28 17:30"},
		{"the clocks change in between: the difference of now counts", "sunday 12:00", "19:20", "Sun 2026-03-29 11:00"},
		{"minutes", "in 90 minutes", "", "Fri 2026-03-27 19:50"},
		{"hours and minutes", "1h 30m", "", "Fri 2026-03-27 19:50"},
		{"hours", "2 hours", "", "Fri 2026-03-27 20:20"},
		{"days", "2 days", "", "Sun 2026-03-29 18:20"},
		{"full width", "in ９０ min", "", "Fri 2026-03-27 19:50"},
		{"a timestamp", "<t:1774641600:F>", "", "Fri 2026-03-27 20:00"},
	} {
		got, err := typed.When(tt.text, tt.here, now)
		if err != nil || got.Format(format) != tt.want {
			t.Errorf("%s: %q where it is %q: got %v, %v, want %s", tt.why, tt.text, tt.here, got.Format(format), err, tt.want)
		}
	}
	for _, tt := range []struct{ why, text, here, want string }{
		{"nothing", "", "19:20", "can't read"},
		{"words", "when Bob is back", "19:20", "can't read"},
		{"a bare number", "8", "19:20", "can't read"},
		{"no time of day", "25:00", "19:20", "can't read"},
		{"no half", "13pm", "19:20", "can't read"},
		{"no day", "someday 20:00", "19:20", "can't read"},
		{"nobody knows where", "20:30", "", "what time it is where you are"},
		{"nobody knows where", "20:30", "in Rome", "what time it is where you are"},
	} {
		_, err := typed.When(tt.text, tt.here, now)
		var refused *game.Illegal
		if !errors.As(err, &refused) || !strings.Contains(refused.Reason.String(), tt.want) {
			t.Errorf("%s: %q where it is %q: got %v, want a refusal with %q", tt.why, tt.text, tt.here, err, tt.want)
		}
	}
}
