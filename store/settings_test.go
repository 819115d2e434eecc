package store

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"deuces/settings"
)

// neverOutdated changes a cached value while others read it. A read after a change must return the
// new value, both from the cache and from the database.
func neverOutdated[T comparable](t *testing.T, change func(i int) (T, error), cached, stored func() (T, error)) {
	t.Helper()
	stop := make(chan struct{})
	var readers sync.WaitGroup
	defer readers.Wait()
	defer close(stop)
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := cached(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 200 {
		want, err := change(i)
		must(t, err)
		for from, read := range map[string]func() (T, error){"cache": cached, "database": stored} {
			if got, err := read(); err != nil || got != want {
				t.Fatalf("after change %d the %s has %v, want %v: %v", i, from, got, want, err)
			}
		}
	}
}

func TestCachedSettingsAreNeverOutdated(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	keep := func(g settings.Guild, err error) (int, error) { return g.Keep, err }
	neverOutdated(t, func(i int) (int, error) {
		return keep(s.ChangeSettings(ctx, "1", time.Now(), func(g settings.Guild) (settings.Guild, error) {
			g.Keep = 1 + i%100
			return g, nil
		}))
	}, func() (int, error) { return keep(s.GuildSettings(ctx, "1")) }, func() (int, error) { return keep(s.Reader.GuildSettings(ctx, "1")) })
}

func TestARefusedChangeLeavesTheSettings(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	if _, err := s.ChangeSettings(ctx, "1", time.Now(), func(g settings.Guild) (settings.Guild, error) {
		g.Channels = []string{"7"}
		return g, nil
	}); err != nil {
		t.Fatal(err)
	}
	no := errors.New("no")
	if _, err := s.ChangeSettings(ctx, "1", time.Now(), func(g settings.Guild) (settings.Guild, error) {
		g.Channels = append(g.Channels, "8")
		return g, no
	}); !errors.Is(err, no) {
		t.Fatalf("the refusal is %v", err)
	}
	if g, err := s.GuildSettings(ctx, "1"); err != nil || !slices.Equal(g.Channels, []string{"7"}) {
		t.Errorf("then tables open in %v (%v)", g.Channels, err)
	}
	if g, err := s.GuildSettings(ctx, "2"); err != nil || len(g.Channels) != 0 {
		t.Errorf("another guild has %v (%v)", g.Channels, err)
	}
}
