package tabletest

import (
	"fmt"

	"deuces/game"
	"deuces/internal/toy"
)

// NewToy is the toy's table.Rulebook; it has one version, 1.
func NewToy(system string, version int, options map[string]string) (game.Rules, error) {
	if system != "toy" || version != 1 {
		return nil, fmt.Errorf("no system %q with rules version %d", system, version)
	}
	return toy.New(options)
}

// ToyVersion is table.Config.Latest for the toy.
func ToyVersion(system string) (int, bool) { return 1, system == "toy" }
