package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

// view is what a seat may know.
func (s *moment) view(seat game.Seat) game.View {
	v := game.View{
		Seat: seat, Turn: game.Nobody, Phase: game.Over, Pile: -1,
		Order: slices.Clone(s.table.order), Dealer: s.table.order[Players-1],
		Players: make([]game.PlayerView, Players),
		Top:     game.Laid{Seat: game.Nobody},
	}
	if turn, on := s.turn(); on {
		v.Turn, v.Phase = turn, game.Playing
	} else {
		v.Out = []game.Seat{s.seat(s.core.Turn)}
	}
	if s.core.Due {
		v.OpensBy = card.New(card.Three, card.Diamonds)
		v.Opens = say.New("The round opens with 3♦: whoever holds it leads, with any play that includes it.")
	}
	for place, at := range s.table.order {
		p := &v.Players[at]
		p.Cards, p.Passed = s.core.Hands[place].Len(), s.core.Passed>>place&1 != 0
		if s.table.held != nil {
			p.Held = s.table.held[at]
		}
	}
	if top := s.core.Top; top != Pass {
		v.Top = game.Laid{Seat: s.seat(s.core.Owner), Cards: laid(top), Class: named(top)}
	}
	if seat < 0 || seat >= Players {
		return v
	}
	v.Hand = s.core.Hands[slices.Index(s.table.order, seat)].List()
	bySuit := slices.Clone(v.Hand)
	slices.SortStableFunc(bySuit, func(a, b card.Card) int { return cmp.Compare(CardsOf(a).low()%4, CardsOf(b).low()%4) })
	v.Sorted = []game.Sorting{{By: "rank", Hand: slices.Clone(v.Hand)}, {By: "suit", Hand: bySuit}}
	if seat == v.Turn {
		v.Legal = s.legal(&game.Actions{})
		v.Offers = s.offers()
	}
	return v
}

// offers lists the legal plays as buttons: class by class, in each the best use
// of the hand first, and a pass last.
func (s *moment) offers() []game.Offer {
	hand := s.core.Hands[s.core.Turn]
	plays := s.core.Legal(make([]Play, 0, 64))
	slices.SortStableFunc(plays, func(a, b Play) int {
		return cmp.Or(
			cmp.Compare(b2i(a == Pass), b2i(b == Pass)),
			cmp.Compare(a.Class(), b.Class()),
			cmp.Compare(waste(hand, a), waste(hand, b)),
			cmp.Compare(a, b))
	})
	offers := make([]game.Offer, len(plays))
	for i, p := range plays {
		offers[i] = game.Offer{Action: action(p, laid(p)), Class: p.Class().Name(), Label: label(p), Says: says(p)}
		if p == Pass {
			offers[i].Class = ""
		}
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

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// waste says how badly a play uses a hand: what it tears apart of pairs and
// more, and the high cards that are in it without need. Single cards are left
// in their order, which is how people look for them.
func waste(hand Cards, p Play) int {
	if p == Pass || p.Class() == Single {
		return 0
	}
	waste := 0
	for ranks := (hand.counts() + lowest*6) & (lowest * 8) >> 3; ranks != 0; ranks &= ranks - 1 {
		same := rankOf(ranks.low())
		if left := (hand &^ p.Cards() & same).Len(); left > 0 && p.Cards()&same != 0 {
			waste += 30
		}
	}
	for rest := p.Cards(); rest != 0; rest &= rest - 1 {
		waste += rest.low() / 4
	}
	return waste
}

// label is a play as a button says it: its cards.
func label(p Play) say.Message {
	if p == Pass {
		return say.New("Pass")
	}
	return say.Verbatim(card.Faces(laid(p)))
}
