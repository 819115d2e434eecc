package ai

import (
	"testing"

	"deuces/game/ai/aitest"
	"deuces/game/bigtwo"
)

func TestPlayers(t *testing.T) {
	aitest.Run(t, bigtwo.New, New)
}
