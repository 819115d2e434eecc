// Package languagestest has the languages for tests.
package languagestest

import (
	"regexp"
	"strings"
	"testing"

	"deuces/internal/say"
	"deuces/languages"
)

// All returns all languages, and one whose texts are 40 % longer than in English.
func All(t testing.TB) languages.Set {
	t.Helper()
	all, err := languages.Load()
	if err != nil {
		t.Fatal(err)
	}
	return append(all, longer(t))
}

// longer returns a language that has English texts with two letters more for every five.
func longer(t testing.TB) *say.Language {
	t.Helper()
	texts, err := languages.Texts("de")
	if err != nil {
		t.Fatal(err)
	}
	places := regexp.MustCompile(`{[^}]*}`)
	for sentence := range texts {
		texts[sentence] = sentence + strings.Repeat("ŵ", len(places.ReplaceAllString(sentence, ""))*2/5)
	}
	l, err := say.NewLanguage("en-AU", texts)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
