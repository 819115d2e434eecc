package president

import (
	"fmt"
	"math/bits"

	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

// move reads an action as a move of the seat whose turn it is, or says in a
// player's words why it can't be made. What the cards are is settled here;
// whether they may be laid now is for check.
func (s *State) move(seat game.Seat, a game.Action) (Move, error) {
	p := &s.pos
	switch {
	case p.turn < 0:
		return 0, game.Refuse("The round is over.")
	case seat < 0 || int(seat) >= len(s.order):
		return 0, game.Refuse("You have no seat at this table.")
	case s.chair[seat] != p.turn:
		return 0, game.Refuse("It isn't your turn.")
	}
	var m Move
	var err error
	switch a.Verb {
	case game.Pass:
		m = PassMove
	case game.Play:
		m, err = s.play(a)
	case game.Give:
		m, err = s.gift(a)
	default:
		err = game.Refuse("There is nothing to draw in this game.")
	}
	if err != nil {
		return 0, err
	}
	if why := p.check(m); why != legal {
		return 0, game.Refused(say.Verbatim(s.sentence(why, m)))
	}
	return m, nil
}

// cards finds the cards of an action in the hand; "whichever Joker" is the
// lowest not named.
func (s *State) cards(a game.Action) (card.Set, error) {
	rest := s.pos.hands[s.pos.turn]
	var set card.Set
	whichever := 0
	for _, c := range a.Cards {
		switch {
		case c == card.AnyJoker:
			whichever++
			continue
		case !rest.Has(c):
			if set.Has(c) {
				return set, game.Refuse("You don't hold another {card}.", c.Face())
			}
			return set, game.Refuse("You don't hold {card}.", named(c))
		}
		rest.Remove(c)
		set.Add(c)
	}
	for range whichever {
		c := lowestJoker(rest)
		if c == card.None {
			if whichever > 1 {
				return set, game.Refuse("You don't hold that many Jokers.")
			}
			return set, game.Refuse("You don't hold {card}.", named(card.AnyJoker))
		}
		rest.Remove(c)
		set.Add(c)
	}
	return set, nil
}

// lowestJoker returns the lowest Joker of a hand; None if it has none.
func lowestJoker(hand card.Set) card.Card {
	for c := card.Joker1; c <= card.Joker3; c++ {
		if hand.Has(c) {
			return c
		}
	}
	return card.None
}

// play reads the cards of a play as a set (rules.md P2).
func (s *State) play(a game.Action) (Move, error) {
	p := &s.pos
	if p.due > 0 {
		return 0, game.Refused(say.Verbatim(s.sentence(giveFirst, 0)))
	}
	if len(a.Cards) == 0 {
		return 0, game.Refuse("Choose the cards to play.")
	}
	set, err := s.cards(a)
	if err != nil {
		return 0, err
	}
	var rank card.Rank
	for c := range set.All() {
		switch {
		case c.IsJoker():
		case rank != 0 && c.Rank() != rank:
			return 0, game.Refuse("A play is cards of one rank; {rank} and {other} don't go together.", plural(rank), plural(c.Rank()))
		default:
			rank = c.Rank()
		}
	}
	jokers, as := jokersIn(&set), a.As
	switch {
	case as == card.None:
		as = p.unnamed()
	case as.IsJoker() || as.Rank() == 0 || as.Rank() > card.Joker:
		return 0, game.Refuse("A Joker can't be named so.")
	case jokers == 0:
		return 0, game.Refuse("There is no Joker in that play to be named.")
	case rank == 0 && !p.law.stands:
		return 0, game.Refuse("A Joker alone stands for itself here; it can't be named {card}.", as.Face())
	case rank != 0 && rank != as.Rank():
		return 0, game.Refuse("A Joker joined to {rank} takes their rank; it can't be {card}.", plural(rank), as.Face())
	}
	if rank == 0 {
		return p.law.playOf(card.Joker, 0, jokers, as), nil
	}
	return p.law.playOf(rank, naturalsIn(&set, rank), jokers, card.None), nil
}

// gift reads the cards of an exchange decision.
func (s *State) gift(a game.Action) (Move, error) {
	if s.pos.due == 0 {
		return 0, game.Refused(say.Verbatim(s.sentence(nothingToGive, 0)))
	}
	if len(a.Cards) > 2 {
		return 0, game.Refused(say.Verbatim(s.sentence(wrongGift, 0)))
	}
	set, err := s.cards(a)
	return giftOf(set), err
}

// sentence says why a move is refused.
func (s *State) sentence(why reason, m Move) string {
	p := &s.pos
	top := p.top.Size()
	switch why {
	case leadsMust:
		return "You lead, so you must play; anything goes."
	case needsThree:
		return "The round's first play must have 3♣ in it."
	case lastPair:
		return "Your last two cards may not go as a pair; play one of them."
	case jokersApart:
		return "Jokers join no other cards here; play them by themselves."
	case wrongSize:
		return fmt.Sprintf("%s on the table, so it takes %s to beat %s.", lies(top), s.due(top), it(top))
	case tooFew:
		return fmt.Sprintf("%s on the table, so it takes %s or more to beat %s.", lies(top), s.due(top), it(top))
	case isEqual:
		if m.Rank() == p.top.Rank() && p.law.suits != suitsNone && m.Rank() != card.Joker {
			return fmt.Sprintf("%s %s %s: the highest suit of both is the same, and equal is not higher.", upper(s.words(m)), beat(m), s.words(p.top))
		}
		return fmt.Sprintf("%s %s %s; a play has to be higher.", upper(s.words(m)), beat(m), s.words(p.top))
	case isLower:
		return fmt.Sprintf("%s %s %s%s.", upper(s.words(m)), beat(m), s.words(p.top), s.because(m))
	case giveFirst:
		return fmt.Sprintf("First choose %s to give.", many(p.gifted(), "card"))
	case nothingToGive:
		return "There is nothing to give now."
	case wrongGift:
		return fmt.Sprintf("You have to give %s.", many(p.gifted(), "card"))
	case notTheLowest:
		return "You give your lowest cards; only 3♣ may be kept back."
	}
	return "You can't do that now."
}

// gifted returns how many cards are to be given.
func (p *Position) gifted() int {
	return min(int(p.trades[0].n), p.hands[p.trades[0].from].Len())
}

// due says how many cards may follow a play of some size: what twos are let off.
func (s *State) due(size int) string {
	cards := many(size, "card")
	if p := &s.pos; p.law.fewer && size > 1 && !p.inverted && p.top.Rank() != card.Two && p.top.natural() != 0 {
		return fmt.Sprintf("%s (or %s)", cards, many(size-1, "2"))
	}
	return cards
}

// because says what decides where it may surprise: the suit, or the order.
func (s *State) because(m Move) string {
	p := &s.pos
	switch {
	case m.Rank() == p.top.Rank():
		return fmt.Sprintf("; of one rank the highest suit decides (%s)", suitOrder[p.law.suits])
	case p.inverted && p.law.four == fourRevolution:
		return "; with revolution on, lower wins"
	case p.inverted:
		return "; the order is turned over, lower wins"
	}
	return ""
}

var suitOrder = [...]string{suitsPoker: "♠ ♥ ♦ ♣", suitsAustrian: "♥ ♦ ♠ ♣"}

// words says what a play is: "a 9", "three 7s", "two Jokers".
func (s *State) words(m Move) string {
	if m.Size() == 1 && s.pos.law.suits != suitsNone {
		if as := m.As(); as != card.None {
			return "a Joker as " + many(1, as.Rank().Face())
		}
		return named(lowestOf(m))
	}
	return many(m.Size(), m.Rank().Face())
}

// named is a card as a sentence has it: "9♥", "a Joker".
func named(c card.Card) string {
	if c.IsJoker() {
		return "a Joker"
	}
	return c.Face()
}

// many counts a noun: "a 9", "an 8", "three 9s".
func many(n int, noun string) string {
	numbers := [...]string{"no", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"}
	switch {
	case n == 1 && (noun == "8" || noun == "A"):
		return "an " + noun
	case n == 1 && noun == "card":
		return "one card"
	case n == 1:
		return "a " + noun
	}
	return numbers[n] + " " + noun + "s"
}

func plural(r card.Rank) string { return r.Face() + "s" }

func beat(m Move) string {
	if m.Size() == 1 {
		return "doesn't beat"
	}
	return "don't beat"
}

func lies(n int) string {
	if n == 1 {
		return "One card is"
	}
	return upper(many(n, "card")) + " are"
}

func it(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// upper makes the first letter of an ASCII sentence a capital.
func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// class names a play that has a name of its own.
func (r *Rules) class(m Move) string {
	natural := bits.OnesCount8(m.natural())
	switch jokers := m.Jokers(); {
	case natural == 0 || m.Size() < 4:
	case r.law.coup && m.Size() == 5 && (jokers == 1 || jokers == 2):
		return "Coup"
	case r.law.guillotine && natural == 4 && jokers == 2:
		return "Guillotine"
	case r.law.four == fourRevolution:
		return "Revolution"
	case r.law.four == fourInvert:
		return "Inversion"
	}
	return ""
}
