package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// State is a moment of a round, as a table keeps it.
type State = kit.State[moment, Play, *moment]

// moment is all there is to a State.
type moment struct {
	*kit.Table
	rules *Rules
	Core
}

// Do makes a play.
func (s *moment) Do(p Play) { s.Step(p) }

// Cards is how many cards a place holds.
func (s *moment) Cards(place int) int { return s.Hands[place].Len() }

// Hand is what a place holds, low to high.
func (s *moment) Hand(place int) []card.Card { return List(s.Hands[place]) }

// List lists the plays, lowest first, and a pass last where one is allowed.
func (s *moment) List(room *game.Actions) {
	if s.Over {
		return
	}
	var buf [128]Play // for most hands
	kit.List(room, s.Legal(buf[:0]))
}

// Default passes or, in control, leads the lowest card, which is 3♦ while that
// is due.
func (s *moment) Default() Play {
	if s.Top != Pass {
		return Pass
	}
	hand := s.Hands[s.Core.Turn]
	return play(Single, hand.Low(), hand&-hand)
}

// News tells what a play has brought about.
func (s *moment) News(p Play, before *moment) []game.News {
	seat := s.Order[before.Core.Turn]
	switch {
	case p != Pass && s.Over:
		return []game.News{game.Laying(seat, kit.Action(p).Cards, card.None, named(p)), game.Happened(game.WentOut, seat), game.Ended()}
	case p != Pass:
		return []game.News{game.Laying(seat, kit.Action(p).Cards, card.None, named(p))}
	case s.Top == Pass:
		return []game.News{game.Happened(game.Passed, seat), game.Happened(game.TrickWon, s.Order[s.Core.Turn])}
	}
	return []game.News{game.Happened(game.Passed, seat)}
}

// End counts the cards left (rules.md B7).
func (s *moment) End(r *game.Result) {
	score := s.rules.Score(&s.Core)
	for place, seat := range s.Order {
		r.Points[seat], r.Counts[seat] = score[place], s.rules.counts(s.Cards(place))
	}
	r.Titles[s.Order[s.Core.Turn]] = game.BigTwo
	slices.SortStableFunc(r.Places, func(a, b game.Seat) int { return cmp.Compare(r.Points[b], r.Points[a]) })
}
