package president

import (
	"deuces/game"
	"deuces/game/card"
)

// Check returns the move that an action means, or an *Illegal. The functions in this file find the
// cards; Position.check decides whether they can be played.
func (s *roundState) Check(a game.Action) (play, error) {
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
		err = game.Refuse("There is no draw pile in this game.")
	}
	if err != nil {
		return play{}, err
	}
	if why := s.position.check(m); why != legal {
		return play{}, game.RefuseWith(s.sentence(why, m))
	}
	return s.asPlay(m), nil
}

// cards finds the cards of an action in the hand. AnyJoker stands for the lowest Joker that the
// action doesn't name otherwise.
func (s *roundState) cards(a game.Action) (card.Set, error) {
	rest := s.position.hands[s.position.turn]
	var set card.Set
	whichever := 0
	for _, c := range a.Cards {
		switch {
		case c == card.AnyJoker:
			whichever++
			continue
		case !rest.Has(c):
			if set.Has(c) {
				return set, game.Refuse("You don't have another {card}.", c.Face())
			}
			return set, game.Refuse("You don't have {card}.", faceOf(c))
		}
		rest.Remove(c)
		set.Add(c)
	}
	for range whichever {
		c := lowestJoker(rest)
		if c == card.None {
			if whichever > 1 {
				return set, game.Refuse("You don't have that many Jokers.")
			}
			return set, game.Refuse("You don't have {card}.", faceOf(card.AnyJoker))
		}
		rest.Remove(c)
		set.Add(c)
	}
	return set, nil
}

// lowestJoker returns the lowest Joker of a hand, or None.
func lowestJoker(hand card.Set) card.Card {
	for c := card.Joker1; c <= card.Joker3; c++ {
		if hand.Has(c) {
			return c
		}
	}
	return card.None
}

// play reads the cards of a play (rules.md P2).
func (s *roundState) play(a game.Action) (Move, error) {
	p := &s.position
	if p.decisionsLeft > 0 {
		return 0, game.RefuseWith(s.sentence(giveFirst, 0))
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
			return 0, game.Refuse("All the cards of a play must have the same rank; {rank}s and {second}s don't go together.", rank.Face(), c.Rank().Face())
		default:
			rank = c.Rank()
		}
	}
	jokers, as := jokersIn(&set), a.As
	switch {
	case as == card.None:
		as = p.defaultName()
	case as.IsJoker() || as.Rank() == 0 || as.Rank() > card.Joker:
		return 0, game.Refuse("A Joker can't stand for that card.")
	case jokers == 0:
		return 0, game.Refuse("There is no Joker in that play, so you can't name a card for it.")
	case rank == 0 && !p.rules.jokersNamed:
		return 0, game.Refuse("A Joker on its own is just a Joker here; it can't stand for {card}.", as.Face())
	case rank != 0 && rank != as.Rank():
		return 0, game.Refuse("A Joker played with {rank}s takes their rank; it can't stand for {card}.", rank.Face(), as.Face())
	}
	if rank == 0 {
		return p.rules.playOf(card.Joker, 0, jokers, as), nil
	}
	return p.rules.playOf(rank, naturalsIn(&set, rank), jokers, card.None), nil
}

// gift reads the cards of an exchange decision.
func (s *roundState) gift(a game.Action) (Move, error) {
	if s.position.decisionsLeft == 0 {
		return 0, game.RefuseWith(s.sentence(nothingToGive, 0))
	}
	if len(a.Cards) > 2 {
		return 0, game.RefuseWith(s.sentence(wrongGift, 0))
	}
	set, err := s.cards(a)
	return giftOf(set), err
}
