package commands

import (
	"fmt"
	"strings"

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

// fan writes a hand: cards of one rank stand together, ranks apart.
func fan(cards []card.Card) string {
	var b strings.Builder
	for i, c := range cards {
		switch {
		case i == 0:
		case cards[i-1].Rank() == c.Rank():
			b.WriteString(noBreak)
		default:
			b.WriteString(wide)
		}
		b.WriteString("`" + c.Face() + "`")
	}
	return b.String()
}

// count writes a number and its noun: "1 card", "3 cards".
func count(n int, noun string) string {
	if n == 1 || n == -1 {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// list joins words as a sentence does: "Ann, Bob and Cy".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// ordinal writes a place: "1st", "2nd", "11th".
func ordinal(n int) string {
	end := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, end)
}

// signed writes points won: "+2", "0", "−1".
func signed(n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf("+%d", n)
	case n < 0:
		return fmt.Sprintf("−%d", -n)
	}
	return "0"
}

// titleWord is what a system calls a title; "" for none.
func titleWord(words []game.TitleWord, title game.Title) string {
	for _, w := range words {
		if w.Title == title {
			return w.Word
		}
	}
	return string(title)
}

// crown marks the best title of a system and no other.
func crown(words []game.TitleWord, title game.Title) string {
	if len(words) > 0 && words[0].Title == title {
		return "👑 "
	}
	return ""
}

// told writes one piece of news as a sentence; "" for what the board shows
// anyway. v is a View of the moment after it.
func told(n game.News, v game.View, name func(game.Seat) string) string {
	who := name(n.Seat)
	switch n.Kind {
	case game.Played:
		s := who + " played " + faces(n.Cards, n.As)
		if n.Class != "" {
			s += " (" + n.Class + ")"
		}
		return s + "."
	case game.Passed:
		return who + " passed."
	case game.Drew:
		return who + " drew " + count(n.Count, "card") + "."
	case game.Swapped:
		return fmt.Sprintf("%s and %s exchanged %s.", who, name(n.Other), count(n.Count, "card"))
	case game.TrickWon:
		return who + " won the trick and leads."
	case game.WentOut:
		return "🏁 " + who + " is out."
	case game.Skipped:
		return fmt.Sprintf("⏭️ %s is skipped by %s's equal play.", who, name(n.Other))
	case game.Inversion:
		return "🔃 " + who + " turned the order over: " + orderWords(v.Inverted) + "."
	case game.Revolution:
		return "🔥 **Revolution** by " + who + ": " + orderWords(v.Inverted) + ", and play goes the other way."
	case game.Coup:
		if n.Other == game.Nobody {
			return "⚔️ **Coup** by " + who + ", who takes first place at the end of the round."
		}
		return "⚔️ **Coup**: " + who + " overthrows " + name(n.Other) + "."
	case game.Guillotine:
		if n.Other == game.Nobody {
			return "⚔️ **Guillotine** by " + who + ": whoever comes first falls to the bottom at the end of the round."
		}
		return "⚔️ **Guillotine**: " + who + " overthrows " + name(n.Other) + ", who falls to the bottom."
	case game.Turned:
		return "↕️ " + who + " turned the count: now " + string(v.Dir) + "."
	case game.BecameAcehole:
		return "🂡 " + who + " laid an Ace of the other colour."
	}
	return ""
}

func orderWords(inverted bool) string {
	if inverted {
		return "low cards beat high ones now"
	}
	return "high cards beat low ones again"
}

// turnWords says what a seat has to do, as its name goes on: "to lead".
func turnWords(v game.View) string {
	switch {
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
