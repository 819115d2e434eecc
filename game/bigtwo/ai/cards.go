package ai

import (
	"deuces/game/bigtwo"
	"deuces/game/kit"
)

// Short names for the types of the game's core.
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
