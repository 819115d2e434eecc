package card

import (
	"slices"
	"testing"
)

func TestNotation(t *testing.T) {
	for _, tt := range []struct {
		in, out string
		card    Card
		why     string
	}{
		{"3c", "3c", New(Three, Clubs), "the lowest card of the climbing games"},
		{"2s", "2s", New(Two, Spades), "the highest"},
		{"tD", "Td", New(Ten, Diamonds), "case does not matter"},
		{"10h", "Th", New(Ten, Hearts), "people write 10"},
		{"*2", "*2", Joker2, "a certain Joker"},
		{"*", "*", AnyJoker, "whichever is held"},
	} {
		c, err := Parse(tt.in)
		if err != nil || c != tt.card || c.String() != tt.out {
			t.Errorf("Parse(%q) = %v, %v; want %v written %q: %s", tt.in, c, err, tt.card, tt.out, tt.why)
		}
	}
	for _, bad := range []string{"", "3", "1c", "3x", "*0", "*4", "?c", "c3", "3cc", "10", "**"} {
		if c, err := Parse(bad); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", bad, c)
		}
	}
}

func TestSetIsAMultiset(t *testing.T) {
	a, b := New(Nine, Hearts), Joker1
	s := SetOf(a, b, a)
	if s.Len() != 3 || s.Count(a) != 2 || s.Count(b) != 1 {
		t.Fatalf("SetOf(9h *1 9h) = %v", s)
	}
	if got := s.Minus(SetOf(a)); got != SetOf(a, b) {
		t.Errorf("without one 9h: %v", got)
	}
	if !s.Contains(SetOf(a, a)) || SetOf(a, b).Contains(SetOf(a, a)) {
		t.Error("Contains must count copies")
	}
	if s.Remove(New(Three, Clubs)) || !s.Remove(b) || s.Has(b) {
		t.Error("Remove says whether a copy was there")
	}
}

func FuzzParseAll(f *testing.F) {
	f.Add("3c Td *1 *")
	f.Add("10h  2s")
	f.Fuzz(func(t *testing.T, s string) {
		cards, err := ParseAll(s)
		if err != nil {
			return
		}
		again, err := ParseAll(Format(cards))
		if err != nil || !slices.Equal(cards, again) {
			t.Errorf("%q reads as %v, which reads as %v, %v", s, cards, again, err)
		}
	})
}

func TestRunsHaveTheirJokersInPlace(t *testing.T) {
	for _, tt := range []struct{ cards, run, names, why string }{
		{"7s 5s 6s", "5s 6s 7s", "", "in any order"},
		{"5s *1 7s", "5s *1 7s", "- 6s -", "a gap is filled"},
		{"*1 5s 6s", "5s 6s *1", "- - 7s", "then the high end"},
		{"As *1 *2 2s", "*2 *1 As 2s", "Qs Ks - -", "then the low end"},
		{"2s 3s 4s", "", "", "a 2 doesn't go on to a 3"},
		{"5s 6d 7s", "", "", "one suit"},
		{"5s 5s 6s", "", "", "each rank once"},
		{"5s 8s *1", "", "", "too few Jokers"},
		{"5s *1 *2", "", "", "two natural cards"},
	} {
		cards, err := ParseAll(tt.cards)
		if err != nil {
			t.Fatal(err)
		}
		run, ok := Run(cards, nil)
		if Format(run) != tt.run || ok != (tt.run != "") || Format(RunNames(run)) != tt.names {
			t.Errorf("%s: got the run %q, %t with the names %q, want %q, %q: %s", tt.cards, Format(run), ok, Format(RunNames(run)), tt.run, tt.names, tt.why)
		}
	}
}
