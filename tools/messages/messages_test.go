package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chai2010/gettext-go/po"

	"deuces/game/gametest"
	"deuces/internal/say"
	"deuces/languages"
)

func TestNoSentenceHasAMistake(t *testing.T) {
	sentences, wrong, err := collect("../..", "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong {
		t.Error(w)
	}
	if len(sentences) < 1200 {
		t.Errorf("found %d sentences only: is the search right?", len(sentences))
	}
}

// A language has every sentence, with the places of the English one, the plural forms that it needs, and no more
// letters than fit.
func TestTheCataloguesAreComplete(t *testing.T) {
	err := catalogues("../..", false)
	if err == nil {
		return
	}
	for wrong := range strings.Lines(err.Error()) {
		if wrong = strings.TrimSpace(wrong); gametest.Dose(t, false, true, true) || !strings.HasSuffix(wrong, unread) {
			t.Errorf("%s (go run ./tools/messages -update adds what is missing; CONTRIBUTING.md, Sentences and languages)", wrong)
		}
	}
}

// Every sentence can be read in every language, whatever stands in its places.
func TestNothingOfAFormStaysInASentence(t *testing.T) {
	sentences, _, err := collect("../..", "./...")
	if err != nil {
		t.Fatal(err)
	}
	all, err := languages.Load()
	if err != nil || len(all) != 8 {
		t.Fatalf("got %d languages, want 8: %v", len(all), err)
	}
	const rightToLeft, wide = "\u2068محمد\u2069", "かかかかかかかかかかかかかかかかかかかかかかかかかかかかかかかか"
	for _, l := range append(all, nil) {
		for _, s := range sentences {
			for i, n := range []int{0, 1, 2, 5, 21, 1000, -3} {
				name := [...]string{"Ann", rightToLeft, wide}[i%3]
				m := s.text.Fill(func(place string) any {
					if strings.Contains(string(s.text), "{"+place+":") {
						return n
					}
					return name
				})
				got := m.In(l)
				if got == "" || strings.ContainsAny(got, "{}") || len(say.Places(s.text)) > 0 && strings.Contains(got, "|") {
					t.Errorf("%s:%d in %s: %q", s.file, s.line, l.Tag(), got)
				}
			}
		}
	}
}

func TestMistakesInACatalogueAreFound(t *testing.T) {
	all := []*entry{{text: "{who} passed"}, {text: "{n:# card|# cards}"}, {text: "Yes", limit: 4}, {text: "No"}}
	got, err := faults("testdata/wrong.po", all)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"{who} passed": places [whom], want [who]`,
		`"{n:# card|# cards}": 1 forms in {n:#}, want 2`,
		`"Yes": 7 characters, at most 4 fit: "Allerja"`,
		`"Yes": not read by a second reader (fuzzy)`,
		`"Gone": no sentence of the code, or twice`,
		`"No": missing`,
	} {
		if !slices.ContainsFunc(got, func(line string) bool { return strings.HasSuffix(line, want) }) {
			t.Errorf("not found: %s\nin %s", want, strings.Join(got, "\n"))
		}
	}
	if len(got) != 6 {
		t.Errorf("got %d mistakes, want 6:\n%s", len(got), strings.Join(got, "\n"))
	}
}

// A library that reads the whole format, as tools of translators do, reads the same in a catalogue as the bot.
func TestAnotherReaderReadsTheSame(t *testing.T) {
	names, err := filepath.Glob("../../languages/*.po")
	if err != nil || len(names) == 0 {
		t.Fatalf("got no catalogues: %v", err)
	}
	for _, name := range names {
		file, err := po.LoadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts, err := languages.Texts(strings.TrimSuffix(filepath.Base(name), ".po"))
		if err != nil {
			t.Fatal(err)
		}
		if len(texts) != len(file.Messages) {
			t.Errorf("%s: got %d translations, want %d", name, len(texts), len(file.Messages))
		}
		for _, m := range file.Messages {
			if texts[m.MsgId] != m.MsgStr {
				t.Errorf("%s: %q is read as %q, want %q", name, m.MsgId, texts[m.MsgId], m.MsgStr)
			}
		}
	}
}

func TestTheSheetFillsPlacesAndCounts(t *testing.T) {
	for text, want := range map[say.Text]string{
		"You pass.":                          "You pass.",
		"{who} leads.":                       "Ann leads.",
		"{n:# card|# cards} for {somebody}.": "1 card for ‹somebody›.  ║  3 cards for ‹somebody›.",
	} {
		if got := filled(text); got != want {
			t.Errorf("%q is filled as %q, want %q", text, got, want)
		}
	}
}

func TestMistakesInSentencesAreFound(t *testing.T) {
	_, wrong, err := collect(".", "./testdata/wrong")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"main.go:16: \"\": what is no constant can't become a sentence",
		"2 places and 1 arguments",
		"what is counted as n must be an int",
		"who must be a string, an int, or a Message",
		`main.go:13: "Ann": words for people must be a sentence`,
		`main.go:17: "Ann": words for people must be a sentence`,
		`main.go:18: "three": words for people must be a sentence`,
		`"the winner": words for people must be a sentence`,
		`"Look: ": words for people must be a sentence`,
	} {
		if !strings.Contains(strings.Join(wrong, "\n"), want) {
			t.Errorf("%q is not found in\n%s", want, strings.Join(wrong, "\n"))
		}
	}
	if len(wrong) != 9 {
		t.Errorf("%d mistakes are found, 9 were made:\n%s", len(wrong), strings.Join(wrong, "\n"))
	}
}
