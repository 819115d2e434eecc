package screen

import (
	"slices"
	"strings"

	"deuces/game/card"
)

// This file renders cards in texts, and counts them.

const (
	noBreak = "\u00a0" // between cards of one rank
	wide    = "\u2003" // between ranks
)

// faces renders cards in a text, in the given order. Each is formatted as code: that looks like a
// card, is readable on dark and light backgrounds, and keeps clients from showing the suit as an
// emoji. as is the card that Jokers on their own stand for.
func faces(cards []card.Card, as card.Card) string {
	return strings.Join(eachFace(cards, as, "`"), noBreak)
}

// plain renders cards in a label, which can't have markdown: "7♠ 7♥".
func plain(cards []card.Card, as card.Card) string {
	return strings.Join(eachFace(cards, as, ""), " ")
}

// eachFace renders cards, each between quotes. If a play has Jokers, only they stand for another
// card.
func eachFace(cards []card.Card, as card.Card, quote string) []string {
	jokers, run := slices.ContainsFunc(cards, card.Card.IsJoker), card.RunNames(cards)
	words := make([]string, len(cards))
	for i, c := range cards {
		face := c.Face()
		if as != card.None && c.IsJoker() == jokers {
			face += "=" + as.Face()
		}
		if run != nil && c.IsJoker() {
			face += "=" + run[i].Face()
		}
		words[i] = quote + face + quote
	}
	return words
}

// newly marks cards that the viewer got since their last turn.
const newly = "✨"

// alike maps cards that records don't distinguish (rules.md R), the Jokers of a hand, to one card.
func alike(c card.Card) card.Card {
	if c.IsJoker() {
		return card.AnyJoker
	}
	return c
}

func exactly(c card.Card) card.Card { return c }

// tally counts the cards after as has mapped each.
func tally(cards []card.Card, as func(card.Card) card.Card) (n [64]int8) {
	for _, c := range cards {
		n[as(c)&63]++
	}
	return n
}

// within reports whether b has at least as many of each card as a.
func within(a, b [64]int8) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return true
}
