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
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	heard := make(chan struct{}, 100)
	all.Go(func() { two.Listen(ctx, zerolog.New(os.Stderr), func() { heard <- struct{}{} }, func() {}) })
	<-heard // listening has started
	register(t, one, "Ann")
	until := func(is func() bool) {
		for !is() {
			must(t, t.Context().Err())
		}
	}
	named := func(want string) func() bool {
		return func() bool {
			who, err := two.People(t.Context(), ann)
			must(t, err)
			return who[ann].Name == want
		}
	}
	until(named("Ann"))
	must(t, errOf(one.Player(t.Context(), "100", "Anna")))
	until(named("Anna"))
	must(t, errOf(two.Preferences(t.Context(), ann)))
	must(t, errOf(one.ChangePreferences(t.Context(), ann, func(now settings.Person) (settings.Person, error) {
		now.Where = settings.DMClosed
		return now, nil
	})))
	until(func() bool {
		now, err := two.Preferences(t.Context(), ann)
		must(t, err)
		return now.Where == settings.DMClosed
	})
	must(t, one.Forget(t.Context(), ann))
	until(named(""))
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
