package screen

import (
	"strings"
	"unicode/utf16"

	"deuces/game"
	"deuces/game/card"
)

// The words in which a View is told. Names come in escaped (bot.Escape).

const (
	noBreak = "\u00a0" // between cards of one rank
	wide    = "\u2003" // between ranks
)

// faces writes cards as a text shows them, in the order given. Each is a piece
// of code: that looks like a card, is as readable on dark as on light, and keeps
// clients from making a picture of the suit. as is what Jokers alone were named as.
func faces(cards []card.Card, as card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = "`" + face(c, as) + "`"
	}
	return strings.Join(words, noBreak)
}

// plain writes cards as a label shows them, which knows no markdown: "7♠ 7♥".
func plain(cards []card.Card, as card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = face(c, as)
	}
	return strings.Join(words, " ")
}

func face(c, as card.Card) string {
	if c.IsJoker() && as != card.None {
		return c.Face() + "=" + as.Face()
	}
	return c.Face()
}

// newly marks cards that came since the viewer's last turn.
const newly = "✨"

// fan writes a viewer's hand: cards of one rank, or suit, stand together, others
// apart. New cards are marked, each as often as it came.
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

// Clip shortens a text to n characters as Discord counts them, in UTF-16 units.
func Clip(s string, n int) string {
	size, fits := 0, 0 // fits: where to cut if it is too long
	for i, r := range s {
		if size <= n-1 {
			fits = i
		}
		size += utf16.RuneLen(r)
	}
	if size <= n {
		return s
	}
	return s[:fits] + "…"
}

// clipLines joins as many lines as n characters hold. A line is there whole or not
// at all, so that no formatting is left open.
func clipLines(lines []string, n int) string {
	kept := ""
	for i, line := range lines {
		longer := strings.TrimPrefix(kept+"\n"+line, "\n")
		if more := longer + "\n…"; Clip(longer, n) != longer || i < len(lines)-1 && Clip(more, n) != more {
			return strings.TrimPrefix(kept+"\n…", "\n")
		}
		kept = longer
	}
	return kept
}

// List joins words as a sentence does: "Ann, Bob and Cy".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// turnWords says what a seat has to do, as its name goes on: "to lead".
func turnWords(v game.View) string {
	switch {
	case v.Phase == game.Exchanging && len(v.Legal) > 0: // the viewer's own
		return "to choose " + count(len(v.Legal[0].Cards), "card") + " to give"
	case v.Phase == game.Exchanging:
		return "to choose cards to give"
	case len(v.Top.Cards) == 0:
		return "to lead"
	case v.Pile >= 0:
		return "to play on " + faces(v.Top.Cards[len(v.Top.Cards)-1:], v.Top.As)
	}
	return "to beat " + faces(v.Top.Cards, v.Top.As) + ", or pass"
}

// orderNote says how cards rank and which way it goes where that is not as
// usual; "" where it is.
func orderNote(v game.View) string {
	var notes []string
	if v.Inverted {
		notes = append(notes, "🔃 low cards beat high ones")
	}
	switch v.Dir {
	case game.Counter:
		notes = append(notes, "↩️ play goes counter-clockwise")
	case game.Down:
		notes = append(notes, "⬇️ counting down")
	case game.Up:
		notes = append(notes, "⬆️ counting up")
	}
	return strings.Join(notes, " · ")
}
