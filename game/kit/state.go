package kit

import (
	"slices"
	"sync/atomic"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Play is what is done in one turn, as a core steps it.
type Play interface {
	Verb() game.Verb
	Size() int                            // how many cards are played
	Append(cards []card.Card) []card.Card // the cards, in the order in which they are put down
}

// Moment is a moment of a round as a game has it: a pointer to a value of type M, with
// plays of type P. Only Do changes what it points to. Places at the table are counted
// clockwise from the dealer's left.
type Moment[M any, P Play] interface {
	*M
	At() *Table // which a game embeds
	Do(p P)
	Place() int          // whose turn it is; -1 when the round is over
	Cards(place int) int // how many cards a place holds
	Hand(place int) []card.Card
	List(*game.Actions)              // all that may be done; nothing when the round is over
	Check(a game.Action) (P, error)  // the play that an action of the place whose turn it is is
	Default() P                      // what the clock does
	News(p P, before *M) []game.News // what a play has brought about to come to this moment
	Show(v *game.View, place int)    // adds what only this game has to what a place sees; -1: a watcher
	Offers() []game.Offer            // what may be done, as buttons
	End(r *game.Result)              // how a round that is over ended: adds Points, and changes whatever isn't as usual
}

// State is a moment of a round, as a table keeps it. It is never changed.
type State[M any, P Play, At Moment[M, P]] struct {
	now  M
	page *page[M, P, At]
}

// page is room for several States that follow one another, since to allocate each costs
// more than to play.
type page[M any, P Play, At Moment[M, P]] struct {
	used   atomic.Int32
	states [8]State[M, P, At]
}

// keep makes a State, on the page or a new one.
func (p *page[M, P, At]) keep(m *M) *State[M, P, At] {
	i := int(p.used.Add(1)) - 1
	if i >= len(p.states) {
		p, i = new(page[M, P, At]), 0
		p.used.Store(1)
	}
	s := &p.states[i]
	s.now, s.page = *m, p
	return s
}

// Keep makes a State of a moment.
func Keep[M any, P Play, At Moment[M, P]](m At) *State[M, P, At] { return new(page[M, P, At]).keep(m) }

// Moment returns what the State stands for.
func (s *State[M, P, At]) Moment() M { return s.now }

// at is the moment where it stands: to copy it costs more than to ask it.
func (s *State[M, P, At]) at() At { return &s.now }

// Turn is whose turn it is.
func (s *State[M, P, At]) Turn() (game.Seat, bool) {
	m := s.at()
	place := m.Place()
	if place < 0 {
		return game.Nobody, false
	}
	return m.At().Order[place], true
}

// Legal lists all that may be done.
func (s *State[M, P, At]) Legal() []game.Action { return s.LegalInto(&game.Actions{}) }

// LegalInto is Legal in the caller's memory.
func (s *State[M, P, At]) LegalInto(room *game.Actions) []game.Action {
	room.Clear(0, 0)
	s.at().List(room)
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
		room.AddCards(p.Verb(), from)
	}
}

// Action is a play as an action, with its cards in a new slice.
func Action[P Play](p P) game.Action {
	a := game.Action{Verb: p.Verb()}
	if n := p.Size(); n > 0 {
		a.Cards = p.Append(make([]card.Card, 0, n))
	}
	return a
}

// Default is what the clock does.
func (s *State[M, P, At]) Default() game.Action {
	if _, on := s.Turn(); !on {
		return game.Action{}
	}
	return Action(s.at().Default())
}

// Apply makes a play, and tells what came of it.
func (s *State[M, P, At]) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	then, p, err := s.after(seat, a)
	if err != nil {
		return nil, nil, err
	}
	return then, then.at().News(p, &s.now), nil
}

// Next is Apply without the news.
func (s *State[M, P, At]) Next(seat game.Seat, a game.Action) (game.State, error) {
	then, _, err := s.after(seat, a)
	if err != nil {
		return nil, err
	}
	return then, nil
}

// after returns what an action leads to, and the play that it is.
func (s *State[M, P, At]) after(seat game.Seat, a game.Action) (then *State[M, P, At], p P, err error) {
	switch turn, on := s.Turn(); {
	case !on:
		return nil, p, game.Refuse("The round is over.")
	case seat != turn:
		return nil, p, game.Refuse("It isn't your turn.")
	}
	if p, err = s.at().Check(a); err != nil {
		return nil, p, err
	}
	then = s.page.keep(&s.now)
	then.at().Do(p)
	return then, p, nil
}

// View is what a seat may know.
func (s *State[M, P, At]) View(seat game.Seat) game.View {
	m := s.at()
	t := m.At()
	n := len(t.Order)
	v := game.View{
		Seat: seat, Turn: game.Nobody, Phase: game.Over, Pile: -1,
		Order: slices.Clone(t.Order), Dealer: t.Order[n-1],
		Players: make([]game.PlayerView, n),
		Top:     game.Laid{Seat: game.Nobody},
	}
	if turn, on := s.Turn(); on {
		v.Turn, v.Phase = turn, game.Playing
	}
	for place, at := range t.Order {
		p := &v.Players[at]
		p.Cards = m.Cards(place)
		if t.Held != nil {
			p.Held = t.Held[at]
		}
		if p.Cards == 0 {
			v.Out = append(v.Out, at)
		}
	}
	place := slices.Index(t.Order, seat)
	if place >= 0 {
		v.Hand = m.Hand(place)
	}
	if m.Show(&v, place); place >= 0 && seat == v.Turn {
		v.Legal, v.Offers = s.Legal(), m.Offers()
	}
	return v
}

// Result is how the round ended.
func (s *State[M, P, At]) Result() (game.Result, bool) {
	m := s.at()
	if m.Place() >= 0 {
		return game.Result{}, false
	}
	t := m.At()
	n := len(t.Order)
	r := game.Result{
		Lead: t.Lead, Places: slices.Clone(t.Order), Points: make([]int, n), Titles: make([]game.Title, n),
		Hands: make([][]card.Card, n), Counts: make([]say.Message, n),
	}
	for place, seat := range t.Order {
		r.Hands[seat] = m.Hand(place)
	}
	m.End(&r)
	return r, true
}

// Offer is a play as a button: under the name of its class, with what comes of it.
func Offer[P Play](p P, class say.Text, says say.Message) game.Offer {
	o := game.Offer{Action: Action(p), Class: class, Label: say.New("Pass"), Says: says}
	if p.Verb() == game.Pass {
		o.Class = ""
	} else {
		o.Label = say.Verbatim(card.Faces(o.Action.Cards))
	}
	return o
}
