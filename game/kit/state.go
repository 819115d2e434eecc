package kit

import (
	"slices"

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
	Plays() []P                      // the legal plays; none once the round is over
	Check(a game.Action) (P, error)  // returns the play that an action means for the place whose turn it is, or why it is illegal
	Default() P                      // the play when time runs out
	News(p P, before *M) []game.News // news of the play p that led from before to this state
	Show(v *game.View, place int)    // adds what is specific to this game to the view of a place; -1: a watcher
	Offers() []game.Offer            // the legal actions as buttons
	End(r *game.Result)              // fills in Points of a finished round, and anything that differs from the defaults
}

// State implements game.State. It is immutable.
type State[M any, P Play, R RoundState[M, P]] struct{ now M }

// NewState returns the State of a RoundState.
func NewState[M any, P Play, R RoundState[M, P]](m R) *State[M, P, R] {
	return &State[M, P, R]{*m}
}

// RoundState returns a copy of the game's own representation.
func (s *State[M, P, R]) RoundState() M { return s.now }

// roundState returns a pointer, because a copy would cost more than the calls made on it.
func (s *State[M, P, R]) roundState() R { return &s.now }

func (s *State[M, P, R]) Turn() (game.Seat, bool) {
	m := s.roundState()
	place := m.Place()
	if place < 0 {
		return game.Nobody, false
	}
	return m.Shared().Order[place], true
}

func (s *State[M, P, R]) Legal() []game.Action {
	plays := s.roundState().Plays()
	if len(plays) == 0 {
		return nil
	}
	legal := make([]game.Action, len(plays))
	for i, p := range plays {
		legal[i] = Action(p)
	}
	return legal
}

// Action returns a play as an action, with its cards in a new slice.
func Action[P Play](p P) game.Action {
	a := game.Action{Verb: p.Verb()}
	if n := p.Size(); n > 0 {
		a.Cards = p.Append(make([]card.Card, 0, n))
	}
	return a
}

func (s *State[M, P, R]) Default() game.Action {
	if _, on := s.Turn(); !on {
		return game.Action{}
	}
	return Action(s.roundState().Default())
}

func (s *State[M, P, R]) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	switch turn, on := s.Turn(); {
	case !on:
		return nil, nil, game.Refuse("The round is over.")
	case seat != turn:
		return nil, nil, s.notYourTurn(seat)
	}
	p, err := s.roundState().Check(a)
	if err != nil {
		return nil, nil, err
	}
	then := &State[M, P, R]{s.now}
	then.roundState().Do(p)
	return then, then.roundState().News(p, &s.now), nil
}

// notYourTurn refuses an action of a seat that isn't to move.
func (s *State[M, P, R]) notYourTurn(seat game.Seat) error {
	players := s.View(game.Watcher).Players
	if seat >= 0 && int(seat) < len(players) && players[seat].SitsOut {
		return game.Refuse("You passed, so you're out of this trick. You can play again in the next one.")
	}
	return game.Refuse("It isn't your turn.")
}

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
	held := 0
	for place, at := range t.Order {
		p := &v.Players[at]
		p.Cards = m.Cards(place)
		held += p.Cards
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
	if t.WinnerLeads && held == t.dealt && v.Phase == game.Playing {
		LeadAsWinner(&v)
	}
	if v.Prompt == "" {
		v.Prompt = prompt(v)
	}
	if place >= 0 && seat == v.Turn {
		v.Legal, v.Offers = s.Legal(), m.Offers()
		slices.SortStableFunc(v.Offers, func(a, b game.Offer) int { return costly(a) - costly(b) })
	}
	return v
}

func costly(o game.Offer) int {
	if o.Cost.Empty() {
		return 0
	}
	return 1
}

// prompt returns the prompt of a game that sets none: the seat to move gives cards, leads, or beats the top
// play.
func prompt(v game.View) say.Text {
	switch {
	case v.Phase == game.Over:
		return ""
	case v.Phase == game.Exchanging:
		return "Choose {n:a card|# cards} to give {other}"
	case len(v.Top.Cards) == 0:
		return "You start the trick: play anything"
	case v.Beats.Empty():
		return "Nothing beats {top}"
	}
	return "Beat {top}: {beats}"
}

// LeadWith sets the texts of a lead that must include a card.
func LeadWith(v *game.View, c card.Card) {
	v.LeadCard, v.LeadReason = c, "{who} has {lead} and begins."
	v.Prompt = "You have {lead}: you begin, and must play it"
}

// LeadAsWinner sets the texts of a lead by the winner of the last round.
func LeadAsWinner(v *game.View) {
	v.LeadReason, v.Prompt = "{who} won the last round and begins.", "You won the last round, so you begin: play anything"
}

// Higher returns Beats of a play that takes a higher one of the same kind, or another play; other may be
// empty.
func Higher(kind say.Text, possible bool, other say.Message) say.Message {
	switch {
	case !possible:
		return other
	case other.Empty():
		return say.New("a higher {kind}", say.New(kind))
	}
	return say.New("a higher {kind}, or {other}", say.New(kind), other)
}

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
