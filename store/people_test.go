package store

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"deuces/settings"
	"deuces/standing"
)

func TestAPersonKeepsTheirNumber(t *testing.T) {
	s := openAt(t, place(t))
	type people = map[standing.Player]standing.Person
	are := func(why string, want people, players ...standing.Player) {
		t.Helper()
		for range 2 { // from the database, then from the cache
			result(s.People(t.Context(), players...)).is(t, why, want)
		}
	}
	register(t, s, "Ann", "Bob")
	are("two people", people{ann: {ID: "100", Name: "Ann"}, bob: {ID: "200", Name: "Bob"}}, ann, bob)
	are("nobody asked for", people{})
	are("a number that is nobody's", people{}, cy)
	for range 3 {
		register(t, s, "Anna") // the same number
	}
	are("the last name seen", people{ann: {ID: "100", Name: "Anna"}}, ann)
	must(t, s.Forget(t.Context(), bob))
	are("Bob is forgotten", people{ann: {ID: "100", Name: "Anna"}}, ann, bob)
	if again, err := s.Player(t.Context(), "200", "Bob"); again == bob || again == ann || err != nil {
		t.Errorf("Bob comes back as %d, which was used before: %v", again, err)
	}
	must(t, s.Close())
	s = openAt(t, s.path)
	register(t, s, "Anna")
}

// Characters that one database can't store are replaced in both.
func TestNamesAreStoredTheSameInBothDatabases(t *testing.T) {
	s := openNew(t)
	for name, want := range map[string]string{
		"Zoë 🂡 ÅÄ": "Zoë 🂡 ÅÄ", "a\x00b": "a\uFFFDb", "bad \xff\xfe": "bad \uFFFD", "": "",
	} {
		must(t, errOf(s.Player(t.Context(), "100", name)))
		result(s.Reader.People(t.Context(), ann)).is(t, name, map[standing.Player]standing.Person{ann: {ID: "100", Name: want}})
	}
}

func TestAnOutdatedValueIsNotCached(t *testing.T) {
	var c cache[standing.Player, string]
	_, _, changes := c.get(ann)
	c.drop(bob) // a change while the database is read
	c.put(changes, ann, "the name before")
	if v, cached, _ := c.get(ann); cached {
		t.Error(v)
	}
}

func TestACacheHasALimit(t *testing.T) {
	var c cache[int, int]
	for n := range 3 * maxCached {
		c.put(0, n, n)
	}
	if len(c.values) > maxCached || len(c.values) == 0 {
		t.Error(len(c.values))
	}
}

// A forgotten person is removed from the file, including its free pages.
func TestAForgottenPersonIsGoneFromTheFile(t *testing.T) {
	filesOnly(t, "free pages of a file")
	s := openNew(t)
	for _, name := range []string{"Ferdinanda", "Wilhelmina"} {
		if p, err := s.Player(t.Context(), "31415926535", name); p != ann || err != nil {
			t.Fatal(p, err)
		}
	}
	settle(t, s, round("g1", "ahole", ann, bob))
	must(t, s.Forget(t.Context(), ann))
	rows := boardOf(t, s, standing.Query{Limit: 1}).Rows
	equal(t, "the sums", []any{ann, 2, ""}, []any{rows[0].Player, rows[0].Points, rows[0].Name}, nil)
	must(t, s.Close())
	files, err := filepath.Glob(s.path + "*")
	must(t, err)
	for _, name := range files {
		content, err := os.ReadFile(name)
		must(t, err)
		for _, trace := range []string{"31415926535", "Ferdinanda", "Wilhelmina"} {
			if bytes.Contains(content, []byte(trace)) {
				t.Errorf("%s still has %s", filepath.Base(name), trace)
			}
		}
	}
}

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
		result(s.GuildSettings(t.Context(), guild)).is(t, guild, want)
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
	isRefused(t, "what can't be is set", change(t.Context(), s, "g1", noon(), func(g *settings.Guild) { g.Keep = 0 }))
	isError(t, "refused", errOf(s.ChangeSettings(t.Context(), "g1", noon(), func(g settings.Guild) (settings.Guild, error) {
		g.Channels = append(g.Channels[:1], "9")
		return g, errFault
	})), errFault)
	is("g1", want)
}

// A refused change leaves the preferences. They are exported, and deleted with the person.
func TestPreferencesAreExportedAndForgotten(t *testing.T) {
	s := openNew(t)
	register(t, s, "Ann", "Bob")
	text := func(p settings.Person) (settings.Person, error) { return p.With("cards", string(settings.AsText)) }
	must(t, errOf(s.ChangePreferences(t.Context(), ann, text)))
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
		result(read.Preferences(t.Context(), ann)).is(t, "of somebody forgotten, from "+from, settings.DefaultPerson())
	}
	errorSays(t, "somebody forgotten chooses", errOf(s.ChangePreferences(t.Context(), ann, text)), "")
}
