package screen

import (
	"testing"

	"deuces/bot"
)

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		why, text, want string
		n               int
	}{
		{"what fits stays", "abc", "abc", 3},
		{"what does not is cut", "abcd", "ab…", 3},
		{"a letter of two units counts twice", "𝕬𝕬", "𝕬𝕬", 4},
		{"and is not cut in two", "𝕬𝕬𝕬", "𝕬…", 4},
		{"nothing", "", "", 3},
	} {
		if got := Clip(tt.text, tt.n); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
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

// Rude words are replaced in any case and position, and nothing else is.
func TestCleaner(t *testing.T) {
	c := newCleaner(allGames())
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
