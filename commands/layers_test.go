package commands

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		// Which handler answers what; and how serving begins.
		"routes commands", "menu",
		// What every answer goes through; the handlers, a command or a family of buttons
		// each; and what happens without a click.
		"answer play lobby deal cards hosting help leaderboard profile settings preferences tend joined lost",
		// The pages of the settings panel that have handlers of their own.
		"presets", "options",
		// What several handlers answer with.
		"hand settings_panel typed",
		// What goes on being true.
		"mirrors", "titleroles channel turns",
		// What a turn brings.
		"direct comeback",
		// What they all ask.
		"visit", "openings posts drawing replay", "guild", "store",
	})
}

// Screens have no floors, but their files don't lead back to one another.
func TestScreensDoNotCallInCircles(t *testing.T) {
	layers.NoCircles(t, "screen")
}
