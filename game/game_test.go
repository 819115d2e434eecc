package game

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"deuces/game/card"
)

func TestParseAction(t *testing.T) {
	for _, tt := range []struct{ in, out, why string }{
		{"3c 3d", "3c 3d", "a set"},
		{" 10h ", "Th", "spaces and 10 are forgiven"},
		{"PASS", "pass", "case is ignored"},
		{"draw", "draw", "shedding games"},
		{"give 3c 4d", "give 3c 4d", "an exchange decision"},
		{"give", "give", "a seat without cards gives none"},
		{"*1=9h", "*1=9h", "a Joker alone, named"},
		{"*1=9h *2=9h", "*1=9h *2", "naming one of several names the set"},
		{"*1 *2=9h", "*1=9h *2", "the name can follow any of them"},
		{"5c *", "5c *", "whichever Joker is held"},
		{"7s *1=6s 5s", "5s *1=6s 7s", "the Joker of a run, in either order of ranks"},
		{"5s * 7s", "5s *=6s 7s", "unnamed Jokers fill the gaps"},
		{"* 5s 6s", "5s 6s *=7s", "then they go on at the high end"},
		{"Ks * 2s *", "*=Qs Ks *=As 2s", "and then at the low end"},
		{"*=4s 5s 6s *=7s", "*=4s 5s 6s *=7s", "each Joker of a run has a name of its own"},
		{"5s *=9h 7s", "5s *=9h 7s", "a name that fits no run is left for the game to refuse"},
		{"8c=8h", "8c=8h", "a game may let a card be named: an eight that asks for hearts"},
	} {
		a, err := ParseAction(tt.in)
		if err != nil || a.String() != tt.out {
			t.Errorf("ParseAction(%q) = %v, %v; want %q: %s", tt.in, a, err, tt.out, tt.why)
		}
	}
	for _, tt := range []struct{ in, why string }{
		{"", "nothing"},
		{"pass 3c", "nothing follows a pass"},
		{"3c=9h *1", "only the Joker can be named, not the card beside it"},
		{"*1=*2", "a Joker can't stand for a Joker"},
		{"*1=9h *2=9d", "Jokers of a set can't stand for different cards"},
		{"give *1=9h", "a card given is what it is"},
		{"3c 3", "half a card"},
	} {
		if a, err := ParseAction(tt.in); err == nil {
			t.Errorf("ParseAction(%q) = %v, want an error: %s", tt.in, a, tt.why)
		}
	}
}

func FuzzParseAction(f *testing.F) {
	for _, s := range []string{"3c 3d", "*1=9h *2", "give 3c", "pass", "*=2s 2d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAction(s)
		if err != nil {
			return
		}
		b, err := ParseAction(a.String())
		if err != nil || b.String() != a.String() {
			t.Errorf("%q reads as %q, which reads as %q, %v", s, a, b, err)
		}
	})
}

func TestConfigure(t *testing.T) {
	options := []Option{
		{Key: "pass", Name: "Passing", Value: "again", Preset: "again", Choices: []Choice{{Value: "again"}, NewChoice("out", "You're out of the trick", "")}},
		{Key: "target", Name: "Winning score", Value: "10", Preset: "10", Min: 0, Max: 100},
	}
	for _, tt := range []struct{ key, value, refused, why string }{
		{"pass", "out", "", "a choice that is offered"},
		{"target", "0", "", "the ends of a range belong to it"},
		{"target", "100", "", "both ends of a range belong to it"},
		{"target", "101", "Winning score must be a number from 0 to 100", "beyond the range"},
		{"target", "ten", "Winning score must be a number", "no number"},
		{"target", "007", "Winning score must be a number", "one value has one spelling, as logs compare them"},
		{"pass", "never", "Passing can't be", "no choice"},
		{"suits", "poker", "no option called", "no such key"},
	} {
		set, err := Configure(options, map[string]string{tt.key: tt.value})
		if tt.refused != "" {
			if err == nil || !strings.Contains(err.Error(), tt.refused) {
				t.Errorf("%s=%s: %v, want %q: %s", tt.key, tt.value, err, tt.refused, tt.why)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s=%s: %v, want it taken: %s", tt.key, tt.value, err, tt.why)
		} else if got := Changed(set); !maps.Equal(got, map[string]string{tt.key: tt.value}) {
			t.Errorf("%s=%s: changed %v: %s", tt.key, tt.value, got, tt.why)
		}
	}
	if options[0].Value != "again" || len(Changed(options)) != 0 {
		t.Error("Configure changed the options that it was given")
	}
}

// TestAnOptionTakesCustomNumbers checks that a list of numbers can be typed in several ways and is
// always stored in the same way.
func TestAnOptionTakesCustomNumbers(t *testing.T) {
	options := []Option{{
		Key: "points", Name: "Points", Value: "classic", Preset: "classic", Custom: &Numbers{Fewest: 2, Most: 4, Min: -99, Max: 99},
		Choices: []Choice{{Value: "classic"}},
	}}
	for _, tt := range []struct{ typed, stored, words, refused, why string }{
		{"4,2,1,0", "4,2,1,0", "4, 2, 1, 0", "", "with commas"},
		{"4 2 1 0", "4,2,1,0", "4, 2, 1, 0", "", "with spaces"},
		{" 4, 2,1 ", "4,2,1", "4, 2, 1", "", "with both"},
		{"1 0 -1", "1,0,-1", "1, 0, −1", "", "below 0"},
		{"1 0 −1", "1,0,-1", "1, 0, −1", "", "with a real minus"},
		{"2 2", "2,2", "2, 2", "", "equal ones don't rise"},
		{"classic", "classic", "", "", "a choice"},
		{"4", "", "", "2 to 4 numbers", "too few"},
		{"5 4 3 2 1", "", "", "2 to 4 numbers", "too many"},
		{"1 2", "", "", "none higher than the one before", "rising"},
		{"100 1", "", "", "from −99 to 99", "too high"},
		{"1 -100", "", "", "from −99 to 99", "too low"},
		{"four two", "", "", "like 4 2 1 0", "no numbers"},
		{"1.5 1", "", "", "like 4 2 1 0", "no whole number"},
		{"9999999999999999999 1", "", "", "like 4 2 1 0", "no number that a machine holds"},
	} {
		set, err := Configure(options, map[string]string{"points": tt.typed})
		switch {
		case tt.refused != "":
			if err == nil || !strings.Contains(err.Error(), tt.refused) {
				t.Errorf("%q: %v, want %q: %s", tt.typed, err, tt.refused, tt.why)
			}
		case err != nil || set[0].Value != tt.stored || tt.words != "" && set[0].Words().String() != tt.words:
			t.Errorf("%q is stored as %q (%v): %s", tt.typed, set[0].Value, err, tt.why)
		case (set[0].CustomNumbers() == nil) != (tt.stored == "classic"):
			t.Errorf("%q has the numbers %v", tt.typed, set[0].CustomNumbers())
		}
	}
}

func TestCheckFindsInvalidSetups(t *testing.T) {
	deck := card.Deck(1, 2)
	fresh := func() Setup {
		return Setup{Hands: [][]card.Card{deck[0:2], deck[2:4], deck[4:6]}, Lead: Nobody}
	}
	for _, tt := range []struct {
		change func(*Setup)
		order  []Seat // nil: the setup is refused
		why    string
	}{
		{func(*Setup) {}, []Seat{0, 1, 2}, "without an order it is the seats'"},
		{func(s *Setup) { s.Order = []Seat{2, 0, 1} }, []Seat{2, 0, 1}, "an order"},
		{func(s *Setup) { s.Order = []Seat{0, 1} }, nil, "a seat too few"},
		{func(s *Setup) { s.Order = []Seat{1, 2, 3} }, nil, "a seat that doesn't exist"},
		{func(s *Setup) { s.Places = []int{3, 1, 2} }, []Seat{0, 1, 2}, "places"},
		{func(s *Setup) { s.Places = []int{2, 1, 2} }, []Seat{0, 1, 2}, "a place that two share"},
		{func(s *Setup) { s.Places = []int{3, 1, 1} }, []Seat{0, 1, 2}, "the best place shared, and the next one as many further on"},
		{func(s *Setup) { s.Places = []int{2, 1, 1} }, nil, "nothing between two who share and the next"},
		{func(s *Setup) { s.Places = []int{0, 1, 2} }, nil, "places begin at 1"},
		{func(s *Setup) { s.Lead = 2 }, []Seat{0, 1, 2}, "a lead"},
		{func(s *Setup) { s.TopCard, s.Pile = deck[6], deck[7:] }, []Seat{0, 1, 2}, "the whole deck"},
		{func(s *Setup) { s.TopCard = deck[0] }, nil, "a card turned up that is in a hand"},
		{func(s *Setup) { s.Pile = deck[5:] }, nil, "a card in the pile that is in a hand"},
		{func(s *Setup) { s.Hands[1] = s.Hands[0] }, nil, "a card in two hands"},
		{func(s *Setup) { s.Hands[1] = []card.Card{card.Joker3} }, nil, "a Joker that the deck lacks"},
	} {
		s := fresh()
		tt.change(&s)
		order, err := s.Check(deck)
		if (err == nil) != (tt.order != nil) || err == nil && !slices.Equal(order, tt.order) {
			t.Errorf("order %v, %v; want %v: %s", order, err, tt.order, tt.why)
		}
	}
}
