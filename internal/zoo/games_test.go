package zoo

import (
	"testing"

	"deuces/game/acehole"
	"deuces/game/ai/aitest"
	"deuces/game/bigtwo"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/game/tienlen"
)

func TestTheZooKnowsEveryGame(t *testing.T) {
	for name, system := range map[string]gametest.System{
		"president": president.President, "ahole": president.AHole, "asshole": president.Asshole, "bigtwo": bigtwo.New, "acehole": acehole.New, "tienlen": tienlen.New,
	} {
		t.Run(name, func(t *testing.T) { aitest.Zoo(t, system, New) })
	}
}
