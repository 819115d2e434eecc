package commands

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		// These files route and serve.
		"routes commands", "menu",
		// Handlers, each for a command or a group of buttons, and work that no click causes.
		"play lobby deal cards help leaderboard profile settings preferences tend",
		"options",
		// Several handlers share these.
		"hand",
		// These keep messages up to date.
		"mirrors", "titleroles channel turns",
		// A new turn causes this work.
		"direct",
		// All of the above use these.
		"visit changes", "openings posts drawing replay", "choice", "guild", "store spelling failures",
	})
}

// The files of package screen have no layers, but they don't call each other in cycles.
func TestScreensDoNotCallInCircles(t *testing.T) {
	layers.NoCircles(t, "screen")
}
