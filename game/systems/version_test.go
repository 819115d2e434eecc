package systems

import (
	"errors"
	"testing"

	"deuces/game"
)

// TestTablesKeepTheVersionTheyWereOpenedWith uses made-up systems, so that it doesn't depend on which
// versions exist.
func TestTablesKeepTheVersionTheyWereOpenedWith(t *testing.T) {
	older, newer := errors.New("made by version 1"), errors.New("made by version 2")
	returns := func(err error) func(map[string]string) (game.Rules, error) {
		return func(map[string]string) (game.Rules, error) { return nil, err }
	}
	versions := []System{{Name: "a", Version: 1, New: returns(older)}, {Name: "b", Version: 1}, {Name: "a", Version: 2, New: returns(newer)}}
	for version, want := range map[int]error{1: older, 2: newer} {
		if _, err := pick(versions, "a", version, nil); err != want {
			t.Errorf("version %d: %v, want %v", version, err, want)
		}
	}
	for _, version := range []int{0, 3} {
		if _, err := pick(versions, "a", version, nil); err == nil || err == older || err == newer {
			t.Errorf("version %d: %v, want an error that says that there is no such version", version, err)
		}
	}
	all := newest(versions)
	if len(all) != 2 || all[0].Name != "a" || all[0].Version != 2 || all[1].Name != "b" {
		t.Errorf("new tables are offered %v, want version 2 of a, then b", all)
	}
}
