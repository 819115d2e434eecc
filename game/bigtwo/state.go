package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/say"
)

// State is a moment of a round.
type State struct {
	rules *Rules
	table *table
	core  Core
}

// table is what stays the same through a round; it is never changed.
type table struct {
	order []game.Seat // clockwise from the dealer's left: the seat at each place
	held  []int       // places of the round before by seat; nil: none
	lead  game.Seat   // who led the round
}

// Core returns the round as computer players step it.
func (s State) Core() Core { return s.core }

func (s State) seat(place uint8) game.Seat { return s.table.order[place] }

// Turn is whose turn it is.
func (s State) Turn() (game.Seat, bool) {
	if s.core.Over {
		return game.Nobody, false
	}
	return s.seat(s.core.Turn), true
}

// Legal lists the plays, lowest first, and a pass last where one is allowed.
func (s State) Legal() []game.Action {
	if s.core.Over {
		return nil
	}
	var room [128]Play // for most hands
	plays := s.core.Legal(room[:0])
	count := 0
	for _, p := range plays {
		count += p.Cards().Len()
	}
	actions := make([]game.Action, len(plays))
	all := make([]card.Card, 0, count) // of all actions, each with its own part
	for i, p := range plays {
		from := len(all)
		all = appendLaid(all, p)
		actions[i] = action(p, all[from:len(all):len(all)])
	}
	return actions
}

// action is a play with its cards as they are laid.
func action(p Play, cards []card.Card) game.Action {
	if p == Pass {
		return game.Action{Verb: game.Pass}
	}
	return game.Action{Verb: game.Play, Cards: cards}
}

// laid returns a play's cards as people put them down: low to high, but what counts
// of a Full House or a Bomb first.
func laid(p Play) []card.Card { return appendLaid(make([]card.Card, 0, p.Cards().Len()), p) }

func appendLaid(cards []card.Card, p Play) []card.Card {
	if c := p.Class(); c != FullHouse && c != Bomb {
		return p.Cards().appendTo(cards)
	}
	counts := p.Cards() & rankOf(p.High())
	return (p.Cards() &^ counts).appendTo(counts.appendTo(cards))
}

// Default passes or, in control, leads the lowest card, which is 3♦ while that
// is due.
func (s State) Default() game.Action {
	if s.core.Top != Pass {
		return game.Action{Verb: game.Pass}
	}
	hand := s.core.Hands[s.core.Turn]
	return game.Action{Verb: game.Play, Cards: (hand & -hand).List()}
}

// Apply plays or passes.
func (s State) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	p, err := s.check(seat, a)
	if err != nil {
		return nil, nil, err
	}
	place := s.core.Turn
	s.core.Step(p)
	if p == Pass {
		passed := game.Happened(game.Passed, seat)
		if s.core.Top == Pass {
			return s, []game.News{passed, game.Happened(game.TrickWon, s.seat(s.core.Turn))}, nil
		}
		return s, []game.News{passed}, nil
	}
	news := []game.News{game.Laying(seat, laid(p), card.None, named(p))}
	if s.core.Hands[place] == 0 {
		news = append(news, game.Happened(game.WentOut, seat), game.Ended())
	}
	return s, news, nil
}

// Result counts the cards left (rules.md B7).
func (s State) Result() (game.Result, bool) {
	if !s.core.Over {
		return game.Result{}, false
	}
	r := game.Result{
		Lead: s.table.lead, Places: slices.Clone(s.table.order),
		Points: make([]int, Players), Titles: make([]game.Title, Players), Hands: make([][]card.Card, Players),
	}
	score := s.rules.Score(&s.core)
	for place, seat := range s.table.order {
		r.Hands[seat], r.Points[seat] = s.core.Hands[place].List(), score[place]
	}
	r.Counts = make([]say.Message, Players)
	for seat, hand := range r.Hands {
		r.Counts[seat] = s.rules.counts(len(hand))
	}
	r.Titles[s.seat(s.core.Turn)] = game.BigTwo
	slices.SortStableFunc(r.Places, func(a, b game.Seat) int { return cmp.Compare(r.Points[b], r.Points[a]) })
	return r, true
}
