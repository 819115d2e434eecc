package ai

import (
	"testing"

	"deuces/game/ai/aitest"
)

func TestWeightsLoad(t *testing.T) { aitest.Weights(t, weightsFile, Inputs) }
