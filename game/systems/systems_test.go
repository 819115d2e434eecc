package systems_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"deuces/game"
	"deuces/game/record"
	"deuces/game/systems"
	"deuces/internal/say"
)

func TestTable(t *testing.T) {
	names, titles := map[string]bool{}, map[say.Text]bool{}
	for _, s := range systems.All() {
		if s.Version < 1 || names[s.Name] || titles[s.Title] || s.Title == "" || utf8.RuneCountInString(string(s.About)) > 100 || s.About == "" {
			t.Errorf("%s: %+v: a name and a title of its own, a version and a short sentence are wanted", s.Name, s)
		}
		names[s.Name], titles[s.Title] = true, true
		if latest, ok := systems.Latest(s.Name); !ok || latest.Version != s.Version {
			t.Errorf("the latest %s is version %d", s.Name, latest.Version)
		}
		if _, err := systems.New(s.Name, s.Version+1, nil); err == nil {
			t.Errorf("%s has a version %d from nowhere", s.Name, s.Version+1)
		}
		for version := 1; version <= s.Version; version++ {
			if rules, err := systems.New(s.Name, version, nil); err != nil || rules.Name() != s.Name {
				t.Errorf("tables that have pinned %s %d can't go on: %v", s.Name, version, err)
			}
		}
	}
	if _, ok := systems.Latest("poker"); ok || len(names) < 6 {
		t.Errorf("poker is there: %t, and %v", ok, names)
	}
}

// The preset of a version and its numbers of seats never change, because logs store only what
// differs from it.
func TestEachVersionKeepsItsPreset(t *testing.T) {
	for _, tt := range []struct {
		system  string
		version int
		values  string // target, rounds and longest; "-" is no such option
		seats   string
		why     string
	}{
		{"ahole", 1, "10 0 -", "4-7", "nobody loses points, so that somebody gets there"},
		{"president", 1, "10 0 -", "4-14", "went on until someone had them"},
		{"ahole", 2, "10 0 60", "4-7", "has its longest in an option"},
		{"president", 2, "10 20 -", "4-14", "has 20 as its longest"},
		{"president", 3, "10 20 60", "4-14", "has that still"},
		{"asshole", 1, "10 0 -", "3-8", "could go on for ever"},
		{"asshole", 2, "0 10 -", "3-8", "goes by rounds"},
		{"asshole", 3, "0 10 60", "3-8", "does so still"},
		{"bigtwo", 1, "0 5 -", "4-4", "goes by rounds"},
		{"bigtwo", 2, "0 5 60", "4-4", "does so still"},
		{"acehole", 1, "100 - -", "2-8", "goes on until someone has them"},
		{"acehole", 2, "100 - 60", "2-10", "has its longest in an option"},
		{"tienlen", 1, "0 10 60", "2-4", "goes by rounds"},
	} {
		rules, err := systems.New(tt.system, tt.version, nil)
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]string{"rounds": "-", "longest": "-"}
		for _, o := range rules.Options() {
			values[o.Key] = o.Value
			if o.Value != o.Preset {
				t.Errorf("%s %d: %s is %s, and %s with nothing set", tt.system, tt.version, o.Key, o.Preset, o.Value)
			}
		}
		if got := values["target"] + " " + values["rounds"] + " " + values["longest"]; got != tt.values {
			t.Errorf("%s %d has %s as target, rounds and longest, not %s: it %s", tt.system, tt.version, got, tt.values, tt.why)
		}
		if low, high := rules.Seats(); fmt.Sprintf("%d-%d", low, high) != tt.seats {
			t.Errorf("%s %d is for %d to %d, not %s", tt.system, tt.version, low, high, tt.seats)
		}
	}
}

// FuzzRecords plays arbitrary records. Each is either replayed or refused, without a panic.
func FuzzRecords(f *testing.F) {
	files, err := filepath.Glob("../*/testdata/*.rec")
	if err != nil || len(files) == 0 {
		f.Fatalf("%d golden rounds, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := record.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		state, err := rec.Replay(func(name string, options map[string]string) (game.Rules, error) {
			s, ok := systems.Latest(name)
			if !ok {
				return nil, fmt.Errorf("no system %q", name)
			}
			return s.New(options)
		})
		if err != nil {
			return
		}
		// At the end of a record either a seat has to decide, or there is a result.
		turn, on := state.Turn()
		if _, over := state.Result(); on == over || on && len(state.View(turn).Offers) == 0 {
			t.Errorf("turn %d %t, over %t, %d legal", turn, on, over, len(state.Legal()))
		}
	})
}
