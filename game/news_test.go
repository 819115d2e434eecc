package game

import (
	"os"
	"strings"
	"testing"
)

func TestEachKindOfNewsHasAWordThatThePageForProgramsLists(t *testing.T) {
	page, err := os.ReadFile("../docs/computer-players.md")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for k := Played; k < kinds; k++ {
		word := k.String()
		if word == "" || words[word] {
			t.Errorf("the word of kind %d is %q, want a word that is not empty and that no other kind has", uint8(k), word)
		}
		words[word] = true
		if k != RoundOver && !strings.Contains(string(page), "`"+word+"`") { // after a round nobody is asked
			t.Errorf("docs/computer-players.md doesn't list %s", word)
		}
	}
}
