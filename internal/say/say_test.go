package say_test

import (
	"strings"
	"testing"
	"time"

	"deuces/internal/say"
)

func TestAMessageReadsAsItsSentence(t *testing.T) {
	evening := time.Date(2025, time.December, 31, 23, 30, 0, 0, time.FixedZone("west", -3600))
	for _, tt := range []struct {
		why  string
		m    say.Message
		want string
	}{
		{"nothing to fill in", say.New("You pass until the next trick."), "You pass until the next trick."},
		{"a place", say.New("It's your turn to beat {top}, or pass.", "7♥"), "It's your turn to beat 7♥, or pass."},
		{"places take the arguments in their turn", say.New("{who} beat {whom}.", "Ann", "Bob"), "Ann beat Bob."},
		{"a name that comes again is the same", say.New("{a}, {b}, {a}", "x", "y"), "x, y, x"},
		{"one", say.New("Needs {n:# more player|# more players}.", 1), "Needs 1 more player."},
		{"several", say.New("Needs {n:# more player|# more players}.", 3), "Needs 3 more players."},
		{"none is several", say.New("{n:# card|# cards}", 0), "0 cards"},
		{"less than nothing, with a proper minus", say.New("{n:# point|# points}", -1), "−1 point"},
		{"a number and a word by it elsewhere", say.New("{n:This card is|These # cards are} yours, all {n}.", 2), "These 2 cards are yours, all 2."},
		{"a message in a message", say.New("{what} Try again.", say.New("It isn't your turn.")), "It isn't your turn. Try again."},
		{"a name with a brace is not read as a place", say.New("Hello, {who}.", "{n}"), "Hello, {n}."},
		{"lines leave out what says nothing", say.Lines(say.New("a"), say.Message{}, say.Verbatim("b")), "a\nb"},
		{"markup around nothing is nothing", say.Mark("### ", say.Message{}, ""), ""},
		{"markup", say.Mark("**", say.New("Revolution"), "**"), "**Revolution**"},
		{"a list of one", say.Names("Ann"), "Ann"},
		{"a list of two", say.Names("Ann", "Bob"), "Ann and Bob"},
		{"a list of three", say.Names("Ann", "Bob", "Cy"), "Ann, Bob and Cy"},
		{"points won", say.Signed(2), "+2"},
		{"points lost", say.Signed(-2), "−2"},
		{"no points", say.Signed(0), "0"},
		{"a capital begins a sentence", say.Capital(say.New("nothing beats it")), "Nothing beats it"},
		{"a period ends it", say.Period(say.New("Nothing beats it")), "Nothing beats it."},
		{"also one that is no ASCII letter", say.Capital(say.Verbatim("ärger")), "Ärger"},
		{"nothing stays nothing", say.Period(say.Capital(say.Message{})), ""},
		{"a day, by UTC", say.Day(evening), "January 1, 2026"},
		{"a month", say.Month(evening), "January 2026"},
		{"several days", say.Days(evening, evening.AddDate(0, 1, 1)), "January 1, 2026 to February 2, 2026"},
		{"two moments of a day", say.Days(evening, evening.Add(time.Hour)), "January 1, 2026"},
		{"other words", say.New("{who} is Asshole.", "Ann").Reworded(func(s string) string { return strings.ReplaceAll(s, "Asshole", "Scum") }), "Ann is Scum."},
	} {
		if got := tt.m.String(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.why, got, tt.want)
		}
		if tt.m.Empty() != (tt.want == "") {
			t.Errorf("%s: Empty is %v for %q", tt.why, tt.m.Empty(), tt.want)
		}
	}
}

func TestATranslationIsReadInItsLanguage(t *testing.T) {
	in := func(tag string, texts map[string]string) *say.Language {
		l, err := say.NewLanguage(tag, texts)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	german := in("de", map[string]string{
		"{who} gives {whom} {n:# card|# cards}.": "{whom} bekommt von {who} {n:# Karte|# Karten}.", "Ann": "Anna", "{what} Try again.": "{what} Noch einmal.", "{first} and {last}": "{first} und {last}",
	})
	japanese := in("ja", map[string]string{"{n:# card|# cards}": "{n:#枚}", "{first}, {next}": "{first}、{next}", "{words}.": "{words}。", "Yes": "はい"})
	for _, tt := range []struct {
		why  string
		l    *say.Language
		m    say.Message
		want string
	}{
		{"places in another order", german, say.New("{who} gives {whom} {n:# card|# cards}.", "Bob", say.New("Ann"), 1), "Anna bekommt von Bob 1 Karte."},
		{"what is no sentence stays", german, say.Verbatim("Ann"), "Ann"},
		{"a sentence that is missing is English with all that it contains", german, say.New("{who} leads.", say.New("Ann")), "Ann leads."},
		{"one within a translation is English alone", german, say.New("{what} Try again.", say.New("Too late.")), "Too late. Noch einmal."},
		{"a list", german, say.Names("Ann", "Bob"), "Ann und Bob"},
		{"one form for all numbers", japanese, say.New("{n:# card|# cards}", 1), "1枚"},
		{"commas", japanese, say.Commas(say.Verbatim("A"), say.Verbatim("B"), say.Verbatim("C")), "A、B、C"},
		{"no space after a full stop that has its own", japanese, say.Join(" ", say.Period(say.New("Yes")), say.New("Yes")), "はい。はい"},
		{"a text that depends on the language", japanese, say.New("Yes").RewordedIn(func(l *say.Language, text string) string { return l.Tag() + ":" + text }), "ja:はい"},
	} {
		if got := tt.m.In(tt.l); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.why, got, tt.want)
		}
	}
}

// The forms for numbers are CLDR's. Languages that will be added have more than two.
func TestNumbersHaveTheFormsOfTheirLanguage(t *testing.T) {
	for _, tt := range []struct {
		tag, forms string
		want       string // for 0, 1, 2, 5, 21 and 1000
	}{
		{"en", "one|other", "other one other other other other"},
		{"de", "one|other", "other one other other other other"},
		{"es-ES", "one|other", "other one other other other other"},
		{"fr", "one|other", "one one other other other other"},
		{"pt-BR", "one|other", "one one other other other other"},
		{"ja", "other", "other other other other other other"},
		{"ko", "other", "other other other other other other"},
		{"vi", "other", "other other other other other other"},
		{"zh-TW", "other", "other other other other other other"},
		{"pl", "one|few|many|other", "many one few many many many"},
	} {
		const sentence = "{n:1|2}"
		l, err := say.NewLanguage(tt.tag, map[string]string{sentence: "{n:" + tt.forms + "}"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range []int{0, 1, 2, 5, 21, 1000} {
			got = append(got, say.New(sentence, n).In(l))
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("%s: got %s, want %s", tt.tag, text, tt.want)
		}
	}
}

func TestMessagesThatReadAlikeAreEqual(t *testing.T) {
	written := say.New("first to {n:# point|# points}", 10)
	if !written.Equal(say.Verbatim("first to 10 points")) {
		t.Error("a message is not equal to the one read back from a log")
	}
	if written.Equal(say.New("first to {n:# point|# points}", 11)) {
		t.Error("messages that read differently are equal")
	}
}

func BenchmarkIn(b *testing.B) {
	german, err := say.NewLanguage("de", map[string]string{"{who} gives {whom} {n:# card|# cards}.": "{whom} bekommt von {who} {n:# Karte|# Karten}."})
	if err != nil {
		b.Fatal(err)
	}
	m := say.New("{who} gives {whom} {n:# card|# cards}.", "Ann", "Bob", 2)
	for _, l := range []*say.Language{nil, german} {
		b.Run(l.Tag(), func(b *testing.B) {
			for b.Loop() {
				m.In(l)
			}
		})
	}
}
