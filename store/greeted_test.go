package store

import (
	"context"
	"testing"
	"time"

	"deuces/store/engine"
)

func TestAGuildIsGreetedOnce(t *testing.T) {
	path := place(t)
	s := openAt(t, path)
	greet := func(s *Store, guild string, want bool) {
		t.Helper()
		now := time.Now()
		if first, err := s.Greet(t.Context(), guild, now.Add(-time.Minute), now); err != nil || first != want {
			t.Errorf("guild %s is greeted: %v, %v; want %v", guild, first, err, want)
		}
	}
	greet(s, "g1", true)
	greet(s, "g1", false)
	greet(s, "g2", true)
	must(t, s.Close())
	s = openAt(t, path)
	greet(s, "g1", false)
}

// Guilds that the bot joined before its database had greetings count as greeted: a row without
// a guild has that time.
func TestGuildsJoinedBeforeGreetingsExistedCountAsGreeted(t *testing.T) {
	s := openNew(t)
	err := s.writer.write(t.Context(), engine.Claim{}, func(ctx context.Context, tx *tx) error {
		return tx.Exec(ctx, `INSERT INTO greeted (guild, at) VALUES ('', ?), ('g1', 1)`, time.Now().UnixMilli())
	})
	must(t, err)
	now := time.Now()
	for _, tt := range []struct {
		guild  string
		joined time.Time
		want   bool
		why    string
	}{
		{"g1", now.Add(time.Hour), false, "it was greeted"},
		{"quiet", now.Add(-time.Hour), false, "the bot was there before, though nothing is known of it"},
		{"new", now.Add(time.Hour), true, "it joined afterwards"},
	} {
		if first, err := s.Greet(t.Context(), tt.guild, tt.joined, now); err != nil || first != tt.want {
			t.Errorf("%s: %v, %v; want %v: %s", tt.guild, first, err, tt.want, tt.why)
		}
	}
}
