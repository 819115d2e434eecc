package screen

import (
	"time"

	"deuces/internal/say"
)

// clockWords says how long a turn may take.
func clockWords(d time.Duration) say.Message {
	if d == 0 {
		return say.New("No turn clock")
	}
	return say.New("{duration} per turn", Span(d))
}

// Span is a duration in its largest whole unit: "90 seconds", "2 minutes", "24 hours".
func Span(d time.Duration) say.Message {
	switch {
	case d%time.Hour == 0:
		return say.New("{n:# hour|# hours}", int(d/time.Hour))
	case d%time.Minute == 0:
		return say.New("{n:# minute|# minutes}", int(d/time.Minute))
	}
	return say.New("{n:# second|# seconds}", int(d/time.Second))
}
