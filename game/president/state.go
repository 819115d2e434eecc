package president

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
)

// State is one moment of a round: the core's Position, and what a table wants
// to know beside it. A State is never changed once it is returned.
type State struct {
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

// Position returns the core's view of the moment, hidden hands included: chair
// c is the seat Order()[c]. It is a copy.
func (s *State) Position() Position { return s.pos }

// Order returns the seats by chair; the caller owns it.
func (s *State) Order() []game.Seat { return slices.Clone(s.order) }

// swap notes what went where.
func (s *State) swap(gifts []gift) {
	s.gifts = slices.Clip(s.gifts)
	for _, g := range gifts {
		if g.cards != (card.Set{}) {
			s.gifts = append(s.gifts, g)
			s.stale &^= 1 << g.to
		}
	}
}

// seat returns who sits on a chair; Nobody for none.
func (s *State) seat(chair int8) game.Seat {
	if chair < 0 {
		return game.Nobody
	}
	return s.order[chair]
}

// Turn is the seat that has to decide.
func (s *State) Turn() (game.Seat, bool) { return s.seat(s.pos.turn), s.pos.turn >= 0 }

// Legal lists what the seat whose turn it is may do.
func (s *State) Legal() []game.Action {
	var room [128]Move
	moves := s.pos.Moves(room[:0])
	cards := 0
	for _, m := range moves {
		if !m.IsPass() {
			cards += m.Size()
		}
	}
	actions := make([]game.Action, len(moves))
	all := make([]card.Card, 0, cards)
	for i, m := range moves {
		from := len(all)
		actions[i].Verb = game.Pass
		if !m.IsPass() {
			all = s.pos.appendCards(all, m)
			actions[i] = game.Action{Verb: game.Play, Cards: all[from:len(all):len(all)]}
			if m.IsGift() {
				actions[i].Verb = game.Give
			}
		}
	}
	return actions
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

// Default passes, leads the lowest single card in the current order, or gives
// the lowest cards.
func (s *State) Default() game.Action {
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
func (s *State) lower(a, b Move) bool {
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

// Apply returns the state after a seat's action.
func (s *State) Apply(seat game.Seat, a game.Action) (game.State, []game.News, error) {
	m, err := s.move(seat, a)
	if err != nil {
		return nil, nil, err
	}
	next := *s
	next.stale |= 1 << s.pos.turn
	if m.IsGift() {
		there, back := next.pos.give(m)
		next.swap([]gift{there, back})
		return &next, []game.News{swapped(s, there)}, nil
	}
	e := next.pos.Do(m)
	return &next, next.news(seat, m, e), nil
}

// swapped tells that an exchange took place, and of how many cards.
func swapped(s *State, g gift) game.News {
	return game.Swapping(s.seat(g.from), s.seat(g.to), g.cards.Len())
}

// Result is how the round ended.
func (s *State) Result() (game.Result, bool) {
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
func (s *State) hand(chair int8) []card.Card {
	cards := s.pos.hands[chair].Cards()
	s.pos.sort(cards)
	return cards
}
