package bigtwo

import (
	"deuces/game"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Check returns the play that an action means, or an *Illegal.
func (s *roundState) Check(a game.Action) (Play, error) {
	cards, err := suits.Read(a, s.Hands[s.Core.Turn], s.Top == Pass, name)
	if err != nil || a.Verb == game.Pass {
		return Pass, err
	}
	p, ok := Classify(cards)
	switch {
	case !ok:
		return Pass, game.RefuseWith(whyNoPlay(cards))
	case s.MustPlayThree && cards&ThreeOfDiamonds == 0:
		return Pass, game.Refuse("The first play of the round must include 3♦.")
	case s.Top != Pass && !p.Beats(s.Top):
		return Pass, game.RefuseWith(whyNotHigher(p, s.Top))
	}
	return p, nil
}

// whyNoPlay says why some cards aren't a play.
func whyNoPlay(cards Cards) say.Message {
	switch n := cards.Len(); n {
	case 2:
		return say.New("Two cards must be a pair: both of the same rank.")
	case 3:
		return say.New("Three cards must all have the same rank.")
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
	if have, want := p.Cards().Len(), top.Cards().Len(); have != want {
		switch want {
		case 1:
			return say.New("A single card is on the table, so it takes a higher single card to beat it.")
		case 2:
			return say.New("A pair is on the table, so it takes a higher pair to beat it.")
		case 3:
			return say.New("A triple is on the table, so it takes a higher triple to beat it.")
		}
		return say.New("Five cards are on the table, so it takes a higher play of five cards to beat them.")
	}
	if p.Class() < top.Class() {
		return say.New("A {kind} doesn't beat a {better}.", say.New(p.Class().Name()), say.New(top.Class().Name()))
	}
	return say.Capital(say.New("{play} {n:doesn't|don't} beat {top}; a play has to be higher.", describe(p), pluralCount(p), describe(top)))
}

// pluralCount selects the verb form for a play: "three nines don't beat", "a pair of nines
// doesn't".
func pluralCount(p Play) int {
	if p.Class() == Triple {
		return 3
	}
	return 1
}

// describe returns a play in words: "9♠", "a pair of nines with 9♥", "a Full House of sevens".
func describe(p Play) say.Message {
	high := suits.Card(p.High())
	switch c := p.Class(); c {
	case Single:
		return say.Verbatim(high.Face())
	case Pair:
		return say.New("a pair of {ranks} with {high}", kit.Plural(high), high.Face())
	case Triple:
		return say.New("three {ranks}", kit.Plural(high))
	case FullHouse, Bomb:
		return say.New("a {kind} of {ranks}", say.New(c.Name()), kit.Plural(high))
	default:
		return say.New("a {kind}", fiveName(p))
	}
}

// fiveName names a play of five cards by the cards that decide: "Full House, sevens", "Straight to
// J♥". It is empty for smaller plays.
func fiveName(p Play) say.Message {
	high := suits.Card(p.High())
	switch c := p.Class(); c {
	case Single, Pair, Triple:
		return say.Message{}
	case FullHouse, Bomb:
		return say.New("{kind}, {ranks}", say.New(c.Name()), kit.Plural(high))
	default:
		return say.New("{kind} to {high}", say.New(c.Name()), high.Face())
	}
}
