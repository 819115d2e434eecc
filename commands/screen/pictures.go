package screen

import (
	"regexp"
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
)

// Pictures has the emojis of cards. The zero Pictures has none; cards are then shown as words.
type Pictures map[card.Card]string

// mostPictures is the maximum number of pictures in a message. With the longest names of emojis
// they take two thirds of its text.
const mostPictures = 52

// has reports whether all these cards have pictures and the message has room for them.
func (p Pictures) has(cards []card.Card) bool {
	return len(p) > 0 && len(cards) <= mostPictures && !slices.ContainsFunc(cards, func(c card.Card) bool { return p[c] == "" })
}

// row returns cards side by side, or "" if they have no pictures.
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

// faces renders cards within a sentence: as pictures if available, otherwise as words. as is the
// card that Jokers on their own stand for.
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

var (
	// cardsInRules matches cards in the text of a rules page, which may be bold.
	cardsInRules = regexp.MustCompile(`(?:\*\*)?(?:` + faceInRules + `)(?: (?:` + faceInRules + `))*(?:\*\*)?`)
	fromFace     = strings.NewReplacer("10", "T", "Joker", "*1", "♣", "c", "♦", "d", "♥", "h", "♠", "s")
)

const faceInRules = "Joker|(?:10|[2-9JQKA])[♣♦♥♠]"

// InText returns a text of the rules with its cards drawn as those of a hand. The word Joker means a card if
// it is next to one or bold.
func (p Pictures) InText(text string) string {
	return cardsInRules.ReplaceAllStringFunc(text, func(found string) string {
		inner := strings.TrimSuffix(strings.TrimPrefix(found, "**"), "**")
		cards, err := card.ParseAll(fromFace.Replace(inner))
		if err != nil || strings.Trim(inner, "Joker ") == "" && len(found) < len(inner)+len("****") {
			return found
		}
		return p.faces(cards, card.None)
	})
}

// onButton returns the picture for the button of a play: its only card, or the first one if all cards but
// Jokers have the same rank. It returns "" for other plays.
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

// fan renders a viewer's hand, with cards of the same rank (or suit) close together. New cards are marked.
func (p Pictures) fan(v game.View, by string) string {
	alike := func(a, b card.Card) bool {
		if by == "suit" {
			return a.IsJoker() == b.IsJoker() && (a.IsJoker() || a.Suit() == b.Suit())
		}
		return a.Rank() == b.Rank()
	}
	near, far := noBreak, wide
	one := func(c card.Card) string { return "`" + c.Face() + "`" }
	if by == "suit" {
		near = " " // a suit can be too long for a line
	}
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
