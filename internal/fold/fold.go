// Package fold compares texts that people type with texts that they see. Keyboards write the same
// word in different ways: in full width, with or without accents, in either case, with other dashes
// and spaces.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// accents are the marks above and below Latin letters. Marks of other scripts tell letters apart.
var accents = runes.Predicate(func(r rune) bool { return 0x300 <= r && r <= 0x36f })

// signs has letters whose stroke isn't an accent in Unicode, the dashes and commas of other keyboards, and
// the signs that make a character an emoji or are invisible.
var signs = strings.NewReplacer("đ", "d", "ł", "l", "ø", "o", "ı", "i", "œ", "oe", "æ", "ae",
	"−", "-", "‐", "-", "‑", "-", "–", "-", "—", "-", "、", ",", "،", ",",
	"\ufe0e", "", "\ufe0f", "", "\u200b", "", "\u200d", "", "\ufeff", "")

// Text returns a text in the form in which typed texts are compared: in lower case and half width,
// without accents, and with single spaces.
func Text(s string) string {
	folded, _, err := transform.String(transform.Chain(norm.NFKD, runes.Remove(accents), norm.NFKC), s)
	if err != nil { // can't happen: these transformers accept any bytes
		folded = s
	}
	return strings.Join(strings.Fields(signs.Replace(cases.Fold().String(folded))), " ")
}

// Name returns a name in the form in which typed names are compared: Text without spaces and
// punctuation. If nothing else is in the name, it is Text.
func Name(s string) string {
	text := Text(s)
	name := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) {
			return -1
		}
		return r
	}, text)
	if name == "" {
		return text
	}
	return name
}
