package store

import (
	"context"
	"errors"
	"testing"
	"time"

	"deuces/settings"
	"deuces/standing"
)

// personAt creates a person with a number of their own.
func personAt(t *testing.T, s *Store, discord string) standing.Player {
	t.Helper()
	p, err := s.Player(t.Context(), discord, "Ann")
	must(t, err)
	return p
}

// text selects text for cards.
func text(p settings.Person) (settings.Person, error) {
	return p.With("cards", string(settings.AsText))
}

func TestCachedPreferencesAreNeverOutdated(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	ann := personAt(t, s, "1")
	neverOutdated(t, func(i int) (settings.Person, error) {
		return s.ChangePreferences(ctx, ann, func(p settings.Person) (settings.Person, error) {
			return p.With("cards", settings.Preferences()[0].Values[i%2].Key)
		})
	}, func() (settings.Person, error) { return s.Preferences(ctx, ann) }, func() (settings.Person, error) { return s.Reader.Preferences(ctx, ann) })
}

func TestARefusedChangeLeavesThePreferences(t *testing.T) {
	s := openNew(t)
	ann, bob := personAt(t, s, "1"), personAt(t, s, "2")
	if p, err := s.ChangePreferences(t.Context(), ann, text); err != nil || p.Cards != settings.AsText {
		t.Fatal(p, err)
	}
	no := errors.New("no")
	if _, err := s.ChangePreferences(t.Context(), ann, func(settings.Person) (settings.Person, error) { return settings.DefaultPerson(), no }); !errors.Is(err, no) {
		t.Errorf("the refusal is %v", err)
	}
	for p, want := range map[standing.Player]settings.Cards{ann: settings.AsText, bob: settings.Pictures} {
		if got, err := s.Preferences(t.Context(), p); err != nil || got.Cards != want {
			t.Errorf("player %d has %+v, not %s (%v)", p, got, want, err)
		}
	}
}

// Preferences are exported, and deleted with the person.
func TestPreferencesAreExportedAndForgotten(t *testing.T) {
	s := openNew(t)
	ann := personAt(t, s, "1")
	if _, err := s.ChangePreferences(t.Context(), ann, text); err != nil {
		t.Fatal(err)
	}
	d, known, err := s.Export(t.Context(), "1", time.Now())
	if err != nil || !known || d.Preferences["cards"] != "text" {
		t.Errorf("the export has the preferences %v (%v)", d.Preferences, err)
	}
	if _, err := s.Preferences(t.Context(), ann); err != nil { // now cached
		t.Fatal(err)
	}
	must(t, s.Forget(t.Context(), ann))
	for from, read := range map[string]interface {
		Preferences(context.Context, standing.Player) (settings.Person, error)
	}{"memory": s, "file": s.Reader} {
		if p, err := read.Preferences(t.Context(), ann); err != nil || p != settings.DefaultPerson() {
			t.Errorf("of somebody forgotten the %s has %+v (%v)", from, p, err)
		}
	}
	if _, err := s.ChangePreferences(t.Context(), ann, text); err == nil {
		t.Error("somebody forgotten still chooses")
	}
	if again := personAt(t, s, "1"); again == ann {
		t.Errorf("who comes back is %d again", again)
	}
}
