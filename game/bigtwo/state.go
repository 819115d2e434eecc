package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// State is a round at a table.
type State = kit.State[roundState, Play, *roundState]

// roundState implements kit.RoundState.
type roundState struct {
	*kit.Table
	rules *Rules
	Core
}

// Do makes a play.
func (s *roundState) Do(p Play) { s.Step(p) }

// Cards returns the number of cards that a place holds.
func (s *roundState) Cards(place int) int { return s.Hands[place].Len() }

// Hand returns a place's cards, low to high.
func (s *roundState) Hand(place int) []card.Card { return List(s.Hands[place]) }

// Plays lists the plays, lowest first, and a pass last if one is allowed.
func (s *roundState) Plays() []Play {
	if s.Over {
		return nil
	}
	return s.Legal(nil)
}

// Default passes or leads the lowest card. If 3♦ must be played, that is the lowest card.
func (s *roundState) Default() Play {
	if s.Top != Pass {
		return Pass
	}
	hand := s.Hands[s.Core.Turn]
	return play(Single, hand.Low(), hand&-hand)
}

// News returns the news of a play.
func (s *roundState) News(p Play, before *roundState) []game.News {
	seat := s.Order[before.Core.Turn]
	switch {
	case p != Pass && s.Over:
		return []game.News{game.PlayNews(seat, kit.Action(p).Cards, card.None, className(p)), game.SeatNews(game.WentOut, seat), game.RoundOverNews()}
	case p != Pass:
		return []game.News{game.PlayNews(seat, kit.Action(p).Cards, card.None, className(p))}
	case s.Top == Pass:
		return []game.News{game.SeatNews(game.Passed, seat), game.SeatNews(game.TrickWon, s.Order[s.Core.Turn])}
	}
	return []game.News{game.SeatNews(game.Passed, seat)}
}

// End fills in points for the cards left (rules.md B7).
func (s *roundState) End(r *game.Result) {
	score := s.rules.Score(&s.Core)
	for place, seat := range s.Order {
		r.Points[seat], r.PointDetails[seat] = score[place], s.rules.pointDetail(s.Cards(place))
	}
	r.Titles[s.Order[s.Core.Turn]] = game.BigTwo
	slices.SortStableFunc(r.Places, func(a, b game.Seat) int { return cmp.Compare(r.Points[b], r.Points[a]) })
}
