package game

import (
	"slices"
	"testing"

	"deuces/game/card"
)

func TestSetupCheck(t *testing.T) {
	deck := card.Deck(1, 2)
	fresh := func() Setup {
		return Setup{Hands: [][]card.Card{deck[0:2], deck[2:4], deck[4:6]}, Lead: Nobody}
	}
	for _, tt := range []struct {
		change func(*Setup)
		order  []Seat // nil: refused
		why    string
	}{
		{func(*Setup) {}, []Seat{0, 1, 2}, "without an order it is the seats'"},
		{func(s *Setup) { s.Order = []Seat{2, 0, 1} }, []Seat{2, 0, 1}, "an order"},
		{func(s *Setup) { s.Order = []Seat{0, 1} }, nil, "a seat too few"},
		{func(s *Setup) { s.Order = []Seat{1, 2, 3} }, nil, "a seat that isn't there"},
		{func(s *Setup) { s.Places = []int{3, 1, 2} }, []Seat{0, 1, 2}, "places"},
		{func(s *Setup) { s.Places = []int{2, 1, 2} }, []Seat{0, 1, 2}, "a place that two share"},
		{func(s *Setup) { s.Places = []int{3, 1, 1} }, []Seat{0, 1, 2}, "the best place shared, and the next one as many further on"},
		{func(s *Setup) { s.Places = []int{2, 1, 1} }, nil, "nothing between two who share and the next"},
		{func(s *Setup) { s.Places = []int{0, 1, 2} }, nil, "places begin at 1"},
		{func(s *Setup) { s.Lead = 2 }, []Seat{0, 1, 2}, "a lead"},
		{func(s *Setup) { s.TopCard, s.Pile = deck[6], deck[7:] }, []Seat{0, 1, 2}, "the whole deck"},
		{func(s *Setup) { s.TopCard = deck[0] }, nil, "a card turned up that is in a hand"},
		{func(s *Setup) { s.Pile = deck[5:] }, nil, "one in the pile"},
		{func(s *Setup) { s.Hands[1] = s.Hands[0] }, nil, "one in two hands"},
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
