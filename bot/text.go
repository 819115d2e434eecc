package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/bidi"
)

// Escape makes what somebody wrote, a display name above all, safe to stand in
// a text: it shows as written, in one line, without formatting, mentions, links
// or emojis by name, and neither turns the direction of the text around it nor
// is turned. A name with nothing visible in it becomes "?".
func Escape(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	turns := false
	for _, r := range legible(s) {
		switch {
		case strings.ContainsRune("\\*_~`|<>#[]()-", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '@', r == ':', r == '/', r == '.':
			// An invisible word joiner parts what Discord would read as a
			// mention (@everyone), an emoji (:x:) or a link (https://, x.com).
			b.WriteRune(r)
			b.WriteRune('\u2060')
		default:
			b.WriteRune(r)
		}
		turns = turns || leftward(r)
	}
	if turns {
		return "\u2068" + b.String() + "\u2069" // an isolate
	}
	return cmp.Or(b.String(), "?")
}

// isPlain says that a name is of the letters and digits that stand for themselves
// everywhere, as most are, with single spaces within.
func isPlain(s string) bool {
	space := true // there is none at the beginning, nor at the end
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
			space = false
		case c == ' ' && !space:
			space = true
		default:
			return false
		}
	}
	return !space
}

// leftward says that a character is written from right to left. A number beside
// it would change its place.
func leftward(r rune) bool {
	p, _ := bidi.LookupRune(r)
	c := p.Class()
	return c == bidi.R || c == bidi.AL || c == bidi.AN
}

// legible is what can be seen of what somebody wrote, in one line: without
// controls, direction marks, unassigned and private characters, those that show
// nothing, and marks without a letter, which would sit on our own text.
func legible(s string) string {
	in := []rune(s)
	var out []rune
	for i, r := range in {
		switch {
		case unicode.IsSpace(r):
			out = append(out, ' ')
		case joiner(r):
			if i+1 < len(in) && joined(letter(out)) && joined(in[i+1]) {
				out = append(out, r)
			}
		case unicode.Is(unicode.Variation_Selector, r):
			if n := len(out); n > 0 && joined(out[n-1]) {
				out = append(out, r)
			}
		case !unicode.IsPrint(r), blank(r), unicode.Is(unicode.Mn, r) && letter(out) == 0:
		default:
			out = append(out, r)
		}
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// joiner are the characters that say whether their neighbors are written as one:
// Persian and Indic words are misspelt without them, and families fall apart.
func joiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// joined says that a character may be one with its neighbor, or have variants:
// those of scripts that are written so, and symbols. In others joiners only hide.
func joined(r rune) bool {
	return r >= '\u0600' && unicode.IsPrint(r) && !blank(r) && !unicode.Is(unicode.Variation_Selector, r)
}

// letter is the last character that is no mark, joiner or selector; 0: none.
func letter(text []rune) rune {
	for _, r := range slices.Backward(text) {
		if !unicode.Is(unicode.M, r) && !joiner(r) {
			return r
		}
	}
	return 0
}

// blank are printing characters that show nothing: fillers and the Braille
// blank.
func blank(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return false
}

// Plain is Escape for places that know no markdown, such as a button's label
// or a menu's option: one line, no controls, nothing invisible; at most max
// characters as Discord counts them, cut with an ellipsis.
func Plain(s string, max int) string {
	out := cmp.Or(legible(s), "?")
	if length(out) <= max {
		return out
	}
	n := 0
	for i, r := range out {
		w := length(string(r))
		if n+w > max-1 {
			return strings.TrimRight(out[:i], " \u200c\u200d") + "…"
		}
		n += w
	}
	return out
}

// Mention names a user so that the client shows the present name, and notifies
// when the message lists the user in Mentions.
func Mention(user string) string { return "<@" + user + ">" }

// Channel names a channel as a link.
func Channel(id string) string { return "<#" + id + ">" }

// Role names a role, without notifying those who have it.
func Role(id string) string { return "<@&" + id + ">" }

// Link is the address of a message.
func Link(guild, channel, message string) string {
	return "https://discord.com/channels/" + guild + "/" + channel + "/" + message
}

// Relative shows a time as it counts: "in 2 minutes", each client for itself.
func Relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// Date shows a date and a time, in each client's zone.
func Date(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// length counts as Discord's strictest reader does, in UTF-16 units, so that
// what passes here passes everywhere.
func length(s string) (n int) {
	for _, r := range s {
		n += max(1, utf16.RuneLen(r)) // a broken one is sent as U+FFFD
	}
	return n
}
