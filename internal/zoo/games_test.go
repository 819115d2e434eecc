package zoo

import (
	"testing"

	"deuces/game/ai/aitest"
	"deuces/game/systems"
)

func TestTheZooKnowsEveryGame(t *testing.T) {
	for _, system := range systems.All() {
		t.Run(system.Name, func(t *testing.T) { aitest.Zoo(t, system.New, New) })
	}
}
