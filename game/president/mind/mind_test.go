package mind_test

import (
	"testing"

	"deuces/game/cpu/cputest"
	"deuces/game/gametest"
	"deuces/game/president"
	"deuces/game/president/mind"
)

func TestPlayers(t *testing.T) {
	for name, system := range map[string]gametest.System{
		"ahole": president.AHole, "president": president.President, "asshole": president.Asshole,
	} {
		t.Run(name, func(t *testing.T) { cputest.Run(t, system, mind.New) })
	}
}
