package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// State is a moment of a round, as a table keeps it.
type State = kit.State[roundState, Play, *roundState]

// moment is all there is to a State.
type roundState struct {
	*kit.Table
	rules *Rules
	Core
}

// Do makes a play.
func (s *roundState) Do(p Play) { s.Step(p) }

// Cards is how many cards a place holds.
func (s *roundState) Cards(place int) int { return s.Hands[place].Len() }

// Hand is what a place holds, low to high.
func (s *roundState) Hand(place int) []card.Card { return List(s.Hands[place]) }

// List lists the plays, lowest first, and a pass last where one is allowed.
func (s *roundState) List(room *game.Actions) {
	if s.Over {
		return
	}
	var buf [128]Play // for most hands
	kit.List(room, s.Legal(buf[:0]))
}

// Default passes or, in control, leads the lowest card, which is 3♦ while that
// is due.
func (s *roundState) Default() Play {
	if s.Top != Pass {
		return Pass
	}
	hand := s.Hands[s.Core.Turn]
	return play(Single, hand.Low(), hand&-hand)
}

// News tells what a play has brought about.
func (s *roundState) News(p Play, before *roundState) []game.News {
	seat := s.Order[before.Core.Turn]
	switch {
	case p != Pass && s.Over:
		return []game.News{game.PlayNews(seat, kit.Action(p).Cards, card.None, named(p)), game.SeatNews(game.WentOut, seat), game.RoundOverNews()}
	case p != Pass:
		return []game.News{game.PlayNews(seat, kit.Action(p).Cards, card.None, named(p))}
	case s.Top == Pass:
		return []game.News{game.SeatNews(game.Passed, seat), game.SeatNews(game.TrickWon, s.Order[s.Core.Turn])}
	}
	return []game.News{game.SeatNews(game.Passed, seat)}
}

// End counts the cards left (rules.md B7).
func (s *roundState) End(r *game.Result) {
	score := s.rules.Score(&s.Core)
	for place, seat := range s.Order {
		r.Points[seat], r.PointDetails[seat] = score[place], s.rules.counts(s.Cards(place))
	}
	r.Titles[s.Order[s.Core.Turn]] = game.BigTwo
	slices.SortStableFunc(r.Places, func(a, b game.Seat) int { return cmp.Compare(r.Points[b], r.Points[a]) })
}
