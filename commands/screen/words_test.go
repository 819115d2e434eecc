package screen

import (
	"strings"
	"testing"

	"deuces/bot"
	"deuces/internal/say"
)

// Texts and names that are too long are shortened.
func TestTextsAndNamesAreClipped(t *testing.T) {
	if got := DisplayName(strings.Repeat("é", 33)).String(); got != "**"+strings.Repeat("é", 31)+"…**" {
		t.Errorf("a name of 33 letters is %s", got)
	}
	for _, tt := range []struct {
		why   string
		lines []string
		n     int
		want  string
	}{
		{"all fit", []string{"**a**", "**b**"}, 11, "**a**\n**b**"},
		{"a line is there whole or not at all", []string{"**a**", "**b**"}, 10, "**a**\n…"},
		{"room is kept for the mark", []string{"12345", "67", "8"}, 9, "12345\n…"},
		{"not even the first", []string{"12345"}, 3, "…"},
		{"nothing", nil, 3, ""},
	} {
		if got := clipLines(tt.lines, tt.n); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

// Rude words are replaced, in any case and position. Other words stay.
func TestRudeWordsAreReplaced(t *testing.T) {
	c := newCleaner(allGames(), nil)
	for _, tt := range []struct{ why, text, want string }{
		{"a title", "Asshole", "Scum"},
		{"in lower case", "an asshole", "an scum"},
		{"in upper case", "VICE-ASSHOLE", "VICE-SCUM"},
		{"in a case of its own", "AssHole", "Scum"},
		{"the longer of two that begin alike", "Vice-AHole and AHole", "Vice-Scum and Scum"},
		{"a game", "Acehole", "Ace"},
		{"in a name that was escaped", bot.Escape("Half-Ass"), "Vice-Scum"},
		{"within a word", "Ahole's", "Scum's"},
		{"what only looks like it", "A whole ace in the hole, half an assembly", "A whole ace in the hole, half an assembly"},
	} {
		if got := c.Replace(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestCardsAreReadAsWords(t *testing.T) {
	for _, tt := range []struct{ text, want, why string }{
		{"`7♥`", "7 of hearts", "a card"},
		{"`7♥`\u00a0`7♠`\u2003`10♦`", "7 of hearts, 7 of spades; 10 of diamonds", "a hand: what stands in a row has commas, groups have more"},
		{"Play 7♥ J♠", "Play 7 of hearts, Jack of spades", "a label"},
		{"`A♣`✨\u2003`Joker`", "Ace of clubs ✨; Joker", "a new card, and a Joker"},
		{"`Joker=9♥`: lowest", "Joker as 9 of hearts: lowest", "what a Joker is named as"},
		{"The round opens with 3♣", "The round opens with 3 of clubs", "within a sentence"},
		{"then any number of ♦", "then any number of diamonds", "a suit alone"},
		{"`/cards 7♥`", "`/cards 7 of hearts`", "code that goes on is not torn"},
		{"8 × 10 · 3–8 players, Jokers: 2", "8 × 10 · 3–8 players, Jokers: 2", "no cards"},
	} {
		if got := CardsInWords(say.Verbatim(tt.text)).String(); got != tt.want {
			t.Errorf("%s: %q is read as %q, not %q", tt.why, tt.text, got, tt.want)
		}
	}
	many := say.Verbatim("Play 10♣ 10♦ 10♥ 10♠ Q♦ Q♥ · Full House")
	if got := labelInWords(many).String(); got != "Play 10 clubs, 10 diamonds, 10 hearts, 10 spades, Queen diamonds, Queen hearts…" {
		t.Errorf("a long label is %q", got)
	}
}
