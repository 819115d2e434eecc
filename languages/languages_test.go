package languages_test

import (
	"testing"

	"deuces/internal/say"
	"deuces/languages"
)

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := languages.Load(); err != nil {
			b.Fatal(err)
		}
	}
}

func TestALocaleHasTheNearestLanguage(t *testing.T) {
	var all languages.Set
	for _, tag := range []string{"es-ES", "ja", "pt-BR"} {
		l, err := say.NewLanguage(tag, nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	for _, tt := range []struct{ why, locale, want string }{
		{"its own", "ja", "ja"},
		{"its own region", "pt-BR", "pt-BR"},
		{"Spanish of America", "es-419", "es-ES"},
		{"a region that Discord may add", "pt-PT", "pt-BR"},
		{"English", "en-GB", "en"},
		{"none", "", "en"},
		{"a language without a catalogue", "hu", "en"},
		{"what is no locale", "x-!", "en"},
	} {
		if got := all.Find(tt.locale).Tag(); got != tt.want {
			t.Errorf("%s: %q is shown in %s, want %s", tt.why, tt.locale, got, tt.want)
		}
	}
}
