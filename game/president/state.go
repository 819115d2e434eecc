package president

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
)

// State is one moment of a round, as a table keeps it. It is never changed.
type State struct{ now moment }

// moment is all there is to a State: the core's Position, and what a table wants to
// know beside it.
type moment struct {
	*deal
	pos   Position
	gifts []gift // what went where in the exchange; never appended to in place
	stale uint16 // chairs that had a turn since cards came to them
}

// deal is what stays the same for a round.
type deal struct {
	rules *Rules
	drawn [][]game.DrawnCard
	order []game.Seat     // by chair
	chair [MaxChairs]int8 // by seat
	dealt int             // how many cards were dealt
	named bool            // who leads was named, not found by the rules
}

// do makes a play or a pass.
func (s *moment) do(m Move) Effect {
	s.stale |= 1 << s.pos.turn
	return s.pos.Do(m)
}

// Position returns the core's view of the moment, hidden hands included: chair
// c is the seat Order()[c]. It is a copy.
func (s *State) Position() Position { m := s.now; return m.pos }

// Order returns the seats by chair; the caller owns it.
func (s *State) Order() []game.Seat { m := s.now; return slices.Clone(m.order) }

// Turn is the seat that has to decide.
func (s *State) Turn() (game.Seat, bool) { m := s.now; return m.seat(m.pos.turn), m.pos.turn >= 0 }

// Legal lists what the seat whose turn it is may do.
func (s *State) Legal() []game.Action { return s.LegalInto(&game.Actions{}) }

// LegalInto is Legal in the caller's memory.
func (s *State) LegalInto(room *game.Actions) []game.Action { m := s.now; return m.legal(room) }

// Default passes, leads the lowest single card in the current order, or gives
// the lowest cards.
func (s *State) Default() game.Action { m := s.now; return m.byDefault() }

// View is what a seat may know: the public part, and its own hand, exchanges
// and plays.
func (s *State) View(seat game.Seat) game.View { m := s.now; return m.view(seat) }

// Result is how the round ended.
func (s *State) Result() (game.Result, bool) { m := s.now; return m.result() }

// Apply returns the state after a seat's action, and tells what came of it.
func (s *State) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	m := s.now
	move, err := m.move(seat, a)
	switch {
	case err != nil:
		return nil, nil, err
	case move.IsGift():
		there := m.give(move)
		return &State{m}, []game.News{m.swapped(there)}, nil
	}
	e := m.do(move)
	return &State{m}, m.news(seat, move, e), nil
}

// Next is Apply without the news.
func (s *State) Next(seat game.Seat, a game.Action) (game.State, error) {
	m := s.now
	move, err := m.move(seat, a)
	switch {
	case err != nil:
		return nil, err
	case move.IsGift():
		m.give(move)
		return &State{m}, nil
	}
	m.do(move)
	return &State{m}, nil
}

// give carries out an exchange decision and returns what it gave.
func (s *moment) give(m Move) gift {
	s.stale |= 1 << s.pos.turn
	there, back := s.pos.give(m)
	s.swap([]gift{there, back})
	return there
}

// swap notes what went where.
func (s *moment) swap(gifts []gift) {
	s.gifts = slices.Clip(s.gifts)
	for _, g := range gifts {
		if g.cards != (card.Set{}) {
			s.gifts = append(s.gifts, g)
			s.stale &^= 1 << g.to
		}
	}
}

// seat returns who sits on a chair; Nobody for none.
func (s *moment) seat(chair int8) game.Seat {
	if chair < 0 {
		return game.Nobody
	}
	return s.order[chair]
}

// legal lists what the seat whose turn it is may do.
func (s *moment) legal(room *game.Actions) []game.Action {
	var buf [128]Move
	moves := s.pos.Moves(buf[:0])
	cards := 0
	for _, m := range moves {
		if !m.IsPass() {
			cards += m.Size()
		}
	}
	room.Clear(len(moves), cards)
	for _, m := range moves {
		if m.IsPass() {
			room.Add(game.Pass)
			continue
		}
		from := len(room.Cards)
		room.Cards = s.pos.appendCards(room.Cards, m)
		verb := game.Play
		if m.IsGift() {
			verb = game.Give
		}
		room.AddCards(verb, from)
	}
	return room.List
}

// appendCards appends the cards of a play or gift, low to high, Jokers last.
func (p *Position) appendCards(cards []card.Card, m Move) []card.Card {
	from := len(cards)
	for c := range m.Cards().All() {
		cards = append(cards, c)
	}
	p.sort(cards[from:])
	return cards
}

// sort puts cards in the game's order, low to high.
func (p *Position) sort(cards []card.Card) {
	for i := range cards {
		for j := i; j > 0 && p.rules.worth(cards[j]) < p.rules.worth(cards[j-1]); j-- {
			cards[j], cards[j-1] = cards[j-1], cards[j]
		}
	}
}

// byDefault is what the clock does.
func (s *moment) byDefault() game.Action {
	p := &s.pos
	switch {
	case p.turn < 0:
		return game.Action{}
	case p.due > 0:
		gift := p.worst(p.hands[p.turn], int(p.trades[0].n))
		return game.Action{Verb: game.Give, Cards: s.pos.appendCards(nil, giftOf(gift))}
	case p.top != 0:
		return game.Action{Verb: game.Pass}
	}
	var room [128]Move
	best := Move(0)
	for _, m := range p.Moves(room[:0]) {
		if m.Size() == 1 && (best == 0 || s.lower(m, best)) {
			best = m
		}
	}
	return game.Action{Verb: game.Play, Cards: s.pos.appendCards(nil, best)}
}

// lower compares single cards to lead: natural ones before Jokers, then by the
// current order, then by suit.
func (s *moment) lower(a, b Move) bool {
	if a.Jokers() != b.Jokers() {
		return a.Jokers() < b.Jokers()
	}
	if pa, pb := s.pos.power(a), s.pos.power(b); pa>>2 != pb>>2 {
		return pa < pb
	}
	return s.pos.rules.worth(card.Card(lowestOf(a))) < s.pos.rules.worth(card.Card(lowestOf(b)))
}

// lowestOf returns the first card of a play.
func lowestOf(m Move) card.Card {
	for c := range m.Cards().All() {
		return c
	}
	return card.None
}

// swapped tells that an exchange took place, and of how many cards.
func (s *moment) swapped(g gift) game.News {
	return game.Swapping(s.seat(g.from), s.seat(g.to), g.cards.Len())
}

// result is how the round ended.
func (s *moment) result() (game.Result, bool) {
	if s.pos.turn >= 0 {
		return game.Result{}, false
	}
	n := len(s.order)
	r := game.Result{
		Lead:   s.seat(s.pos.lead),
		Places: make([]game.Seat, n),
		Points: make([]int, n),
		Titles: make([]game.Title, n),
		Hands:  make([][]card.Card, n),
	}
	var room [MaxChairs]int8
	for i, chair := range s.pos.Settled(room[:0]) {
		seat := s.seat(chair)
		r.Places[i] = seat
		r.Titles[seat], r.Points[seat] = s.rules.merit(i+1, n)
	}
	for seat := range n {
		r.Hands[seat] = s.hand(s.chair[seat])
	}
	return r, true
}

// hand returns a chair's cards in the game's order.
func (s *moment) hand(chair int8) []card.Card {
	cards := s.pos.hands[chair].Cards()
	s.pos.sort(cards)
	return cards
}
