package commands

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		// Which handler answers what; and how serving begins.
		"routes commands shards",
		// What every answer goes through; the handlers, a command or a family of buttons
		// each; and what happens without a click.
		"answer play join leave deal cards table kick end start computers options rules help learn leaderboard titles stats history seasons settings preferences privacy suggest tend joined down lost sleep",
		// The pages of the settings panel that have handlers of their own.
		"presets settings_roles settings_season",
		// What several handlers answer with.
		"hand settings_panel seasonpost typed",
		// What goes on being true.
		"mirrors", "titleroles channel turns",
		// What a turn brings.
		"direct comeback",
		// What they all ask.
		"visit", "openings guild posts clock drawing replay", "store",
	})
}

// Screens have no floors, but their files don't lead back to one another.
func TestScreensDoNotCallInCircles(t *testing.T) {
	layers.NoCircles(t, "screen")
}
