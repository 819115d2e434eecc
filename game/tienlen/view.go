package tienlen

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Show implements kit.RoundState.
func (s *roundState) Show(v *game.View, place int) {
	if s.MustPlay != 0 && !s.Over {
		c := suits.Card(s.MustPlay.Low())
		v.LeadCard = c
		v.LeadReason = say.New("The match opens with {card}, the lowest card dealt: whoever holds it leads, with any play that includes it.", c.Face())
	}
	v.Out = nil
	for _, out := range s.Out[:s.OutCount] {
		v.Out = append(v.Out, s.Order[out])
	}
	for at, seat := range s.Order {
		passed := s.Passed>>at&1 != 0 && int(s.Owner) != at
		v.Players[seat].Passed, v.Players[seat].SitsOut = passed, passed
	}
	if s.Top != Pass {
		v.Top = game.TopPlay{Seat: s.Order[s.Owner], Cards: kit.Action(s.Top).Cards, Class: kindName(s.Top)}
	}
	if s.Pot > 0 && !s.Over {
		v.Unusual = []game.Unusual{{Text: "💥 **A chop:** whoever is chopped last pays.", Brief: "💥 whoever is chopped last pays"}}
	}
	public := s.Core
	public.Hands = [Players]kit.Cards{}
	v.Public = public
	if place >= 0 {
		v.Sorted = suits.Sorted(s.Hands[place])
	}
}

// Observation returns the round as a seat sees it: a Core in which the hands of other places are
// empty.
func Observation(v game.View) (Core, error) {
	c, place, err := kit.Public[Core](v)
	if err == nil {
		c.Hands[place] = CardsOf(v.Hand...)
	}
	return c, err
}

// Fresh returns a round with the same options before anything was played, without hands, in which
// leader leads.
func (c *Core) Fresh(leader uint8) Core {
	return Core{roundRules: c.roundRules, Seats: c.Seats, Turn: leader}
}

// Offers lists the legal plays as buttons by kind and size, with plays that break nothing apart
// first, and a pass last.
func (s *roundState) Offers() []game.Offer {
	torn := func(p Play) int {
		if p.Kind() == Single {
			return 0
		}
		return LeftBehind(s.Hands[s.Turn], p)
	}
	plays := s.Legal(make([]Play, 0, 64))
	slices.SortStableFunc(plays, func(a, b Play) int {
		return cmp.Or(
			cmp.Compare(a.Verb(), b.Verb()),
			cmp.Compare(a.Kind(), b.Kind()),
			cmp.Compare(a.Size(), b.Size()),
			cmp.Compare(torn(a), torn(b)),
			cmp.Compare(a, b))
	})
	offers := make([]game.Offer, len(plays))
	for i, p := range plays {
		var says say.Message
		switch {
		case p == Pass:
		case s.isChop(p, s.Top):
			says = say.New("chops")
		case p.Kind() >= Sequence:
			says = say.New("to {high}", suits.Card(p.High()).Face())
		}
		offers[i] = kit.Offer(p, p.Kind().Name(), says)
	}
	return offers
}

// LeftBehind returns how many cards of a play's ranks stay in the hand.
func LeftBehind(hand kit.Cards, p Play) int {
	n := 0
	for ranks := p.Cards().Ranks(1); ranks != 0; ranks &= ranks - 1 {
		n += (hand &^ p.Cards() & kit.Rank(ranks.Low())).Len()
	}
	return n
}

// kindName returns the name of a four or a sequence, or "" for smaller plays.
func kindName(p Play) say.Text {
	if p.Kind() < Four {
		return ""
	}
	return p.Kind().Name()
}
