package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Show adds the play to beat, who has passed, and the orders of a hand.
func (s *roundState) Show(v *game.View, place int) {
	if s.Due {
		v.LeadCard = card.New(card.Three, card.Diamonds)
		v.LeadReason = say.New("The round opens with 3♦: whoever holds it leads, with any play that includes it.")
	}
	for place, at := range s.Order {
		v.Players[at].Passed = s.Passed>>place&1 != 0
	}
	if s.Top != Pass {
		v.Top = game.TopPlay{Seat: s.Order[s.Owner], Cards: kit.Action(s.Top).Cards, Class: named(s.Top)}
	}
	public := s.Core
	public.Hands = [Players]Cards{}
	v.Public = public
	if place >= 0 {
		v.Sorted = suits.Sorted(s.Hands[place])
	}
}

// Offers lists the legal plays as buttons: class by class, in each the best use
// of the hand first, and a pass last.
func (s *roundState) Offers() []game.Offer {
	hand := s.Hands[s.Core.Turn]
	plays := s.Legal(make([]Play, 0, 64))
	slices.SortStableFunc(plays, func(a, b Play) int {
		return cmp.Or(
			cmp.Compare(a.Verb(), b.Verb()),
			cmp.Compare(a.Class(), b.Class()),
			cmp.Compare(waste(hand, a), waste(hand, b)),
			cmp.Compare(a, b))
	})
	offers := make([]game.Offer, len(plays))
	for i, p := range plays {
		offers[i] = kit.Offer(p, p.Class().Name(), says(p))
	}
	return offers
}

// named is what a play is called where its cards alone don't say it.
func named(p Play) say.Text {
	if p.Class() < Straight {
		return ""
	}
	return p.Class().Name()
}

// waste says how badly a play uses a hand: what it tears apart of pairs and
// more, and the high cards that are in it without need. Single cards are left
// in their order, which is how people look for them.
func waste(hand Cards, p Play) int {
	if p == Pass || p.Class() == Single {
		return 0
	}
	waste := 0
	for ranks := hand.Ranks(2); ranks != 0; ranks &= ranks - 1 {
		same := kit.Rank(ranks.Low())
		if left := (hand &^ p.Cards() & same).Len(); left > 0 && p.Cards()&same != 0 {
			waste += 30
		}
	}
	for rest := p.Cards(); rest != 0; rest &= rest - 1 {
		waste += rest.Low() / 4
	}
	return waste
}
