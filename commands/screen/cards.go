package screen

import (
	"slices"
	"strings"

	"deuces/game/card"
)

// Cards as messages show them, and how they are counted.

const (
	noBreak = "\u00a0" // between cards of one rank
	wide    = "\u2003" // between ranks
)

// faces writes cards as a text shows them, in the order given. Each is formatted
// as code: that looks like a card, reads as well on dark as on light, and keeps clients
// from drawing the suit as an emoji. as is the card that Jokers alone were named as.
func faces(cards []card.Card, as card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = "`" + cardFace(c, naming(cards, c, as)) + "`"
	}
	return strings.Join(words, noBreak)
}

// plain writes cards as a label shows them, which knows no markdown: "7♠ 7♥".
func plain(cards []card.Card, as card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = cardFace(c, naming(cards, c, as))
	}
	return strings.Join(words, " ")
}

// naming returns the name that a card of a play carries: of a play with Jokers only these do.
func naming(cards []card.Card, c, as card.Card) card.Card {
	if c.IsJoker() != slices.ContainsFunc(cards, card.Card.IsJoker) {
		return card.None
	}
	return as
}

func cardFace(c, as card.Card) string {
	if as != card.None {
		return c.Face() + "=" + as.Face()
	}
	return c.Face()
}

// newly marks cards that came since the viewer's last turn.
const newly = "✨"

// alike maps cards that records don't tell apart (rules.md, R) to one: the Jokers of a hand.
func alike(c card.Card) card.Card {
	if c.IsJoker() {
		return card.AnyJoker
	}
	return c
}

func exactly(c card.Card) card.Card { return c }

// tally counts cards by what they are mapped to.
func tally(cards []card.Card, as func(card.Card) card.Card) (n [64]int8) {
	for _, c := range cards {
		n[as(c)&63]++
	}
	return n
}

// within reports whether b has all that a has.
func within(a, b [64]int8) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return true
}
