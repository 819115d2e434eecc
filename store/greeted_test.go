package store

import (
	"context"
	"testing"
	"time"
)

func TestAGuildIsGreetedOnce(t *testing.T) {
	path := made(t, latest(t))
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
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, path)
	greet(s, "g1", false)
}

// At an upgrade, guilds that are known count as greeted, and so do all that the bot had
// joined by then; those that it joins afterwards don't.
func TestGuildsKnownAtAnUpgradeCountAsGreeted(t *testing.T) {
	ofFiles(t, "older versions")
	const before = 7 // migrations of the last version that greeted nobody
	path := made(t, before)
	s, err := open(t.Context(), path, nop(), stepsAnd(t, before), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = s.writer.write(t.Context(), claim{}, func(ctx context.Context, tx *tx) error {
		return tx.exec(ctx, `INSERT INTO tables (guild, channel, system, opened) VALUES ('g1', 'c1', 'toy', 1)`)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SaveAlive(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	known, err := findings(t.Context(), s.db, `SELECT DISTINCT guild FROM tables`)
	if err != nil || len(known) == 0 {
		t.Fatal(known, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, path)
	now := time.Now()
	for _, tt := range []struct {
		guild  string
		joined time.Time
		want   bool
		why    string
	}{
		{known[0], now.Add(time.Hour), false, "it has played"},
		{"quiet", now.Add(-time.Hour), false, "the bot was there before, though nothing is known of it"},
		{"new", now.Add(time.Hour), true, "it joined after the upgrade"},
	} {
		if first, err := s.Greet(t.Context(), tt.guild, tt.joined, now); err != nil || first != tt.want {
			t.Errorf("%s: %v, %v; want %v: %s", tt.guild, first, err, tt.want, tt.why)
		}
	}
}
