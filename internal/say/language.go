package say

import (
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Language is what people read instead of English. A nil *Language is English.
//
// A translation has the places of its sentence in any order. A counted place has a form for each plural category
// that the language uses, in the order of CLDR: zero, one, two, few, many, other.
type Language struct {
	tag        language.Tag
	texts      map[string]string
	categories []plural.Form
}

// NewLanguage returns the language of a BCP 47 tag, such as "pt-BR", with translations by sentence.
func NewLanguage(tag string, texts map[string]string) (*Language, error) {
	parsed, err := language.Parse(tag)
	if err != nil {
		return nil, err
	}
	l := &Language{tag: parsed, texts: texts}
	used := map[plural.Form]bool{}
	for n := range 1000 {
		used[l.category(n)] = true
	}
	for _, form := range []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other} {
		if used[form] {
			l.categories = append(l.categories, form)
		}
	}
	return l, nil
}

// Tag returns the tag of the language: "en", "pt-BR".
func (l *Language) Tag() string {
	if l == nil {
		return "en"
	}
	return l.tag.String()
}

// Forms returns how many forms a counted place has.
func (l *Language) Forms() int {
	if l == nil {
		return 2
	}
	return len(l.categories)
}

func (l *Language) translated(text string) (string, bool) {
	if l == nil {
		return text, true
	}
	translation, ok := l.texts[text]
	return translation, ok
}

func (l *Language) category(n int) plural.Form {
	return plural.Cardinal.MatchPlural(l.tag, max(n, -n), 0, 0, 0, 0)
}

// form chooses the form for a number.
func (l *Language) form(forms string, n int) string {
	at := 0
	switch {
	case l != nil && len(l.categories) == 1:
		return forms
	case l != nil:
		at = slices.Index(l.categories, l.category(n))
	case n != 1 && n != -1:
		at = 1
	}
	all := strings.Split(forms, "|")
	return all[min(max(at, 0), len(all)-1)]
}
