package bigtwo

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/steps"
	"deuces/say"
)

// State is a moment of a round, as a table keeps it. It is never changed.
type State steps.Step[moment]

// moment is all there is to a State.
type moment struct {
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

// keep makes a State of a moment.
func keep(m moment) *State { return (*State)(steps.First(m)) }

// moment returns what the State stands for.
func (s *State) moment() moment {
	step := (*steps.Step[moment])(s)
	m, n := step.From()
	for i := range n {
		m.core.Step(Play(step.Move(i)))
	}
	return m
}

// next is the State after a play.
func (s *State) next(p Play, then *moment) *State {
	return (*State)((*steps.Step[moment])(s).Next(uint64(p), then))
}

// Core returns the round as computer players step it.
func (s *State) Core() Core { m := s.moment(); return m.core }

// Turn is whose turn it is.
func (s *State) Turn() (game.Seat, bool) { m := s.moment(); return m.turn() }

func (s *moment) seat(place uint8) game.Seat { return s.table.order[place] }

func (s *moment) turn() (game.Seat, bool) {
	if s.core.Over {
		return game.Nobody, false
	}
	return s.seat(s.core.Turn), true
}

// Legal lists the plays, lowest first, and a pass last where one is allowed.
func (s *State) Legal() []game.Action { return s.LegalInto(&game.Actions{}) }

// LegalInto is Legal in the caller's memory.
func (s *State) LegalInto(room *game.Actions) []game.Action { m := s.moment(); return m.legal(room) }

// Default passes or, in control, leads the lowest card, which is 3♦ while that
// is due.
func (s *State) Default() game.Action { m := s.moment(); return m.byDefault() }

// View is what a seat may know.
func (s *State) View(seat game.Seat) game.View { m := s.moment(); return m.view(seat) }

// Result counts the cards left (rules.md B7).
func (s *State) Result() (game.Result, bool) { m := s.moment(); return m.result() }

// Apply plays or passes, and tells what came of it.
func (s *State) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	m := s.moment()
	p, err := m.check(seat, a)
	if err != nil {
		return nil, nil, err
	}
	place := m.core.Turn
	m.core.Step(p)
	return s.next(p, &m), m.news(seat, place, p), nil
}

// Next is Apply without the news.
func (s *State) Next(seat game.Seat, a game.Action) (game.State, error) {
	m := s.moment()
	p, err := m.check(seat, a)
	if err != nil {
		return nil, err
	}
	m.core.Step(p)
	return s.next(p, &m), nil
}

// legal lists the plays, lowest first, and a pass last.
func (s *moment) legal(room *game.Actions) []game.Action {
	room.Clear(0, 0)
	if s.core.Over {
		return room.List
	}
	var buf [128]Play // for most hands
	plays := s.core.Legal(buf[:0])
	count := 0
	for _, p := range plays {
		count += p.Cards().Len()
	}
	room.Clear(len(plays), count)
	for _, p := range plays {
		if p == Pass {
			room.Add(game.Pass)
			continue
		}
		from := len(room.Cards)
		room.Cards = appendLaid(room.Cards, p)
		room.AddCards(game.Play, from)
	}
	return room.List
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

// byDefault is what the clock does.
func (s *moment) byDefault() game.Action {
	if s.core.Top != Pass {
		return game.Action{Verb: game.Pass}
	}
	hand := s.core.Hands[s.core.Turn]
	return game.Action{Verb: game.Play, Cards: (hand & -hand).List()}
}

// news tells what a play has brought about. The moment is the one after it.
func (s *moment) news(seat game.Seat, place uint8, p Play) []game.News {
	if p == Pass {
		passed := game.Happened(game.Passed, seat)
		if s.core.Top == Pass {
			return []game.News{passed, game.Happened(game.TrickWon, s.seat(s.core.Turn))}
		}
		return []game.News{passed}
	}
	news := []game.News{game.Laying(seat, laid(p), card.None, named(p))}
	if s.core.Hands[place] == 0 {
		news = append(news, game.Happened(game.WentOut, seat), game.Ended())
	}
	return news
}

// result counts the cards left.
func (s *moment) result() (game.Result, bool) {
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
