package screen

import (
	"slices"
	"strings"

	"deuces/game/card"
)

// Cards in messages, and counting cards.

const (
	noBreak = "\u00a0" // between cards of one rank
	wide    = "\u2003" // between ranks
)

// faces renders cards in a text, in this order. Each is formatted as code, which looks like a card, is
// readable on dark and light backgrounds, and keeps clients from showing the suit as an emoji. as is the
// card that Jokers alone stand for.
func faces(cards []card.Card, as card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = "`" + cardFace(c, naming(cards, c, as)) + "`"
	}
	return strings.Join(words, noBreak)
}

// plain renders cards in a label, which has no markdown: "7♠ 7♥".
func plain(cards []card.Card, as card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = cardFace(c, naming(cards, c, as))
	}
	return strings.Join(words, " ")
}

// naming returns the card that a Joker of a play stands for; only Jokers have one.
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

// newly marks cards that the viewer got since their last turn.
const newly = "✨"

// alike maps cards that records don't distinguish (rules.md, R) to one card: the Jokers of a hand.
func alike(c card.Card) card.Card {
	if c.IsJoker() {
		return card.AnyJoker
	}
	return c
}

func exactly(c card.Card) card.Card { return c }

// tally counts cards after mapping them.
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
