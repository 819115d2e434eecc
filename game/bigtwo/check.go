package bigtwo

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

// check returns the play that an action is, or in a player's words why the
// rules refuse it.
func (s *moment) check(seat game.Seat, a game.Action) (Play, error) {
	turn, on := s.turn()
	switch {
	case !on:
		return Pass, game.Refuse("The round is over.")
	case seat != turn:
		return Pass, game.Refuse("It isn't your turn.")
	case a.Verb == game.Pass && s.core.Top == Pass:
		return Pass, game.Refuse("You lead, so you can't pass: play anything you like.")
	case a.Verb == game.Pass:
		return Pass, nil
	case a.Verb == game.Draw:
		return Pass, game.Refuse("There is no draw pile in Big Two.")
	case a.Verb != game.Play:
		return Pass, game.Refuse("You don't give cards away in Big Two.")
	}
	hand := s.core.Hands[s.core.Turn]
	var cards Cards
	for _, c := range a.Cards {
		switch {
		case c.IsJoker() || a.As != card.None:
			return Pass, game.Refuse("There are no Jokers in Big Two.")
		case c.Rank() < card.Three || c.Rank() > card.Two || hand&CardsOf(c) == 0:
			return Pass, game.Refuse("You don't have {card}.", c.Face())
		case cards&CardsOf(c) != 0:
			return Pass, game.Refuse("You have only one {card}, and you named it twice.", c.Face())
		}
		cards |= CardsOf(c)
	}
	p, ok := Classify(cards)
	switch {
	case !ok:
		return Pass, game.Refused(noPlay(cards))
	case s.core.Due && cards&ThreeOfDiamonds == 0:
		return Pass, game.Refuse("The first play of the round must include 3♦.")
	case s.core.Top != Pass && !p.Beats(s.core.Top):
		return Pass, game.Refused(notHigher(p, s.core.Top))
	}
	return p, nil
}

// noPlay says why some cards make no play.
func noPlay(cards Cards) say.Message {
	switch n := cards.Len(); n {
	case 0:
		return say.New("Choose the cards to play.")
	case 2:
		return say.New("Two cards must be a pair: both of the same rank.")
	case 3:
		return say.New("Three cards must all have the same rank.")
	case 5:
		if goesRound(cards) {
			return say.New("A Straight can't go past the 2: J Q K A 2 is the highest, and 3 4 5 6 7 the lowest.")
		}
		return say.New("These five cards aren't a Straight, Flush, Full House, Bomb or Straight Flush.")
	default:
		return say.New("You can play one, two, three or five cards, not {n}.", n)
	}
}

// goesRound says whether five cards would be a straight if 3 followed 2.
func goesRound(cards Cards) bool {
	const past = 1 << (4 * 13)
	ranks := (cards.counts() + lowest*7) & (lowest * 8) >> 3
	for start := range 13 {
		turned := (ranks>>(4*start) | ranks<<(52-4*start)) & (past - 1)
		if turned == run {
			return true
		}
	}
	return false
}

// notHigher says why a play does not beat the top play.
func notHigher(p, top Play) say.Message {
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
	return say.Capital(say.New("{play} {n:doesn't|don't} beat {top}; a play has to be higher.", name(p), number(p), name(top)))
}

// number is how many things a play is read as: three nines don't, a pair of nines
// doesn't beat another.
func number(p Play) int {
	if p.Class() == Triple {
		return 3
	}
	return 1
}

// name tells a play in words: "9♠", "a pair of nines with 9♥", "a Full House
// of sevens".
func name(p Play) say.Message {
	high := at(p.High())
	switch c := p.Class(); c {
	case Single:
		return say.Verbatim(high.Face())
	case Pair:
		return say.New("a pair of {ranks} with {high}", plural(high), high.Face())
	case Triple:
		return say.New("three {ranks}", plural(high))
	case FullHouse, Bomb:
		return say.New("a {kind} of {ranks}", say.New(c.Name()), plural(high))
	default:
		return say.New("a {kind}", says(p))
	}
}

// says names a play of five cards by what counts in it: "Full House, sevens",
// "Straight to J♥"; nothing for a smaller play, which speaks for itself.
func says(p Play) say.Message {
	high := at(p.High())
	switch c := p.Class(); c {
	case Single, Pair, Triple:
		return say.Message{}
	case FullHouse, Bomb:
		return say.New("{kind}, {ranks}", say.New(c.Name()), plural(high))
	default:
		return say.New("{kind} to {high}", say.New(c.Name()), high.Face())
	}
}

// plural is a rank in the plural, spelt out: "7s" would be read as the 7 of spades.
func plural(c card.Card) say.Message {
	return say.New([...]say.Text{"threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "Jacks", "Queens", "Kings", "Aces", "twos"}[c.Rank()-card.Three])
}
