package president

import (
	"testing"

	"deuces/game/gametest"
)

func TestConformanceOfAHole(t *testing.T)     { gametest.Run(t, AHole) }
func TestConformanceOfPresident(t *testing.T) { gametest.Run(t, President) }
func TestConformanceOfAsshole(t *testing.T)   { gametest.Run(t, Asshole) }

func TestRecordsOfAHole(t *testing.T)     { gametest.Records(t, AHole) }
func TestRecordsOfPresident(t *testing.T) { gametest.Records(t, President) }
func TestRecordsOfAsshole(t *testing.T)   { gametest.Records(t, Asshole) }
