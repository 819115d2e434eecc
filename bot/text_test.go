package bot

import (
	"strings"
	"testing"
)

func TestEscape(t *testing.T) {
	tests := []struct{ why, in, want string }{
		{"a plain name", "Ann", "Ann"},
		{"markdown", "*B*_o_~b~`", `\*B\*\_o\_\~b\~` + "\\`"},
		{"a spoiler", "||Bob||", `\|\|Bob\|\|`},
		{"a mention of everyone", "@everyone", "@\u2060everyone"},
		{"a mention of a user", "<@123>", "\\<@\u2060123\\>"},
		{"a link", "https://x.com", "https:\u2060/\u2060/\u2060x.\u2060com"},
		{"a masked link", "[x](y)", `\[x\]\(y\)`},
		{"a heading", "# Big", `\# Big`},
		{"an emoji by name", ":ace:", ":\u2060ace:\u2060"},
		{"direction marks", "\u202egnik\u2066x\u200f", "gnikx"},
		{"zero width", "A\u200bn\u200dn\ufeff", "Ann"},
		{"several lines", " Ann\n\tB ", "Ann B"},
		{"nothing to see", "\u200b\u3164 \u2800", "?"},
		{"nothing at all", "", "?"},
		{"a mark without a letter", "\u0301a\u0301", "a\u0301"},
		{"a mark on a space", "Ann \u0301", "Ann \u0301"},
		{"from right to left: a number beside it keeps its place", "משה 7", "\u2068משה 7\u2069"},
		{"Arabic in Latin", "Al محمد", "\u2068Al محمد\u2069"},
		{"a Persian word", "می\u200cخواهم", "\u2068می\u200cخواهم\u2069"},
		{"an Indic one", "क्\u200dष", "क्\u200dष"},
		{"a family, a pirate's flag, a heart on fire", "👨\u200d👩\u200d👧 🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥", "👨\u200d👩\u200d👧 🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥"},
		{"joiners that join nothing", "\u200d👨\u200d \u200c👩\u200d\u200d", "👨 👩"},
		{"selectors that select nothing", "\ufe0fA\ufe0f☠\ufe0f\ufe0f", "A☠\ufe0f"},
		{"not UTF-8", "A\xffb", "A\ufffdb"},
		{"other scripts", "Zoë 李 Ωμ", "Zoë 李 Ωμ"},
	}
	for _, tt := range tests {
		if got := Escape(tt.in); got != tt.want {
			t.Errorf("%s: Escape(%q) = %q, want %q", tt.why, tt.in, got, tt.want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"Ann", "@everyone", "<@1>", "\u202e", "a\nb", "\\*", "```", "||", "משה 7", "👨\u200d👩"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Escape(s)
		if in, wrapped := strings.CutPrefix(got, "\u2068"); wrapped {
			got = strings.TrimSuffix(in, "\u2069")
			if len(got) == len(in) || !strings.ContainsFunc(got, isRightToLeft) {
				t.Fatalf("Escape(%q) = %q is isolated without need, or for good", s, in)
			}
		}
		if got == "" || strings.ContainsAny(got, "\n\r\u200b\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069") {
			t.Fatalf("Escape(%q) = %q", s, got)
		}
		for _, bad := range []string{"@everyone", "@here", "<@", "<#", "://", "```"} {
			if strings.Contains(got, bad) && bad != "<@" && bad != "<#" || strings.Contains(strings.ReplaceAll(got, "\\<", ""), "<") {
				t.Fatalf("Escape(%q) = %q lets %q through", s, got, bad)
			}
		}
	})
}

func TestPlain(t *testing.T) {
	tests := []struct {
		why, in string
		max     int
		want    string
	}{
		{"as it is", "Ann *B*", 80, "Ann *B*"},
		{"too long", "Annabel", 5, "Anna…"},
		{"exactly as long as allowed", "Annab", 5, "Annab"},
		{"a card outside the first plane is two characters", "🂡🂡🂡", 4, "🂡…"},
		{"no space before the ellipsis", "Ann Bob", 5, "Ann…"},
		{"invisible", "\u200b", 5, "?"},
	}
	for _, tt := range tests {
		got := Plain(tt.in, tt.max)
		if got != tt.want || length(got) > tt.max {
			t.Errorf("%s: Plain(%q, %d) = %q, want %q", tt.why, tt.in, tt.max, got, tt.want)
		}
	}
}
