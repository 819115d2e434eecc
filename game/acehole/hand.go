package acehole

import "deuces/game/card"

// Following returns the cards, as bits, that may be played on a top card.
func Following(top card.Card, up bool) uint64 { return following[b2i(up)][top] }

// Next returns the card that continues a run after a card; None at its end.
func Next(c card.Card, up bool) card.Card { return successor[b2i(up)][c] }

// Points is what a card left in a hand counts (rules.md A7).
func Points(c card.Card) int { return worth(c) }
