package fold_test

import (
	"testing"

	"deuces/internal/fold"
)

func TestOneWordOfDifferentKeyboardsIsOneText(t *testing.T) {
	for _, tt := range []struct{ typed, text, name, why string }{
		{"Tiến Lên", "tien len", "tienlen", "Vietnamese accents"},
		{"Tie\u0302\u0301n Le\u0302n", "tien len", "tienlen", "the same, accents typed after the letters"},
		{"ĐỒNG", "dong", "dong", "a letter with a stroke"},
		{"Ｂｉｇ　Ｔｗｏ", "big two", "bigtwo", "full width, with the space of a Japanese keyboard"},
		{"７ｈ", "7h", "7h", "figures in full width"},
		{"ﾀﾞｲﾌｺﾞｰ", "ダイフゴー", "ダイフゴー", "half width, whose marks tell letters apart"},
		{"대부호", "대부호", "대부호", "Korean, composed"},
		{"\u1103\u1162\u1107\u116e\u1112\u1169", "대부호", "대부호", "Korean, as some systems send it"},
		{"PRÉSIDENT", "president", "president", "accents on capitals"},
		{"İSTANBUL ısı", "istanbul isi", "istanbulisi", "the two letters i of a Turkish keyboard"},
		{"Straße", "strasse", "strasse", "a German letter"},
		{"big-two", "big-two", "bigtwo", "a hyphen"},
		{"－4", "-4", "4", "a minus in full width"},
		{"4、2，1", "4,2,1", "421", "commas of Chinese keyboards"},
		{"  two   words ", "two words", "twowords", "spaces"},
		{"7♥\ufe0f", "7♥", "7♥", "a sign that a phone sends as an emoji"},
		{"…", "...", "...", "nothing but punctuation"},
		{"🔥", "🔥", "🔥", "an emoji"},
		{"", "", "", "nothing"},
	} {
		if text, name := fold.Text(tt.typed), fold.Name(tt.typed); text != tt.text || name != tt.name {
			t.Errorf("%s: %q is folded to %q and %q, want %q and %q", tt.why, tt.typed, text, name, tt.text, tt.name)
		}
	}
}
