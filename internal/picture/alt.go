package picture

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"deuces/game/card"
	"deuces/internal/say"
)

// AltMax is the maximum number of characters of a description.
const AltMax = 1024

// Alt returns a description of the picture: the winner, each player's place, total, titles and rounds,
// and the deciding play. If it is too long, it omits rounds, then titles, then the ends of names.
func (m Match) Alt() string {
	const whole, short = 1000, 24
	for _, detail := range []detail{{true, true, whole}, {false, true, whole}, {false, false, whole}, {false, false, short}} {
		if out := m.told(detail); len([]rune(out)) <= AltMax {
			return out
		}
	}
	return clip(m.told(detail{name: short}), AltMax)
}

// detail determines what is said about a player. name is the maximum number of characters of the
// name.
type detail struct {
	rounds, titles bool
	name           int
}

func (m Match) told(d detail) string {
	parts := []string{sentence(m.Headline.In(m.Language)), sentence(m.Line.In(m.Language))}
	for _, p := range m.Players {
		parts = append(parts, m.player(p, d).In(m.Language))
	}
	if len(m.Deciding.Cards) > 0 {
		parts = append(parts, say.New("{play}: {cards}.", m.Deciding.Words, card.Faces(m.Deciding.Cards)).In(m.Language))
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

func (m Match) player(p Player, d detail) say.Message {
	name, total := clip(p.Name, d.name), say.Verbatim(signed(p.Total))
	if m.Scored != "" {
		total = m.Scored.Fill(func(string) any { return p.Total })
	}
	each := make([]string, len(p.Rounds))
	for i, n := range p.Rounds {
		each[i] = signed(n)
	}
	place, rounds := strconv.Itoa(p.Place), strings.Join(each, ", ")
	parts := []say.Message{say.New("{place}. {name}: {total}", place, name, total)}
	if d.titles {
		parts = append(parts, p.Titles)
	}
	if d.rounds && len(each) > 1 {
		parts = append(parts, say.New("by round {rounds}", rounds))
	}
	return say.Period(say.Join("; ", parts...))
}

// sentence adds a full stop, unless the text ends with punctuation.
func sentence(s string) string {
	if last, _ := utf8.DecodeLastRuneInString(s); s == "" || strings.ContainsRune(".!?。！？", last) {
		return s
	}
	return s + "."
}

// clip shortens a text to at most n characters.
func clip(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}
