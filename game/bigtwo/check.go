package bigtwo

import (
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

func (s *roundState) Check(a game.Action) (Play, error) {
	hand := s.Hands[s.Turn]
	cards, err := suitOrders[s.order].Read(a, hand, s.Top == Pass)
	if err != nil || a.Verb == game.Pass {
		return Pass, err
	}
	p, ok := s.Classify(cards)
	switch {
	case !ok:
		return Pass, game.RefuseWith(s.whyNoPlay(cards))
	case s.MustPlayLowest && cards&(hand&-hand) == 0:
		return Pass, game.RefuseWith(kit.MustInclude(s.Card(hand.Low())))
	case s.Top != Pass && !s.Beats(p, s.Top):
		return Pass, game.RefuseWith(kit.TooWeak(s.describe(s.Top), s.whatBeats(s.Top)))
	case p.Class() == Single && p.High() != hand.High() && s.SingleMustBeHighest():
		return Pass, game.Refuse("The next player has one card left, so a single card must be your highest: {card}.", s.Card(hand.High()).Face())
	}
	return s.marked(p), nil
}

func (v *Variant) whyNoPlay(cards Cards) say.Message {
	ranks := cards.Ranks(1)
	switch n := cards.Len(); {
	case n == 3 && ranks.Len() == 1:
		return say.New("Three of a kind can't be played alone here, only in a Full House. Play one card, a pair or five cards.")
	case n == 2, n == 3 && v.Has(Triple):
		return kit.SameRank()
	case n == 5 && oneSuit(cards):
		return say.New("Five cards of one suit are no play, unless they are a Straight Flush.")
	case n == 5 && wrapsAround(ranks):
		return v.with2()
	case n == 5 && !v.Has(Flush):
		return say.New("These five cards aren't a Straight, Full House, Bomb or Straight Flush.")
	case n == 5:
		return say.New("These five cards aren't a Straight, Flush, Full House, Bomb or Straight Flush.")
	case !v.Has(Triple):
		return say.New("You can play one, two or five cards, not {n}.", n)
	default:
		return say.New("You can play one, two, three or five cards, not {n}.", n)
	}
}

// wrapsAround reports whether ranks are five in a row if 3 follows 2.
func wrapsAround(ranks Cards) bool {
	return inARow(looped(ranks)) != 0 || inARow(ranks>>36|ranks<<16) != 0
}

// describe returns a play in words: "9♠ 9♥", "Full House, 7 7 7".
func (v *Variant) describe(p Play) say.Message {
	if p.Class() < Straight {
		return say.Verbatim(card.Faces(v.List(p.Cards())))
	}
	return v.fiveName(p)
}

// fiveName names a play of five cards by the cards that decide: "Full House, 7 7 7", "Straight to
// J♥", "Straight, A 2 3 4 5". It is empty for smaller plays.
func (v *Variant) fiveName(p Play) say.Message {
	kind, ranks := say.New(p.Class().Name()), p.Cards().Ranks(1)
	switch c := p.Class(); {
	case c < Straight:
		return say.Message{}
	case c == FullHouse || c == Bomb:
		rank := v.Card(p.High()).Rank().Face()
		return say.New("{kind}, {cards}", kind, strings.Join(slices.Repeat([]string{rank}, (p.Cards()&kit.Rank(p.High())).Len()), " "))
	case c != Flush && inARow(ranks) == 0:
		start := inARow(looped(ranks)).Low() / 4
		return say.New("{kind}, {cards}", kind, strings.Join(strings.Split(loop[start:start+5], ""), " "))
	}
	return say.New("{kind} to {high}", kind, v.Card(p.Cards().High()).Face())
}
