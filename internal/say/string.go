package say

import (
	"slices"
	"strconv"
	"strings"
)

// String returns the text of the message.
func (m Message) String() string {
	if m.plain {
		return m.text
	}
	var b strings.Builder
	m.write(&b)
	return b.String()
}

// MarshalText returns the text of the message, which is how events store it.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a message that MarshalText wrote. It has only the text.
func (m *Message) UnmarshalText(text []byte) error {
	*m = Verbatim(string(text))
	return nil
}

func (m Message) write(b *strings.Builder) {
	switch {
	case m.plain:
		b.WriteString(m.text)
	case m.text != "":
		m.sentence(b)
	case m.more == nil:
	case m.more.reword != nil:
		b.WriteString(m.more.reword(m.more.parts[0].String()))
	default:
		for i, part := range m.more.parts {
			if i > 0 {
				b.WriteString(m.more.joint)
			}
			part.write(b)
		}
	}
}

// sentence writes the text with its arguments.
func (m Message) sentence(b *strings.Builder) {
	var args []any
	if m.more != nil {
		args = m.more.args
	}
	names := placesIn(m.text)
	for text := m.text; text != ""; {
		before, place, rest, found := nextPlace(text)
		b.WriteString(before)
		if !found {
			return
		}
		text = rest
		name, forms, counted := strings.Cut(place, ":")
		var arg any
		if i := slices.Index(names, name); i >= 0 && i < len(args) {
			arg = args[i]
		}
		if n, isInt := arg.(int); counted && isInt {
			b.WriteString(strings.ReplaceAll(form(forms, n), "#", number(n)))
			continue
		}
		switch arg := arg.(type) {
		case string:
			b.WriteString(arg)
		case int:
			b.WriteString(number(arg))
		case Message:
			arg.write(b)
		}
	}
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
func Places(t Text) []string { return placesIn(string(t)) }

func placesIn(text string) []string {
	var names []string
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

// form chooses between "one|any other number".
func form(forms string, n int) string {
	one, other, two := strings.Cut(forms, "|")
	if two && n != 1 && n != -1 {
		return other
	}
	return one
}

// number writes a number with a real minus sign, which markdown doesn't take for a list.
func number(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }
