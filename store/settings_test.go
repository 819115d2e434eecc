package store

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"deuces/settings"
)

// Cached settings are never older than the last change, even with concurrent readers.
func TestCachedSettingsAreNeverOutdated(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	stop := make(chan struct{})
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := s.GuildSettings(ctx, "1"); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 200 {
		keep := 1 + i%100
		if _, err := s.ChangeSettings(ctx, "1", time.Now(), func(g settings.Guild) (settings.Guild, error) {
			g.Keep = keep
			return g, nil
		}); err != nil {
			t.Fatal(err)
		}
		held, err := s.GuildSettings(ctx, "1")
		if err != nil || held.Keep != keep {
			t.Fatalf("after change %d the memory says %d (%v)", keep, held.Keep, err)
		}
		stored, err := s.Reader.GuildSettings(ctx, "1")
		if err != nil || stored.Keep != keep {
			t.Fatalf("after change %d the file says %d (%v)", keep, stored.Keep, err)
		}
	}
	close(stop)
	asking.Wait()
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
