package main

import (
	"strings"
	"testing"

	"deuces/internal/say"
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
	} {
		if !strings.Contains(strings.Join(wrong, "\n"), want) {
			t.Errorf("%q is not found in\n%s", want, strings.Join(wrong, "\n"))
		}
	}
	if len(wrong) != 4 {
		t.Errorf("%d mistakes are found, 4 were made:\n%s", len(wrong), strings.Join(wrong, "\n"))
	}
}
