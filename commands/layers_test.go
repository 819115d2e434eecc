package commands

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		// Routes, and serving.
		"routes commands", "menu",
		// What every answer passes through; the handlers, each for a command or a group of buttons;
		// and work without a click.
		"answer play lobby deal cards hosting help leaderboard profile settings preferences tend joined lost",
		// Pages of the settings panel with handlers of their own.
		"presets", "options",
		// Shared by several handlers.
		"hand settings_panel typed",
		// Messages that stay up to date.
		"mirrors", "titleroles channel turns",
		// Work that a new turn causes.
		"direct comeback",
		// Used by all of them.
		"visit", "openings posts drawing replay", "guild", "store",
	})
}

// The files of package screen have no layers, but they don't call each other in cycles.
func TestScreensDoNotCallInCircles(t *testing.T) {
	layers.NoCircles(t, "screen")
}
