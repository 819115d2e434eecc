package store

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		// Whole databases; the log, and the standings made anew from it.
		"copy",
		"log rebuild",
		"check settle",
		// What follows from settlements; and what the program asks of it.
		"backup export ledger preferences purge stats",
		"chaincheck emojis hall_of_fame settings streaks",
		// What is kept of guilds, people and messages.
		"guilds heartbeat index people posts presets season",
		"leaderboard share",
		"alllogs chain store",
		// The forms in which things are stored; and how they are written.
		"cache copy_rows events sums times writer",
	})
}
