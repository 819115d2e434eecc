package screen

import (
	"testing"
	"time"
)

func TestAClockIsWrittenInItsLargestWholeUnit(t *testing.T) {
	for _, tt := range []struct {
		clock time.Duration
		words string
	}{
		{90 * time.Second, "90 seconds per turn"},
		{2 * time.Minute, "2 minutes per turn"},
		{90 * time.Minute, "90 minutes per turn"},
		{45 * time.Second, "45 seconds per turn"},
		{5 * time.Minute, "5 minutes per turn"},
		{8 * time.Hour, "8 hours per turn"},
		{time.Second, "1 second per turn"},
		{24 * time.Hour, "24 hours per turn"},
		{0, "No turn clock"},
	} {
		if got := clockWords(tt.clock).String(); got != tt.words {
			t.Errorf("%v is written %q, want %q", tt.clock, got, tt.words)
		}
	}
}
