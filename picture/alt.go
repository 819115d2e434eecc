package picture

import (
	"fmt"
	"strings"

	"deuces/game/card"
)

// AltMax is how many characters a description may have.
const AltMax = 1024

// Alt says what the picture shows: who won, each player's place, total, titles
// and rounds, and the deciding play. Where that is too long, rounds go first,
// then titles, then the ends of names.
func (m Match) Alt() string {
	for _, detail := range []struct {
		rounds, titles bool
		name           int
	}{{true, true, 1000}, {false, true, 1000}, {false, false, 1000}, {false, false, 24}} {
		if out := m.told(detail.rounds, detail.titles, detail.name); len([]rune(out)) <= AltMax {
			return out
		}
	}
	return clip(m.told(false, false, 24), AltMax)
}

func (m Match) told(rounds, titles bool, name int) string {
	var b strings.Builder
	b.WriteString(sentence(m.Headline))
	if m.Line != "" {
		b.WriteString(" " + sentence(m.Line))
	}
	for _, p := range m.Players {
		fmt.Fprintf(&b, " %d. %s: %d", p.Place, clip(p.Name, name), p.Total)
		if m.Unit != "" {
			b.WriteString(" " + m.Unit)
		}
		if titles && p.Titles != "" {
			b.WriteString(", " + p.Titles)
		}
		if rounds && len(p.Rounds) > 1 {
			each := make([]string, len(p.Rounds))
			for i, n := range p.Rounds {
				each[i] = fmt.Sprint(n)
			}
			b.WriteString(" (by round: " + strings.Join(each, ", ") + ")")
		}
		b.WriteString(".")
	}
	if len(m.Deciding.Cards) > 0 {
		b.WriteString(" " + m.Deciding.Words + ": " + card.Faces(m.Deciding.Cards) + ".")
	}
	return b.String()
}

// sentence ends a text with a full stop, unless it has an end.
func sentence(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// clip returns a text of at most n characters.
func clip(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
