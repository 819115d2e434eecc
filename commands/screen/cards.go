package screen

import (
	"slices"
	"strings"

	"deuces/game"
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
		words[i] = "`" + face(c, naming(cards, c, as)) + "`"
	}
	return strings.Join(words, noBreak)
}

// plain writes cards as a label shows them, which knows no markdown: "7♠ 7♥".
func plain(cards []card.Card, as card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = face(c, naming(cards, c, as))
	}
	return strings.Join(words, " ")
}

// naming is the name that a card of a play carries: of a play with Jokers only these do.
func naming(cards []card.Card, c, as card.Card) card.Card {
	if c.IsJoker() != slices.ContainsFunc(cards, card.Card.IsJoker) {
		return card.None
	}
	return as
}

func face(c, as card.Card) string {
	if as != card.None {
		return c.Face() + "=" + as.Face()
	}
	return c.Face()
}

// newly marks cards that came since the viewer's last turn.
const newly = "✨"

// fan writes a viewer's hand: cards of one rank (or suit) close together, others apart.
// New cards are marked, each as often as it came.
func fan(v game.View, by string) string {
	alike := func(a, b card.Card) bool {
		if by == "suit" {
			return a.IsJoker() == b.IsJoker() && (a.IsJoker() || a.Suit() == b.Suit())
		}
		return a.Rank() == b.Rank()
	}
	fresh := tally(v.Fresh, exactly)
	var b strings.Builder
	for i, c := range v.Hand {
		switch {
		case i == 0:
		case alike(v.Hand[i-1], c):
			b.WriteString(noBreak)
		default:
			b.WriteString(wide)
		}
		b.WriteString("`" + c.Face() + "`")
		if fresh[c&63] > 0 {
			fresh[c&63]--
			b.WriteString(newly)
		}
	}
	return b.String()
}

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

// within says whether b has all that a has.
func within(a, b [64]int8) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return true
}

// topCard is the card that lies open where cards are played one on another.
func topCard(v game.View) string { return faces(v.Top.Cards[len(v.Top.Cards)-1:], v.Top.As) }
