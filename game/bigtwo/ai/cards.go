package ai

import (
	"deuces/game/bigtwo"
	"deuces/game/kit"
)

// The engine's words, in short.
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
