package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"deuces/standing"
)

func TestAPersonKeepsTheirNumber(t *testing.T) {
	path := place(t)
	s := openAt(t, path)
	number := func(id, name string) standing.Player {
		t.Helper()
		p, err := s.Player(t.Context(), id, name)
		must(t, err)
		return p
	}
	are := func(why string, want map[standing.Player]standing.Person, players ...standing.Player) {
		t.Helper()
		for range 2 { // from the database, then from the cache
			got, err := s.People(t.Context(), players...)
			equal(t, why, want, got, err)
		}
	}
	a, b := number("100", "Ann"), number("200", "Bob")
	if a == b || a == 0 || b == 0 {
		t.Fatal(a, b)
	}
	are("two people", map[standing.Player]standing.Person{a: {ID: "100", Name: "Ann"}, b: {ID: "200", Name: "Bob"}}, a, b)
	are("nobody asked for", map[standing.Player]standing.Person{})
	are("a number that is nobody's", map[standing.Player]standing.Person{}, b+1)

	for range 3 {
		if got := number("100", "Ann"); got != a {
			t.Errorf("Ann is %d, was %d", got, a)
		}
	}
	if got := number("100", "Anna"); got != a {
		t.Errorf("by another name she is %d, was %d", got, a)
	}
	are("the last name seen", map[standing.Player]standing.Person{a: {ID: "100", Name: "Anna"}}, a)

	must(t, s.Forget(t.Context(), b))
	are("Bob is forgotten", map[standing.Player]standing.Person{a: {ID: "100", Name: "Anna"}}, a, b)
	if again := number("200", "Bob"); again == b || again == a {
		t.Errorf("Bob comes back as %d, which was used before", again)
	}

	must(t, s.Close())
	s = openAt(t, path)
	if got := number("100", "Anna"); got != a {
		t.Errorf("after a restart Anna is %d, was %d", got, a)
	}
}

// Characters that one database can't store are replaced in both.
func TestNamesAreStoredTheSameInBothDatabases(t *testing.T) {
	s := openNew(t)
	for name, want := range map[string]string{
		"Zoë 🂡 ÅÄ": "Zoë 🂡 ÅÄ", "a\x00b": "a\uFFFDb", "bad \xff\xfe": "bad \uFFFD", "": "",
	} {
		p, err := s.Player(t.Context(), "100", name)
		must(t, err)
		got, err := s.Reader.People(t.Context(), p)
		if err != nil || got[p].Name != want {
			t.Errorf("%q is kept as %q, want %q: %v", name, got[p].Name, want, err)
		}
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
