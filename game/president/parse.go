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
		return play{}, game.RefuseWith(s.sentence(why))
	}
	return s.asPlay(m), nil
}

// play reads the cards of a play (rules.md P2, P12).
func (s *roundState) play(a game.Action) (Move, error) {
	p := &s.position
	if p.decisionsLeft > 0 {
		return 0, game.RefuseWith(s.sentence(giveFirst))
	}
	if len(a.Cards) == 0 {
		return 0, kit.NoCards()
	}
	cards, err := kit.FindCards(p.hands[p.turn], a.Cards)
	if err != nil {
		return 0, err
	}
	if p.rules.runs && isRun(cards) {
		return s.run(cards, a.As)
	}
	set := card.SetOf(cards...)
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
		return 0, game.RefuseWith(s.sentence(nothingToGive))
	}
	if len(a.Cards) > 2 {
		return 0, game.RefuseWith(s.sentence(wrongGift))
	}
	cards, err := kit.FindCards(s.position.hands[s.position.turn], a.Cards)
	if err != nil {
		return 0, err
	}
	return giftOf(card.SetOf(cards...)), nil
}
