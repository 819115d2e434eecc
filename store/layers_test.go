package store

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		// Whole databases; the log and rebuilding the standings.
		"copy",
		"log rebuild",
		"check settle",
		// Data derived from settlements, and queries.
		"backup export ledger preferences purge stats",
		"chaincheck emojis hall_of_fame settings streaks",
		// Data of guilds, people and messages.
		"guilds heartbeat index people posts presets season",
		"leaderboard share",
		"alllogs chain store",
		// Stored forms and the writer.
		"cache copy_rows events sums times writer",
	})
}
