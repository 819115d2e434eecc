package sqlite

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"sqlite restore",
		"migrate inspect",
		"copy",
		"lock",
		"conn",
		"place",
		"errors private link_unix link_windows",
		"owner_unix owner_windows",
	})
}
