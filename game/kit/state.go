package kit

import (
	"slices"
	"sync/atomic"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Play is a play, a pass or a draw as a game's core represents it.
type Play interface {
	Verb() game.Verb
	Size() int                            // number of cards
	Append(cards []card.Card) []card.Card // appends the cards in the order in which they are played
}

// RoundState is the state of a round in a game's own representation: a pointer to a value of type
// M, with plays of type P. Only Do changes the value. Places are positions at the table, counted
// clockwise from the dealer's left.
type RoundState[M any, P Play] interface {
	*M
	Shared() *Table      // what stays the same for the round; implemented by embedding *Table
	Do(p P)              // makes a play
	Place() int          // whose turn it is; -1 once the round is over
	Cards(place int) int // how many cards a place holds
	Hand(place int) []card.Card
	List(*game.Actions)              // lists the legal actions; none once the round is over
	Check(a game.Action) (P, error)  // returns the play that an action means for the place whose turn it is, or why it is illegal
	Default() P                      // the play when time runs out
	News(p P, before *M) []game.News // news of the play p that led from before to this state
	Show(v *game.View, place int)    // adds what is specific to this game to the view of a place; -1: a watcher
	Offers() []game.Offer            // the legal actions as buttons
	End(r *game.Result)              // fills in Points of a finished round, and anything that differs from the defaults
}

// State implements game.State. It is immutable.
type State[M any, P Play, R RoundState[M, P]] struct {
	now   M
	chunk *chunk[M, P, R]
}

// chunk holds several consecutive States. Allocating each State separately takes longer than
// playing it.
type chunk[M any, P Play, R RoundState[M, P]] struct {
	used   atomic.Int32
	states [8]State[M, P, R]
}

// add stores a State in the chunk, or in a new one if the chunk is full.
func (p *chunk[M, P, R]) add(m *M) *State[M, P, R] {
	i := int(p.used.Add(1)) - 1
	if i >= len(p.states) {
		p, i = new(chunk[M, P, R]), 0
		p.used.Store(1)
	}
	s := &p.states[i]
	s.now, s.chunk = *m, p
	return s
}

// NewState returns the State of a RoundState.
func NewState[M any, P Play, R RoundState[M, P]](m R) *State[M, P, R] {
	return new(chunk[M, P, R]).add(m)
}

// RoundState returns a copy of the game's own representation.
func (s *State[M, P, R]) RoundState() M { return s.now }

// roundState returns a pointer, because a copy would cost more than the calls made on it.
func (s *State[M, P, R]) roundState() R { return &s.now }

// Turn implements game.State.
func (s *State[M, P, R]) Turn() (game.Seat, bool) {
	m := s.roundState()
	place := m.Place()
	if place < 0 {
		return game.Nobody, false
	}
	return m.Shared().Order[place], true
}

// Legal implements game.State.
func (s *State[M, P, R]) Legal() []game.Action { return s.LegalInto(&game.Actions{}) }

// LegalInto implements game.State.
func (s *State[M, P, R]) LegalInto(room *game.Actions) []game.Action {
	room.Clear(0, 0)
	s.roundState().List(room)
	return room.List
}

// List fills a list with plays.
func List[P Play](room *game.Actions, plays []P) {
	count := 0
	for _, p := range plays {
		count += p.Size()
	}
	room.Clear(len(plays), count)
	for _, p := range plays {
		from := len(room.Cards)
		if room.Cards = p.Append(room.Cards); len(room.Cards) == from {
			room.Add(p.Verb())
			continue
		}
		room.AddCardsFrom(p.Verb(), from)
	}
}

// Action returns a play as an action, with its cards in a new slice.
func Action[P Play](p P) game.Action {
	a := game.Action{Verb: p.Verb()}
	if n := p.Size(); n > 0 {
		a.Cards = p.Append(make([]card.Card, 0, n))
	}
	return a
}

// Default implements game.State.
func (s *State[M, P, R]) Default() game.Action {
	if _, on := s.Turn(); !on {
		return game.Action{}
	}
	return Action(s.roundState().Default())
}

// Apply implements game.State.
func (s *State[M, P, R]) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	then, p, err := s.after(seat, a)
	if err != nil {
		return nil, nil, err
	}
	return then, then.roundState().News(p, &s.now), nil
}

// Next implements game.State.
func (s *State[M, P, R]) Next(seat game.Seat, a game.Action) (game.State, error) {
	then, _, err := s.after(seat, a)
	if err != nil {
		return nil, err
	}
	return then, nil
}

// after returns the State after an action, and the play that the action meant.
func (s *State[M, P, R]) after(seat game.Seat, a game.Action) (then *State[M, P, R], p P, err error) {
	switch turn, on := s.Turn(); {
	case !on:
		return nil, p, game.Refuse("The round is over.")
	case seat != turn:
		return nil, p, game.Refuse("It isn't your turn.")
	}
	if p, err = s.roundState().Check(a); err != nil {
		return nil, p, err
	}
	then = s.chunk.add(&s.now)
	then.roundState().Do(p)
	return then, p, nil
}

// View implements game.State.
func (s *State[M, P, R]) View(seat game.Seat) game.View {
	m := s.roundState()
	t := m.Shared()
	n := len(t.Order)
	v := game.View{
		Seat: seat, Turn: game.Nobody, Phase: game.Over, Pile: -1,
		Order: slices.Clone(t.Order), Dealer: t.Order[n-1],
		Players: make([]game.PlayerView, n),
		Top:     game.TopPlay{Seat: game.Nobody},
	}
	if turn, on := s.Turn(); on {
		v.Turn, v.Phase = turn, game.Playing
	}
	for place, at := range t.Order {
		p := &v.Players[at]
		p.Cards = m.Cards(place)
		if t.LastPlaces != nil {
			p.LastPlace = t.LastPlaces[at]
		}
		if p.Cards == 0 {
			v.Out = append(v.Out, at)
		}
	}
	place := slices.Index(t.Order, seat)
	if place >= 0 {
		v.Hand = m.Hand(place)
	}
	m.Show(&v, place)
	if v.Prompt == "" {
		v.Prompt = prompt(v)
	}
	if place >= 0 && seat == v.Turn {
		v.Legal, v.Offers = s.Legal(), m.Offers()
	}
	return v
}

// prompt returns the prompt of a game that sets none: the seat to move gives cards, leads, or beats the top
// play.
func prompt(v game.View) say.Text {
	switch {
	case v.Phase == game.Over:
		return ""
	case v.Phase == game.Exchanging:
		return "Your turn to give {n:# card|# cards}"
	case len(v.Top.Cards) == 0:
		return "Your turn to lead"
	}
	return "Your turn to beat {top}, or pass"
}

// Result implements game.State.
func (s *State[M, P, R]) Result() (game.Result, bool) {
	m := s.roundState()
	if m.Place() >= 0 {
		return game.Result{}, false
	}
	t := m.Shared()
	n := len(t.Order)
	r := game.Result{
		Lead: t.Lead, Places: slices.Clone(t.Order), Points: make([]int, n), Titles: make([]game.Title, n),
		Hands: make([][]card.Card, n), PointDetails: make([]say.Message, n),
	}
	for place, seat := range t.Order {
		r.Hands[seat] = m.Hand(place)
	}
	m.End(&r)
	return r, true
}

// Offer returns the button of a play. class is its heading, and effect says what the play does.
func Offer[P Play](p P, class say.Text, effect say.Message) game.Offer {
	o := game.Offer{Action: Action(p), Class: class, Label: say.New("Pass"), Effect: effect}
	if p.Verb() == game.Pass {
		o.Class = ""
	} else {
		o.Label = say.Verbatim(card.Faces(o.Action.Cards))
	}
	return o
}
