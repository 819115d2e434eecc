package systems_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"deuces/game"
	"deuces/game/record"
	"deuces/game/systems"
	"deuces/internal/say"
)

func TestTable(t *testing.T) {
	var names []string
	var titles []say.Text
	for _, s := range systems.All() {
		rules, err := s.New(nil)
		if err != nil {
			t.Errorf("%s: the preset must do: %v", s.Name, err)
			continue
		}
		if rules.Name() != s.Name {
			t.Errorf("%s calls itself %s, which logs would store", s.Name, rules.Name())
		}
		if s.Version < 1 || slices.Contains(titles, s.Title) || s.Title == "" || utf8.RuneCountInString(string(s.About)) > 100 || s.About == "" {
			t.Errorf("%s: %+v: a version, a title of its own and a short sentence are wanted", s.Name, s)
		}
		names, titles = append(names, s.Name), append(titles, s.Title)
		if latest, ok := systems.Latest(s.Name); !ok || latest.Version != s.Version {
			t.Errorf("the latest %s is version %d", s.Name, latest.Version)
		}
		if _, err := systems.New(s.Name, s.Version, nil); err != nil {
			t.Errorf("%s: %v", s.Name, err)
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
	if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) != len(names) || len(names) < 6 {
		t.Errorf("a menu has each system once: %v", names)
	}
	if _, ok := systems.Latest("poker"); ok {
		t.Error("a system that isn't there is found")
	}
}

// The preset of a version never changes, because logs store only what differs from it.
func TestEachVersionKeepsItsPreset(t *testing.T) {
	for _, tt := range []struct {
		system  string
		version int
		target  string
		rounds  string
		why     string
	}{
		{"ahole", 1, "10", "0", "nobody loses points, so that somebody gets there"},
		{"president", 1, "10", "0", "went on until someone had them"},
		{"ahole", 2, "10", "0", "has its longest in an option"},
		{"president", 2, "10", "20", "has 20 as its longest"},
		{"president", 3, "10", "20", "has that still"},
		{"asshole", 1, "10", "0", "could go on for ever"},
		{"asshole", 2, "0", "10", "goes by rounds"},
		{"asshole", 3, "0", "10", "does so still"},
		{"bigtwo", 1, "0", "5", "goes by rounds"},
		{"bigtwo", 2, "0", "5", "does so still"},
		{"acehole", 1, "100", "", "goes on until someone has them"},
		{"acehole", 2, "100", "", "has its longest in an option"},
		{"tienlen", 1, "0", "10", "goes by rounds"},
	} {
		rules, err := systems.New(tt.system, tt.version, nil)
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]string{}
		for _, o := range rules.Options() {
			values[o.Key] = o.Value
			if o.Value != o.Preset {
				t.Errorf("%s %d: %s is %s, and %s with nothing set", tt.system, tt.version, o.Key, o.Preset, o.Value)
			}
		}
		_, later := values["longest"]
		if since, has := map[string]int{"ahole": 2, "president": 3, "asshole": 3, "bigtwo": 2, "acehole": 2, "tienlen": 1}[tt.system]; later != (has && tt.version >= since) {
			t.Errorf("%s %d has a longest match: %t", tt.system, tt.version, later)
		}
		if values["target"] != tt.target || values["rounds"] != tt.rounds {
			t.Errorf("%s %d has target=%s rounds=%s: it %s", tt.system, tt.version, values["target"], values["rounds"], tt.why)
		}
	}
}

// A version keeps its numbers of seats.
func TestEachVersionKeepsItsSeats(t *testing.T) {
	for _, tt := range []struct {
		version, most int
	}{{1, 8}, {2, 10}} {
		rules, err := systems.New("acehole", tt.version, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, most := rules.Seats(); most != tt.most {
			t.Errorf("acehole %d is for up to %d, not %d", tt.version, tt.most, most)
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
