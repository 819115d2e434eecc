package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"deuces/game"
	"deuces/settings"
	"deuces/standing"
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

func TestCachedValuesAreNeverOutdated(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	t.Run("settings", func(t *testing.T) {
		keep := func(g settings.Guild, err error) (int, error) { return g.Keep, err }
		neverOutdated(t, func(i int) (int, error) {
			return 1 + i%100, change(ctx, s, "1", noon(), func(g *settings.Guild) { g.Keep = 1 + i%100 })
		}, func() (int, error) { return keep(s.GuildSettings(ctx, "1")) }, func() (int, error) { return keep(s.Reader.GuildSettings(ctx, "1")) })
	})
	t.Run("preferences", func(t *testing.T) {
		register(t, s, "Ann")
		neverOutdated(t, func(i int) (settings.Person, error) {
			return s.ChangePreferences(ctx, ann, func(p settings.Person) (settings.Person, error) {
				return p.With("cards", settings.Preferences()[0].Values[i%2].Key)
			})
		}, func() (settings.Person, error) { return s.Preferences(ctx, ann) }, func() (settings.Person, error) { return s.Reader.Preferences(ctx, ann) })
	})
}

// A change that is refused leaves the settings, also if it has changed what it was given.
func TestSettingsReadBack(t *testing.T) {
	s := openNew(t)
	is := func(guild string, want settings.Guild) {
		t.Helper()
		got, err := s.GuildSettings(t.Context(), guild)
		equal(t, guild, want, got, err)
	}
	is("g1", settings.Default())
	want := settings.Default()
	want.Clock, want.Channels = time.Minute, []string{"7", "8"}
	must(t, change(t.Context(), s, "g1", noon(), func(g *settings.Guild) { *g = want }))
	is("g1", want)
	is("g2", settings.Default())
	want.Clock, want.Mentions = 0, false
	must(t, change(t.Context(), s, "g1", noon(), func(g *settings.Guild) { g.Clock, g.Mentions = 0, false }))
	is("g1", want)
	var refused *game.Illegal
	if err := change(t.Context(), s, "g1", noon(), func(g *settings.Guild) { g.Keep = 0 }); !errors.As(err, &refused) {
		t.Errorf("what can't be is set: %v", err)
	}
	_, err := s.ChangeSettings(t.Context(), "g1", noon(), func(g settings.Guild) (settings.Guild, error) {
		g.Channels = append(g.Channels[:1], "9")
		return g, errFault
	})
	if !errors.Is(err, errFault) {
		t.Error(err)
	}
	is("g1", want)
}

// A refused change leaves the preferences. They are exported, and deleted with the person.
func TestPreferencesAreExportedAndForgotten(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	text := func(p settings.Person) (settings.Person, error) { return p.With("cards", string(settings.AsText)) }
	_, err := s.ChangePreferences(t.Context(), ann, text)
	must(t, err)
	isError(t, "the refusal is", errOf(s.ChangePreferences(t.Context(), ann, func(settings.Person) (settings.Person, error) { return settings.DefaultPerson(), errFault })), errFault)
	for p, want := range map[standing.Player]settings.Cards{ann: settings.AsText, bob: settings.Pictures} { // and now cached
		got, err := s.Preferences(t.Context(), p)
		equal(t, "cards", want, got.Cards, err)
	}
	d, _, err := s.Export(t.Context(), "100", noon())
	equal(t, "the export", "text", d.Preferences["cards"], err)
	must(t, s.Forget(t.Context(), ann))
	for from, read := range map[string]interface {
		Preferences(context.Context, standing.Player) (settings.Person, error)
	}{"memory": s, "file": s.Reader} {
		got, err := read.Preferences(t.Context(), ann)
		equal(t, "of somebody forgotten, from "+from, settings.DefaultPerson(), got, err)
	}
	if _, err := s.ChangePreferences(t.Context(), ann, text); err == nil {
		t.Error("somebody forgotten still chooses")
	}
}
