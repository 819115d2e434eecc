package bigtwo

import (
	"fmt"
	"strings"

	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

// check returns the play that an action is, or in a player's words why the
// rules refuse it.
func (s State) check(seat game.Seat, a game.Action) (Play, error) {
	turn, on := s.Turn()
	switch {
	case !on:
		return Pass, game.Refuse("The round is over.")
	case seat != turn:
		return Pass, game.Refuse("It isn't your turn.")
	case a.Verb == game.Pass && s.core.Top == Pass:
		return Pass, game.Refuse("You are in control, so you can't pass: lay anything you like.")
	case a.Verb == game.Pass:
		return Pass, nil
	case a.Verb == game.Draw:
		return Pass, game.Refuse("There is no pile to draw from in Big Two.")
	case a.Verb != game.Play:
		return Pass, game.Refuse("No cards are given away in Big Two.")
	}
	hand := s.core.Hands[s.core.Turn]
	var cards Cards
	for _, c := range a.Cards {
		switch {
		case c.IsJoker() || a.As != card.None:
			return Pass, game.Refuse("There are no Jokers in Big Two.")
		case c.Rank() < card.Three || c.Rank() > card.Two || hand&CardsOf(c) == 0:
			return Pass, game.Refuse("You don't hold {card}.", c.Face())
		case cards&CardsOf(c) != 0:
			return Pass, game.Refuse("You hold only one {card}.", c.Face())
		}
		cards |= CardsOf(c)
	}
	p, ok := Classify(cards)
	switch {
	case !ok:
		return Pass, game.Refused(say.Verbatim(noPlay(cards)))
	case s.core.Due && cards&ThreeOfDiamonds == 0:
		return Pass, game.Refuse("The first play of the round must contain 3♦.")
	case s.core.Top != Pass && !p.Beats(s.core.Top):
		return Pass, game.Refused(say.Verbatim(notHigher(p, s.core.Top)))
	}
	return p, nil
}

// noPlay says why some cards make no play.
func noPlay(cards Cards) string {
	switch n := cards.Len(); n {
	case 0:
		return "Name the cards that you play."
	case 2:
		return "Two cards must be a pair: of the same rank."
	case 3:
		return "Three cards must be of the same rank."
	case 5:
		if goesRound(cards) {
			return "A Straight can't go past the 2: J Q K A 2 is the highest, and 3 4 5 6 7 the lowest."
		}
		return "These five make no Straight, Flush, Full House, Bomb or Straight Flush."
	default:
		return fmt.Sprintf("One plays one, two, three or five cards, not %d.", n)
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

func notHigher(p, top Play) string {
	sizes := map[int]string{1: "A single card", 2: "A pair", 3: "A triple", 5: "A play of five cards"}
	if have, want := p.Cards().Len(), top.Cards().Len(); have != want {
		return fmt.Sprintf("%s lies on top: only a higher play of as many cards beats it.", sizes[want])
	}
	if p.Class() < top.Class() {
		return fmt.Sprintf("A %s doesn't beat a %s.", p.Class(), top.Class())
	}
	return fmt.Sprintf("%s isn't higher than %s.", upper(name(p)), name(top))
}

// name tells a play in words: "9♠", "a pair of nines with 9♥", "a Full House
// of sevens".
func name(p Play) string {
	high := at(p.High())
	switch c := p.Class(); c {
	case Single:
		return high.Face()
	case Pair:
		return fmt.Sprintf("a pair of %s with %s", many(high), high.Face())
	case Triple:
		return "three " + many(high)
	case FullHouse, Bomb:
		return fmt.Sprintf("a %s of %s", c, many(high))
	default:
		return "a " + says(p)
	}
}

// says names a play of five cards by what counts in it: "Full House, sevens",
// "Straight to J♥"; "" for a smaller play, which speaks for itself.
func says(p Play) string {
	high := at(p.High())
	switch c := p.Class(); c {
	case Single, Pair, Triple:
		return ""
	case FullHouse, Bomb:
		return fmt.Sprintf("%s, %s", c, many(high))
	default:
		return fmt.Sprintf("%s to %s", c, high.Face())
	}
}

// many is a rank in the plural, spelt out: "7s" would be read as the 7 of spades.
func many(c card.Card) string {
	return [...]string{"threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "Jacks", "Queens", "Kings", "Aces", "twos"}[c.Rank()-card.Three]
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
