package screen

import (
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
)

// Pictures are cards as emojis, for texts and buttons. The zero Pictures has none: then
// cards are words. In public a picture always has its words beside it.
type Pictures map[card.Card]string

// mostPictures is how many cards one message shows as pictures: with the longest name of an
// emoji so many take two thirds of its text.
const mostPictures = 52

// has reports whether all these cards have pictures, and that there is room for them.
func (p Pictures) has(cards []card.Card) bool {
	return len(p) > 0 && len(cards) <= mostPictures && !slices.ContainsFunc(cards, func(c card.Card) bool { return p[c] == "" })
}

// row is cards side by side; "" where they have no pictures.
func (p Pictures) row(cards []card.Card) string {
	if !p.has(cards) {
		return ""
	}
	var b strings.Builder
	for _, c := range cards {
		b.WriteString(p[c])
	}
	return b.String()
}

// faces are cards within a sentence: pictures, else words. as is the card that Jokers
// alone were named as.
func (p Pictures) faces(cards []card.Card, as card.Card) string {
	row := p.row(cards)
	if row == "" {
		return faces(cards, as)
	}
	if as != card.None {
		row += " = `" + as.Face() + "`"
	}
	return row
}

// onButton returns the picture that a play's button carries beside its words: of its only
// card, or of the first where all have one rank but for Jokers; "" for other plays.
func (p Pictures) onButton(cards []card.Card) string {
	first := card.None
	for _, c := range cards {
		switch {
		case c.IsJoker():
		case first == card.None:
			first = c
		case c.Rank() != first.Rank():
			return ""
		}
	}
	switch {
	case len(cards) == 0:
		return ""
	case first == card.None:
		first = cards[0]
	}
	return p[first]
}

// fan writes a viewer's hand: cards of one rank (or suit) close together, others apart.
// New cards are marked, each as often as it came. With pictures each card is one.
func (p Pictures) fan(v game.View, by string) string {
	alike := func(a, b card.Card) bool {
		if by == "suit" {
			return a.IsJoker() == b.IsJoker() && (a.IsJoker() || a.Suit() == b.Suit())
		}
		return a.Rank() == b.Rank()
	}
	near, far := noBreak, wide
	one := func(c card.Card) string { return "`" + c.Face() + "`" }
	if p.has(v.Hand) {
		near, far, one = "", " ", func(c card.Card) string { return p[c] }
	}
	fresh := tally(v.Fresh, exactly)
	var b strings.Builder
	for i, c := range v.Hand {
		switch {
		case i == 0:
		case alike(v.Hand[i-1], c):
			b.WriteString(near)
		default:
			b.WriteString(far)
		}
		b.WriteString(one(c))
		if fresh[c&63] > 0 {
			fresh[c&63]--
			b.WriteString(newly)
		}
	}
	return b.String()
}
