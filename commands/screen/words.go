package screen

import (
	"strings"
	"unicode/utf16"

	"deuces/bot"
	"deuces/internal/say"
)

// Words that several screens use. Names are escaped (bot.Escape) before they get here.

// longest is how many letters of a name are shown; Discord's own have no more.
const longest = 32

// DisplayName is a name as a text shows it: escaped, and bold.
func DisplayName(name string) say.Message {
	if name == "" {
		return say.New("**a former player**")
	}
	if letters := []rune(name); len(letters) > longest {
		name = string(letters[:longest-1]) + "…"
	}
	return say.Verbatim("**" + bot.Escape(name) + "**")
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

// Quoted is what somebody typed, as a sentence shows it: in quotes, on one line, without
// formatting, and at most n characters of it.
func Quoted(typed string, n int) string { return `"` + bot.Escape(Clip(typed, n)) + `"` }

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

// small is a message in small letters, heading one in large letters.
func small(m say.Message) say.Message   { return say.Mark("-# ", m, "") }
func heading(m say.Message) say.Message { return say.Mark("### ", m, "") }
func bold(m say.Message) say.Message    { return say.Mark("**", m, "**") }

// dotted is a line of short notes.
func dotted(notes ...say.Message) say.Message { return say.Join(" · ", notes...) }

// clipped is a message of at most n characters, in whatever language it is read.
func clipped(m say.Message, n int) say.Message {
	return m.Reworded(func(text string) string { return Clip(text, n) })
}

// clippedLines are as many of the lines as fit n characters (clipLines).
func clippedLines(n int, lines ...say.Message) say.Message {
	return say.Lines(lines...).Reworded(func(text string) string { return clipLines(strings.Split(text, "\n"), n) })
}

func points(n int) say.Message { return say.New("{n:# point|# points}", n) }

// pageOf says which page of several a message is; at and last count from 0.
func pageOf(at, last int) say.Message { return say.New("page {n} of {last}", at+1, last+1) }
