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

func TestMessagesThatReadAlikeAreEqual(t *testing.T) {
	written := say.New("first to {n:# point|# points}", 10)
	if !written.Equal(say.Verbatim("first to 10 points")) {
		t.Error("a message is not equal to the one read back from a log")
	}
	if written.Equal(say.New("first to {n:# point|# points}", 11)) {
		t.Error("messages that read differently are equal")
	}
}
