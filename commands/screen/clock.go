package screen

import (
	"fmt"
	"time"
)

// clockWords says how long a turn may take.
func clockWords(d time.Duration) string {
	if d == 0 {
		return "no turn clock"
	}
	return Span(d) + " a turn"
}

// Span writes a duration in its largest whole unit: "90 s", "2 min", "24 h".
func Span(d time.Duration) string {
	switch {
	case d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}
