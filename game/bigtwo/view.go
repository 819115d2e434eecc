package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Show implements kit.RoundState.
func (s *roundState) Show(v *game.View, place int) {
	if s.MustPlayLowest {
		v.LeadCard = s.Card(s.Hands[s.Turn].Low())
		v.LeadReason = kit.LeadsWith(v.LeadCard)
	}
	for place, at := range s.Order {
		passed := s.Passed>>place&1 != 0
		v.Players[at].Passed, v.Players[at].SitsOut = passed, passed && s.passIsFinal
	}
	v.LeftOver = s.leftOver
	if place >= 0 && s.Order[place] == s.leftOver.Seat && s.Hands[place].Len() > handSize(3) {
		v.Fresh = []card.Card{s.leftOver.Card}
	}
	if !s.Over && s.SingleMustBeHighest() {
		v.Unusual = []game.Unusual{{About: "☝️ {who} has one card left: a single must be the highest", Who: s.Order[s.Next()]}}
	}
	if s.Top != Pass {
		v.Top = game.TopPlay{Seat: s.Order[s.Owner], Cards: s.Action(s.Top).Cards, Class: className(s.Top)}
	}
	public := s.Core
	public.Hands = [Players]Cards{}
	v.Public = public
	if place >= 0 {
		v.Sorted = suitOrders[s.order].Sorted(s.Hands[place])
	}
}

// Offers lists the legal plays as buttons by class, with the play that wastes least first in each
// class, and a pass last.
func (s *roundState) Offers() []game.Offer {
	hand := s.Hands[s.Turn]
	plays := s.Plays()
	slices.SortStableFunc(plays, func(a, b Play) int {
		return cmp.Or(
			cmp.Compare(a.Verb(), b.Verb()),
			cmp.Compare(a.Class(), b.Class()),
			cmp.Compare(waste(hand, a), waste(hand, b)),
			cmp.Compare(a, b))
	})
	offers := make([]game.Offer, len(plays))
	for i, p := range plays {
		offers[i] = kit.Offer(p, p.Class().Name(), say.New(className(p)))
	}
	return offers
}

// className returns the name of a play of five cards, or "" for smaller plays.
func className(p Play) say.Text {
	if p.Class() < Straight {
		return ""
	}
	return p.Class().Name()
}

// waste measures how badly a play uses a hand: pairs and larger groups that it breaks, and high
// cards. It is 0 for single cards, which stay in order because people look for them that way.
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
