package say

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Language is what a Message is read in: a tag, and the catalogue that has its
// sentences. The zero Language is English, which needs none.
type Language struct {
	tag       language.Tag
	forms     []plural.Form     // that the language has
	catalogue map[string]string // by the English sentence
}

// NewLanguage returns a language with its catalogue: the translation of each
// English sentence, with the same names in its places. A counted place has as
// many forms as the language has plurals, in the order zero, one, two, few, many,
// other, those that it lacks left out. A sentence that is missing stays English.
func NewLanguage(tag language.Tag, catalogue map[string]string) Language {
	return Language{tag, formsOf(tag), catalogue}
}

// In writes the message in a language.
func (m Message) In(l Language) string {
	if m.plain {
		return m.text
	}
	var b strings.Builder
	m.write(&b, l)
	return b.String()
}

func (m Message) write(b *strings.Builder, l Language) {
	switch {
	case m.plain:
		b.WriteString(m.text)
	case m.text != "":
		m.sentence(b, l)
	case m.more == nil:
	case m.more.reword != nil:
		b.WriteString(m.more.reword(m.more.parts[0].In(l)))
	default:
		for i, part := range m.more.parts {
			if i > 0 {
				b.WriteString(m.more.joint)
			}
			part.write(b, l)
		}
	}
}

// sentence writes the text with its places filled. Which argument a name stands
// for is always found in the English text: a translation may change the order.
func (m Message) sentence(b *strings.Builder, l Language) {
	text, own := m.text, l
	if theirs, ok := l.catalogue[text]; ok {
		text = theirs
	} else {
		own = Language{} // an English sentence has English plurals
	}
	var args []any
	if m.more != nil {
		args = m.more.args
	}
	names := placesIn(m.text)
	for text != "" {
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
			b.WriteString(strings.ReplaceAll(own.form(forms, n), "#", number(n)))
			continue
		}
		writeArg(b, arg, l)
	}
}

// nextPlace cuts a text at its first place.
func nextPlace(text string) (before, place, rest string, found bool) {
	before, rest, found = strings.Cut(text, "{")
	if !found {
		return text, "", "", false
	}
	place, rest, _ = strings.Cut(rest, "}")
	return before, place, rest, true
}

// Places lists the different names in a sentence, in the order of their arguments.
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

func writeArg(b *strings.Builder, arg any, l Language) {
	switch arg := arg.(type) {
	case string:
		b.WriteString(arg)
	case int:
		b.WriteString(number(arg))
	case Message:
		arg.write(b, l)
	case interface{ In(Language) string }:
		b.WriteString(arg.In(l))
	}
}

// form chooses the form for a number among those of a counted place.
func (l Language) form(forms string, n int) string {
	if n < 0 {
		n = -n
	}
	index := 0
	if l.catalogue != nil {
		index = slices.Index(l.forms, plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0))
	} else if n != 1 {
		index = 1
	}
	for ; index > 0; index-- {
		_, rest, more := strings.Cut(forms, "|")
		if !more {
			break
		}
		forms = rest
	}
	form, _, _ := strings.Cut(forms, "|")
	return form
}

// formsOf lists the plurals of a language, by the numbers that call for them.
func formsOf(tag language.Tag) []plural.Form {
	var called [plural.Many + 1]bool
	for n := range 1000 {
		called[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)] = true
	}
	var forms []plural.Form
	for _, f := range []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many} {
		if called[f] {
			forms = append(forms, f)
		}
	}
	return append(forms, plural.Other)
}

// number writes a number with a proper minus, which markdown takes for no list.
func number(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }
