package bot

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Escape makes what somebody wrote, a display name above all, safe to stand in
// a text: it shows as written, in one line, without formatting, mentions, links
// or emojis, and cannot turn the direction of the text around it. A name with
// nothing visible in it becomes "?".
func Escape(s string) string {
	var b strings.Builder
	visible := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
			continue
		case !unicode.IsPrint(r), blank(r):
			// Controls, direction marks, zero-width characters, unassigned and
			// private ones, and the letters that show nothing.
			continue
		case unicode.Is(unicode.Mn, r) && !visible:
			continue // a mark without a letter would sit on our own text
		}
		visible = true
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
	}
	out := strings.Join(strings.Fields(b.String()), " ")
	if !visible || out == "" {
		return "?"
	}
	return out
}

// blank are printing characters that show nothing: fillers and the Braille
// blank.
func blank(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return unicode.Is(unicode.Variation_Selector, r)
}

// Plain is Escape for places that know no markdown, such as a button's label
// or a menu's option: one line, no controls, nothing invisible; at most max
// characters as Discord counts them, cut with an ellipsis.
func Plain(s string, max int) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsPrint(r) && !blank(r):
			b.WriteRune(r)
		}
	}
	out := strings.Join(strings.Fields(b.String()), " ")
	if out == "" {
		return "?"
	}
	if length(out) <= max {
		return out
	}
	n := 0
	for i, r := range out {
		w := length(string(r))
		if n+w > max-1 {
			return strings.TrimRight(out[:i], " ") + "…"
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

// Link is the address of a message.
func Link(guild, channel, message string) string {
	return "https://discord.com/channels/" + guild + "/" + channel + "/" + message
}

// Relative shows a time as it counts: "in 2 minutes", each client for itself.
func Relative(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// Date shows a date and a time, in each client's zone.
func Date(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }
