package bigtwo

import (
	"cmp"
	"math/bits"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

func (s *roundState) Show(v *game.View, place int) {
	if s.MustPlayLowest {
		kit.LeadWith(v, s.Card(s.Hands[s.Turn].Low()))
	}
	for place, at := range s.Order {
		passed := s.Passed>>place&1 != 0
		v.Players[at].Passed, v.Players[at].SitsOut = passed, passed && s.PassIsFinal
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
		v.Beats = s.whatBeats(s.Top)
	}
	public := s.Core
	public.Hands = [Players]Cards{}
	v.Public = public
	if place >= 0 {
		v.Sorted = suitOrders[s.order].Sorted(s.Hands[place])
	}
}

func (v *Variant) whatBeats(top Play) say.Message {
	var other say.Message
	t := top.Class()
	switch by := v.BeatenBy[t] &^ (1 << t); {
	case by == 0:
	case by == 1<<StraightFlush:
		other = say.New("a Straight Flush")
	case by&(1<<Bomb-1) == 0:
		other = say.New("a Bomb or a Straight Flush")
	default:
		other = say.New("a {kind} or better", say.New(Class(bits.TrailingZeros8(by)).Name()))
	}
	kind := t.Name()
	if t <= Triple {
		kind = [...]say.Text{"card", "pair", "three of a kind"}[t]
	}
	return kit.Higher(kind, top.High() < v.highest(t), other)
}

// highest returns the greatest strength of a class.
func (v *Variant) highest(c Class) (high int) {
	switch c {
	case Triple, FullHouse, Bomb:
		return kit.Lowest.High()
	case Flush:
		return v.flushHigh(kit.Deck)
	case Straight, StraightFlush:
		t := &straightTables[v.straights]
		for starts := t.starts; starts != 0; starts &= starts - 1 {
			high = max(high, t.all[starts.Low()/4].order+3)
		}
		return high
	}
	return kit.Deck.High()
}

// Offers lists the legal plays as buttons by class, with the play that wastes least first in each
// class, and a pass last. Plays of one class whose highest card has the same rank are alike.
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
	seen := map[[2]int]bool{}
	for i, p := range plays {
		offers[i] = kit.Offer(p, p.Class().Name(), say.New(className(p)))
		rank := p.High() / 4
		if p.Class() == Flush {
			rank = p.Cards().High() / 4
		}
		if shape := [2]int{int(p.Class()), rank}; p != Pass {
			offers[i].Alike, seen[shape] = seen[shape], true
		}
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
