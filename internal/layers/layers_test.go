package layers

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// If one file uses a function or method of another file several times, that is one call. Types,
// constants, other packages and tests aren't calls.
func TestCallsAreFoundOnceAFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"top.go": `package p
			import "strings"
			func Top(v value) { v.show(); v.show(); help(); strings.ToUpper(limit) }
			func More() func() { return help }`,
		"low.go":             "package p\ntype value struct{}\nconst limit = \"\"\nfunc (value) show() {}\nfunc help() { here() }\nfunc here() {}",
		"other_plan9.go":     "package p\nfunc Other() { help() }",
		"low_test.go":        "package p\nimport \"testing\"\nfunc TestLow(t *testing.T) { Top(value{}) }",
		"tagged.go":          "//go:build never\n\npackage p\nfunc Tagged() { Top(value{}) }",
		"testdata/ignore.go": "package q",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := []Call{{"top", "low", "help"}, {"top", "low", "show"}}
	if got := Calls(t, dir); !slices.Equal(got, want) {
		t.Errorf("the calls are %v, not %v", got, want)
	}
	CallsGoDown(t, dir, []string{"top other_plan9 tagged", "low"})
	NoCircles(t, dir)
}

func TestMistakesInLayersAreReported(t *testing.T) {
	files := []string{"a", "b", "c"}
	calls := []Call{{"a", "b", "f"}, {"b", "c", "g"}}
	for _, tt := range []struct {
		why            string
		floors, except []string
		up             int
		faults         []string
	}{
		{"each file is on a floor of its own", []string{"a", "b", "c"}, nil, 0, nil},
		{"files on one floor don't call each other", []string{"a", "b c"}, nil, 1, []string{"b uses g of c, which is not on a lower floor"}},
		{"an accepted call upwards", []string{"b", "c", "a"}, []string{"a uses f of b"}, 1, nil},
		{"an accepted call that no longer exists", []string{"a", "b", "c"}, []string{"a uses f of b"}, 0, []string{"no call goes up so: a uses f of b"}},
		{"a file is on two floors", []string{"a", "b", "b c"}, nil, 1, []string{"b.go is on two floors", "b uses g of c, which is not on a lower floor"}},
		{"a file is gone, another is new", []string{"a d", "b"}, nil, 1, []string{"there is no d.go, which is on a floor", "c.go is on no floor", "b uses g of c, which is not on a lower floor"}},
	} {
		if up, faults := wrong(files, calls, tt.floors, tt.except); up != tt.up || !slices.Equal(faults, tt.faults) {
			t.Errorf("%s: %d calls go up, and it says %q", tt.why, up, faults)
		}
	}
	if none := circle(append(calls, Call{"a", "c", "f"})); none != nil {
		t.Errorf("calls that go down are the circle %v", none)
	}
	if got := circle(append(calls, Call{"c", "d", "f"}, Call{"d", "b", "f"})); len(got) != 4 {
		t.Errorf("the circle of b, c and d is %v", got)
	}
}
