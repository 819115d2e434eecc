package store

import (
	"context"
	"os"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"deuces/settings"
)

// Cached data of people is cleared when another process changes it.
func TestChangesOfOtherProcessesClearCaches(t *testing.T) {
	postgresOnly(t)
	t.Parallel()
	one, two := pair(t)
	joins(t, one)
	joins(t, two)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	heard := make(chan struct{}, 100)
	all.Go(func() { two.Listen(ctx, zerolog.New(os.Stderr), func() { heard <- struct{}{} }, func() {}) })
	<-heard // listening has started
	p, err := one.Player(t.Context(), "100", "Ann")
	must(t, err)
	name := func() string {
		who, err := two.People(t.Context(), p)
		must(t, err)
		return who[p].Name
	}
	until := func(what, want string) {
		t.Helper()
		for name() != want {
			if t.Context().Err() != nil {
				t.Fatalf("%s: it is %q", what, name())
			}
		}
	}
	until("at first", "Ann")
	must(t, errOf(one.Player(t.Context(), "100", "Anna")))
	until("another name", "Anna")
	must(t, errOf(two.Preferences(t.Context(), p)))
	_, err = one.ChangePreferences(t.Context(), p, func(now settings.Person) (settings.Person, error) {
		now.Where = settings.DMClosed
		return now, nil
	})
	must(t, err)
	for {
		now, err := two.Preferences(t.Context(), p)
		must(t, err)
		if now.Where == settings.DMClosed {
			break
		}
	}
	must(t, one.Forget(t.Context(), p))
	until("forgotten", "")
	// Without notifications nothing is cached.
	stop()
	all.Wait()
	other, err := one.Player(t.Context(), "200", "Bob")
	must(t, err)
	two.cachePeople(false)
	must(t, errOf(two.People(t.Context(), other)))
	if _, kept, _ := two.people.get(other); kept {
		t.Error("it keeps what it would not hear of")
	}
}
