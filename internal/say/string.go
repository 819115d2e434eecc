package say

import (
	"slices"
	"strconv"
	"strings"
)

// String returns the text of the message in English.
func (m Message) String() string { return m.In(nil) }

// In returns the text of the message in a language; nil is English.
func (m Message) In(l *Language) string {
	if m.plain {
		return m.text
	}
	var b strings.Builder
	m.write(&b, l)
	return b.String()
}

// MarshalText returns the text of the message in English, which is how events store it.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a message that MarshalText wrote. It has only the text.
func (m *Message) UnmarshalText(text []byte) error {
	*m = Verbatim(string(text))
	return nil
}

func (m Message) write(b *strings.Builder, l *Language) {
	switch {
	case m.plain:
		b.WriteString(m.text)
	case m.text != "":
		m.sentence(b, l)
	case m.more == nil:
	case m.more.reword != nil:
		b.WriteString(m.more.reword(l, m.more.parts[0].In(l)))
	default:
		for i, part := range m.more.parts {
			if i > 0 && !(m.more.joint == " " && endsWide(b.String())) {
				b.WriteString(m.more.joint)
			}
			part.write(b, l)
		}
	}
}

// sentence writes the text with its arguments. If the language lacks the sentence, all of it is in English.
func (m Message) sentence(b *strings.Builder, l *Language) {
	text, ok := l.translated(m.text)
	if !ok {
		text, l = m.text, nil
	}
	if m.more == nil && !strings.Contains(text, "{") {
		b.WriteString(text)
		return
	}
	var room [6]string
	names := places(room[:0], m.text)
	for text != "" {
		before, place, rest, found := nextPlace(text)
		b.WriteString(before)
		if !found {
			return
		}
		text = rest
		name, forms, counted := strings.Cut(place, ":")
		var arg any
		if i := slices.Index(names, name); m.more != nil && i >= 0 && i < len(m.more.args) {
			arg = m.more.args[i]
		}
		if n, isInt := arg.(int); counted && isInt {
			b.WriteString(strings.ReplaceAll(l.form(forms, n), "#", number(n)))
			continue
		}
		switch arg := arg.(type) {
		case string:
			b.WriteString(arg)
		case int:
			b.WriteString(number(arg))
		case Message:
			arg.write(b, l)
		}
	}
}

// endsWide reports whether a text ends with punctuation of Chinese and Japanese, which has its space within.
func endsWide(text string) bool {
	return slices.ContainsFunc([]string{"。", "！", "？", "」"}, func(end string) bool { return strings.HasSuffix(text, end) })
}

// nextPlace splits a text at its first place.
func nextPlace(text string) (before, place, rest string, found bool) {
	before, rest, found = strings.Cut(text, "{")
	if !found {
		return text, "", "", false
	}
	place, rest, _ = strings.Cut(rest, "}")
	return before, place, rest, true
}

// Places returns the different names in a sentence, in the order of their arguments.
func Places(t Text) []string { return places(nil, string(t)) }

func places(names []string, text string) []string {
	for {
		_, place, rest, found := nextPlace(text)
		if !found {
			return names
		}
		text = rest
		if name, _, _ := strings.Cut(place, ":"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
}

// number writes a number with a real minus sign, which markdown doesn't take for a list.
func number(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }
