package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"
)

// An emoji counts as unused since the first of consecutive calls that say so. Emojis in use are
// read back.
func TestAnEmojiIsUnusedSinceTheFirstCallThatSaysSo(t *testing.T) {
	s := openNew(t)
	at := func(hour int) time.Time { return time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC) }
	type ids = map[string]string
	for _, step := range []struct {
		hour          int
		shown, unused ids
		want          map[string]time.Time
		why           string
	}{
		{1, ids{"a": "6"}, ids{"b": "7", "c": "8"}, map[string]time.Time{"7": at(1), "8": at(1)}, "the first time"},
		{2, ids{"a": "6"}, ids{"b": "7", "c": "8", "d": "9"}, map[string]time.Time{"7": at(1), "8": at(1), "9": at(2)}, "one more"},
		{3, ids{"a": "6", "b": "7"}, ids{"c": "8"}, map[string]time.Time{"8": at(1)}, "one is used again, one is gone"},
		{4, ids{"a": "6"}, ids{"b": "7", "c": "8"}, map[string]time.Time{"7": at(4), "8": at(1)}, "the time begins anew after a use"},
		{5, ids{"a": "6", "b": "7", "c": "8"}, nil, map[string]time.Time{}, "all are used"},
		{6, nil, nil, map[string]time.Time{}, "all are gone"},
		{7, nil, ids{"c": "8"}, map[string]time.Time{"8": at(7)}, "and nothing is remembered"},
	} {
		got, err := s.SaveEmojis(t.Context(), step.shown, step.unused, at(step.hour))
		equal(t, step.why, step.want, got, err)
		shown, err := s.Emojis(t.Context())
		equal(t, step.why+": read back", step.shown, shown, err, cmpopts.EquateEmpty())
	}
}
