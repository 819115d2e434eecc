package postgres

import (
	"testing"

	"deuces/internal/layers"
)

func TestCallsGoDown(t *testing.T) {
	layers.CallsGoDown(t, ".", []string{
		"postgres shared leases",
		"migrate",
		"conn",
		"dialect errors",
		"secrets",
	})
}
