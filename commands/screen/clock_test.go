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
		{90 * time.Second, "90 s a turn"},
		{2 * time.Minute, "2 min a turn"},
		{90 * time.Minute, "90 min a turn"},
		{45 * time.Second, "45 s a turn"},
		{5 * time.Minute, "5 min a turn"},
		{8 * time.Hour, "8 h a turn"},
		{time.Second, "1 s a turn"},
		{24 * time.Hour, "24 h a turn"},
		{0, "no turn clock"},
	} {
		if got := clockWords(tt.clock); got != tt.words {
			t.Errorf("%v is written %q, want %q", tt.clock, got, tt.words)
		}
	}
}
