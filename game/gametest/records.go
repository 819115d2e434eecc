package gametest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"deuces/game"
	"deuces/game/record"
)

// Records replays the golden rounds of a system, which are the files NAME-*.rec in the package's
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
	} {
		t.Run(from.name, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(from.dir, rules.Name()+"-*.rec"))
			if err != nil {
				t.Fatal(err)
			}
			if len(files) == 0 && from.name == "shared" {
				t.Skip("the records that come with the rules are not on this machine")
			}
			if len(files) == 0 {
				t.Fatalf("%s has no golden round", rules.Name())
			}
			for _, file := range files {
				if err := replay(file, find); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func replay(file string, find func(string, map[string]string) (game.Rules, error)) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return record.Replay(file, f, find)
}
