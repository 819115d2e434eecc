package president

import (
	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
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
		err = kit.NoSuchAction()
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
			return set, kit.NotInHand(c, 1+set.Count(c))
		}
		rest.Remove(c)
		set.Add(c)
	}
	for range whichever {
		c := lowestJoker(rest)
		if c == card.None {
			return set, kit.NotInHand(card.AnyJoker, whichever)
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
		return 0, kit.NoCards()
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
			return 0, game.RefuseWith(kit.SameRank())
		default:
			rank = c.Rank()
		}
	}
	jokers, as := jokersIn(&set), a.As
	switch {
	case as == card.None:
		as = p.defaultName()
	case as.IsJoker() || as.Rank() == 0 || as.Rank() > card.Joker:
		return 0, kit.CantStandFor()
	case jokers == 0:
		return 0, game.Refuse("There is no Joker in that play.")
	case rank == 0 && !p.rules.jokersNamed:
		return 0, game.Refuse("Jokers on their own are the highest, so they can't stand for another card.")
	case rank != 0 && rank != as.Rank():
		return 0, game.Refuse("A Joker played with other cards takes their rank.")
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
