package screen

import (
	"strings"
	"testing"
	"time"

	"deuces/commands/ids"
	"deuces/commands/screen/screentest"
	"deuces/game/gametest"
	"deuces/game/systems"
	"deuces/internal/say"
	"deuces/match"
)

// The hand at a slow table says all that was played since its player's turn, and how the round before ended. Elsewhere
// it leaves out what is too long for a phone.
func TestTheHandOfASlowTableSaysEverything(t *testing.T) {
	sys, _ := systems.Latest("president")
	for _, tt := range []struct {
		reason string
		clock  time.Duration
		all    bool
	}{
		{"a slow table", 24 * time.Hour, true},
		{"a table where players watch", 90 * time.Second, false},
	} {
		r, long, ended := gametest.NewRand(3), 0, 0
		m := screentest.NewMatch(t, sys, 7, nil)
		set := m.Settings
		set.Clock = tt.clock
		for m = screentest.Do(t, m, match.SetSettings{Player: m.Host, Settings: set}, m.At); m.Phase != match.Over && len(m.Results) < 4; m = screentest.Step(t, r, m) {
			seat, due := m.Turn()
			if !due {
				continue
			}
			snapshot := snapshotOf(m)
			for i := range snapshot.People {
				snapshot.People[i].Name = "Bartholomew" + string(rune('A'+i))
			}
			text := screentest.Text(snapshot.Hand(seat, ids.Page{}, say.Message{}))
			if strings.Contains(text, "Since your turn: …") || strings.Contains(text, "So far: …") {
				long++
			}
			if strings.Contains(text, " ended: ") {
				ended++
			}
		}
		if all := long == 0 && ended > 0; all != tt.all || !tt.all && (long == 0 || ended > 0) {
			t.Errorf("%s: %d hands left something out, and %d said how the round before ended; want everything: %v", tt.reason, long, ended, tt.all)
		}
	}
}
