package sqlite

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"sqlite restore",
		"migrate look",
		"copy",
		"part",
		"lock",
		"conn",
		"place",
		"errors private",
	})
}
