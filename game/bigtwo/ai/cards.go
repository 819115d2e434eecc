package ai

import (
	"deuces/game/bigtwo"
	"deuces/game/kit"
)

// Short names for the engine's types.
type (
	cards = kit.Cards
	play  = bigtwo.Play
)

const (
	pass    = bigtwo.Pass
	players = bigtwo.Players
	lowest  = kit.Lowest
	deck    = kit.Deck
)
