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

// Escape escapes text from users, such as a display name, for use in a Text. The result is shown on
// one line as the user wrote it. It contains no formatting, mentions, links or named emojis, and its
// writing direction doesn't affect the surrounding text. If nothing in s is visible, Escape returns
// "?".
func Escape(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	rightToLeft := false
	for _, r := range visible(s) {
		switch {
		case strings.ContainsRune("\\*_~`|<>#[]()-", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '@', r == ':', r == '/', r == '.':
			// An invisible word joiner prevents Discord from parsing a mention
			// (@everyone), an emoji (:x:) or a link (https://, x.com).
			b.WriteRune(r)
			b.WriteRune('\u2060')
		default:
			b.WriteRune(r)
		}
		rightToLeft = rightToLeft || isRightToLeft(r)
	}
	if rightToLeft {
		return "\u2068" + b.String() + "\u2069" // isolates the direction of the text
	}
	return cmp.Or(b.String(), "?")
}

// isPlain reports whether a text has only ASCII letters, digits and single spaces between them, so
// that it needs no escaping. Most names do.
func isPlain(s string) bool {
	space := true // a space is allowed neither at the beginning nor at the end
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

// isRightToLeft reports whether a character is written from right to left. It can change the order
// of adjacent text, such as a number.
func isRightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	c := p.Class()
	return c == bidi.R || c == bidi.AL || c == bidi.AN
}

// visible returns the visible part of a text on one line. It removes control characters, direction
// marks, unassigned and private characters, blank characters, and combining marks without a letter,
// which would combine with the text before.
func visible(s string) string {
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

// joiner reports whether r is a joiner or non-joiner, which control whether the adjacent characters
// are joined. Persian and Indic words and emojis such as families need them.
func joiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// joined reports whether a character may be joined with an adjacent one or may have variants. This
// holds for symbols and for the characters of some scripts. Next to others, a joiner is invisible
// and is removed.
func joined(r rune) bool {
	return r >= '\u0600' && unicode.IsPrint(r) && !blank(r) && !unicode.Is(unicode.Variation_Selector, r)
}

// letter returns the last character that isn't a mark, a joiner or a variation selector, or 0 if
// there is none.
func letter(text []rune) rune {
	for _, r := range slices.Backward(text) {
		if !unicode.Is(unicode.M, r) && !joiner(r) {
			return r
		}
	}
	return 0
}

// blank reports whether r shows nothing although Unicode classifies it as printable: fillers and
// the Braille blank.
func blank(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return false
}

// Plain is Escape for text without markdown, such as the label of a button or of a menu's option.
// It returns the visible part of s on one line, clipped to max characters.
func Plain(s string, max int) string { return Clip(cmp.Or(visible(s), "?"), max) }

// Clip truncates a text that has more than max characters as Discord counts them. It then ends with an
// ellipsis.
func Clip(s string, max int) string {
	if length(s) <= max {
		return s
	}
	n := 0
	for i, r := range s {
		w := length(string(r))
		if n+w > max-1 {
			return strings.TrimRight(s[:i], " \u200c\u200d") + "…"
		}
		n += w
	}
	return s
}

// Mention returns the mention of a user. The client shows the user's current name. The user is
// notified only if the message lists the user in Mentions.
func Mention(user string) string { return "<@" + user + ">" }

// Channel returns the mention of a channel, which is shown as a link.
func Channel(id string) string { return "<#" + id + ">" }

// Role returns the mention of a role. It notifies nobody.
func Role(id string) string { return "<@&" + id + ">" }

// Link returns the URL of a message.
func Link(guild, channel, message string) string {
	return "https://discord.com/channels/" + guild + "/" + channel + "/" + message
}

// Relative returns a timestamp that each client shows relative to now, such as "in 2 minutes", and
// keeps current.
func Relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// Date returns a timestamp that each client shows as date and time in its own time zone.
func Date(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// length returns the length of s in UTF-16 units. Discord counts characters in different ways, and
// this is the largest count.
func length(s string) (n int) {
	for _, r := range s {
		n += max(1, utf16.RuneLen(r)) // an invalid rune is sent as U+FFFD
	}
	return n
}
