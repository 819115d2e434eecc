package gametest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"deuces/game"
	"deuces/game/record"
)

// Records replays the golden rounds of a system, which are the records of that system in the package's
// testdata. If the records that come with the rules are present, it replays these as well.
func Records(t *testing.T, system System) {
	rules, err := system(nil)
	if err != nil {
		t.Fatal(err)
	}
	find := func(name string, options map[string]string) (game.Rules, error) {
		if name != rules.Name() {
			return nil, fmt.Errorf("there is no system %q", name)
		}
		return system(options)
	}
	for _, from := range []struct{ name, dir string }{
		{"golden", "testdata"},
		{"shared", filepath.Join("..", "..", "..", "shared", "records")},
		{"variants", filepath.Join("..", "..", "..", "shared", "variants")},
	} {
		t.Run(from.name, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(from.dir, "*.rec"))
			if err != nil {
				t.Fatal(err)
			}
			if len(files) == 0 && from.name != "golden" {
				t.Skip("the records that come with the rules are not on this machine")
			}
			replayed := 0
			for _, file := range files {
				rec, err := parse(file)
				if err == nil && rec.System != rules.Name() {
					continue
				}
				replayed++
				if err == nil {
					_, err = rec.Replay(find)
				}
				if err != nil {
					t.Error(record.In(file, err))
				}
			}
			if replayed == 0 && from.name == "golden" {
				t.Fatalf("%s has no golden round", rules.Name())
			}
		})
	}
}

func parse(file string) (record.Record, error) {
	f, err := os.Open(file)
	if err != nil {
		return record.Record{}, err
	}
	defer f.Close()
	return record.Parse(f)
}
