package store

import (
	"testing"
	"time"
)

// Sessions of a class start at a minimum distance, in whichever process.
func TestSessionStartsAreSpacedOut(t *testing.T) {
	postgresOnly(t)
	t.Parallel()
	one, two := pair(t)
	last := time.Duration(-1)
	for n := range 6 {
		s := []*Store{one, two}[n%2]
		wait, err := s.Slot(t.Context(), 3, time.Hour, 7)
		must(t, err)
		if n == 0 && wait > time.Minute || n > 0 && wait < last+59*time.Minute {
			t.Errorf("slot %d is in %v, the one before in %v", n, wait, last)
		}
		last = wait
	}
	if wait, err := one.Slot(t.Context(), 4, time.Hour, 7); err != nil || wait > time.Minute {
		t.Errorf("another class waits, too: %v, %v", wait, err)
	}
	errorSays(t, "more sessions than Discord allows", errOf(two.Slot(t.Context(), 5, time.Hour, 7)), "7 sessions")
	isError(t, "where Discord names no limit", errOf(two.Slot(t.Context(), 5, time.Hour, 0)), nil)
}
