package president

import (
	"os"
	"path/filepath"
	"testing"

	"deuces/game"
	"deuces/game/gametest"
	"deuces/game/record"
)

func TestConformanceOfAHole(t *testing.T)     { gametest.Run(t, AHole) }
func TestConformanceOfPresident(t *testing.T) { gametest.Run(t, President) }
func TestConformanceOfAsshole(t *testing.T)   { gametest.Run(t, Asshole) }

// family finds the systems of this package by name.
func family(name string, options map[string]string) (game.Rules, error) {
	return map[string]gametest.System{"ahole": AHole, "president": President, "asshole": Asshole}[name](options)
}

// TestRecords replays our own golden rounds and, where the source tree lies
// beside them, the records that are shared with other programs.
func TestRecords(t *testing.T) {
	for _, dir := range []string{"testdata", "../../../shared/records"} {
		var files []string
		for system := range map[string]bool{"ahole": true, "president": true, "asshole": true} {
			found, err := filepath.Glob(filepath.Join(dir, system+"-*.rec"))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
		t.Run(dir, func(t *testing.T) {
			if len(files) == 0 {
				t.Skip("no records there")
			}
			for _, file := range files {
				f, err := os.Open(file)
				if err != nil {
					t.Fatal(err)
				}
				if err := record.Replay(file, f, family); err != nil {
					t.Error(err)
				}
				f.Close()
			}
		})
	}
}
