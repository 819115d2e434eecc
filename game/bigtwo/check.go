package bigtwo

import (
	"slices"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Check returns the play that an action means, or an *Illegal.
func (s *roundState) Check(a game.Action) (Play, error) {
	cards, err := suits.Read(a, s.Hands[s.Core.Turn], s.Top == Pass)
	if err != nil || a.Verb == game.Pass {
		return Pass, err
	}
	p, ok := Classify(cards)
	switch {
	case !ok:
		return Pass, game.RefuseWith(whyNoPlay(cards))
	case s.MustPlayThree && cards&ThreeOfDiamonds == 0:
		return Pass, game.RefuseWith(kit.MustInclude(suits.Card(0)))
	case s.Top != Pass && !p.Beats(s.Top):
		return Pass, game.RefuseWith(whyNotHigher(p, s.Top))
	}
	return p, nil
}

// whyNoPlay says why some cards aren't a play.
func whyNoPlay(cards Cards) say.Message {
	switch n := cards.Len(); n {
	case 2, 3:
		return kit.SameRank()
	case 5:
		if wrapsAround(cards) {
			return say.New("A Straight can't go past the 2: J Q K A 2 is the highest, and 3 4 5 6 7 the lowest.")
		}
		return say.New("These five cards aren't a Straight, Flush, Full House, Bomb or Straight Flush.")
	default:
		return say.New("You can play one, two, three or five cards, not {n}.", n)
	}
}

// wrapsAround reports whether five cards would be a straight if 3 followed 2.
func wrapsAround(cards Cards) bool {
	const past = 1 << (4 * 13)
	ranks := cards.Ranks(1)
	for start := range 13 {
		turned := (ranks>>(4*start) | ranks<<(52-4*start)) & (past - 1)
		if turned == run {
			return true
		}
	}
	return false
}

// whyNotHigher says why a play doesn't beat the top play.
func whyNotHigher(p, top Play) say.Message {
	if top.Cards().Len() != p.Cards().Len() {
		return kit.TakesCards(top.Cards().Len())
	}
	return kit.NotHigher(describe(p), describe(top))
}

// describe returns a play in words: "9♠ 9♥", "Full House, 7 7 7".
func describe(p Play) say.Message {
	if p.Class() < Straight {
		return say.Verbatim(card.Faces(List(p.Cards())))
	}
	return fiveName(p)
}

// fiveName names a play of five cards by the cards that decide: "Full House, 7 7 7", "Straight to
// J♥". It is empty for smaller plays.
func fiveName(p Play) say.Message {
	high := suits.Card(p.High())
	switch c := p.Class(); c {
	case Single, Pair, Triple:
		return say.Message{}
	case FullHouse, Bomb:
		same := slices.Repeat([]string{high.Rank().Face()}, (p.Cards() & kit.Rank(p.High())).Len())
		return say.New("{kind}, {cards}", say.New(c.Name()), strings.Join(same, " "))
	default:
		return say.New("{kind} to {high}", say.New(c.Name()), high.Face())
	}
}
