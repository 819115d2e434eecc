package screen

import (
	"strings"
	"unicode/utf16"

	"deuces/bot"
	"deuces/game"
	"deuces/standing"
)

// Words that several screens use. Names are escaped (bot.Escape) before they get here.

// longest is how many letters of a name are shown; Discord's own have no more.
const longest = 32

// DisplayName is a name as a text shows it: escaped, and bold.
func DisplayName(name string) string {
	if name == "" {
		return "**" + standing.Former + "**"
	}
	if letters := []rune(name); len(letters) > longest {
		name = string(letters[:longest-1]) + "…"
	}
	return "**" + bot.Escape(name) + "**"
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

// clipLines joins as many lines as fit n characters. A line is whole or missing, so that
// no formatting is left open.
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

// turnWords says what a seat has to do, to follow its name: "to lead".
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

// orderNote says how cards rank and in which direction play goes, if either is unusual.
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
