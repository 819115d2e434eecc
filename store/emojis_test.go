package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An emoji is unused since the first time that it was said to be, without a break.
func TestAnEmojiIsUnusedSinceItWasFirstSaidToBe(t *testing.T) {
	s := openNew(t)
	at := func(hour int) time.Time { return time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC) }
	for _, step := range []struct {
		hour   int
		unused []string
		want   map[string]time.Time
		why    string
	}{
		{1, []string{"7", "8"}, map[string]time.Time{"7": at(1), "8": at(1)}, "the first time"},
		{2, []string{"7", "8", "9"}, map[string]time.Time{"7": at(1), "8": at(1), "9": at(2)}, "one more"},
		{3, []string{"8"}, map[string]time.Time{"8": at(1)}, "two are used again, or gone"},
		{4, []string{"7", "8"}, map[string]time.Time{"7": at(4), "8": at(1)}, "the time begins anew after a use"},
		{5, nil, map[string]time.Time{}, "all are used"},
		{6, []string{"8"}, map[string]time.Time{"8": at(6)}, "and nothing is remembered"},
	} {
		got, err := s.UnusedEmojis(t.Context(), step.unused, at(step.hour))
		if diff := cmp.Diff(step.want, got); diff != "" || err != nil {
			t.Errorf("%s: %s %v", step.why, diff, err)
		}
	}
}
