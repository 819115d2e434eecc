package president

import (
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
)

// State is a moment of a round, as a table keeps it.
type State = kit.State[roundState, play, *roundState]

// moment is all there is to a State: the core's Position, and what a table wants to
// know beside it. A place at the table is a chair.
type roundState struct {
	*deal
	pos   Position
	came  Effect // what the last move brought about
	gifts []gift // what went where in the exchange; never appended to in place
	stale uint16 // chairs that had a turn since cards came to them
}

// deal is what stays the same for a round.
type deal struct {
	*kit.Table
	rules *Rules
	drawn [][]game.DrawnCard
	dealt int  // how many cards were dealt
	named bool // who leads was named, not found by the rules
}

// play is a move by some rules, which put its cards in order.
type play struct {
	Move
	rules *ruleSet
}

// Append appends the cards, low to high, Jokers last.
func (m play) Append(cards []card.Card) []card.Card { return m.rules.append(cards, m.Move) }

// by is a move as the table has it.
func (s *roundState) by(m Move) play { return play{m, &s.rules.rules} }

// Position returns the core's view of the moment, hidden hands included: chair
// c is the seat Order[c]. It is a copy.
func (s roundState) Position() Position { return s.pos }

// Place is the chair that has to decide.
func (s *roundState) Place() int { return int(s.pos.turn) }

// Cards is how many cards a chair holds.
func (s *roundState) Cards(chair int) int { return s.pos.hands[chair].Len() }

// Hand returns a chair's cards in the game's order.
func (s *roundState) Hand(chair int) []card.Card { return s.pos.rules.sorted(s.pos.hands[chair]) }

// Do makes a move.
func (s *roundState) Do(m play) {
	s.stale |= 1 << s.pos.turn
	if m.IsGift() {
		there, back := s.pos.give(m.Move)
		s.swap([]gift{there, back})
		return
	}
	s.came = s.pos.Do(m.Move)
}

// swap notes what went where.
func (s *roundState) swap(gifts []gift) {
	s.gifts = slices.Clip(s.gifts)
	for _, g := range gifts {
		if g.cards != (card.Set{}) {
			s.gifts = append(s.gifts, g)
			s.stale &^= 1 << g.to
		}
	}
}

// seat returns who sits on a chair; Nobody for none.
func (s *roundState) seat(chair int8) game.Seat {
	if chair < 0 {
		return game.Nobody
	}
	return s.Order[chair]
}

// List lists all moves, a pass first where one is allowed.
func (s *roundState) List(room *game.Actions) {
	var buf [128]Move
	var plays [128]play
	list := plays[:0]
	for _, m := range s.pos.Moves(buf[:0]) {
		list = append(list, s.by(m))
	}
	kit.List(room, list)
}

// append appends the cards of a play or gift, low to high, Jokers last.
func (r *ruleSet) append(cards []card.Card, m Move) []card.Card {
	from := len(cards)
	for c := range m.Cards().All() {
		cards = append(cards, c)
	}
	r.sort(cards[from:])
	return cards
}

// sort puts cards in the game's order, low to high.
func (r *ruleSet) sort(cards []card.Card) {
	for i := range cards {
		for j := i; j > 0 && r.worth(cards[j]) < r.worth(cards[j-1]); j-- {
			cards[j], cards[j-1] = cards[j-1], cards[j]
		}
	}
}

// sorted lists cards in the game's order.
func (r *ruleSet) sorted(s card.Set) []card.Card {
	cards := s.Cards()
	r.sort(cards)
	return cards
}

// Default passes, leads the lowest single card in the current order, or gives
// the lowest cards.
func (s *roundState) Default() play {
	p := &s.pos
	switch {
	case p.due > 0:
		return s.by(giftOf(p.worst(p.hands[p.turn], int(p.trades[0].n))))
	case p.top != 0:
		return s.by(PassMove)
	}
	var room [128]Move
	best := Move(0)
	for _, m := range p.Moves(room[:0]) {
		if m.Size() == 1 && (best == 0 || s.lower(m, best)) {
			best = m
		}
	}
	return s.by(best)
}

// lower compares single cards to lead: natural ones before Jokers, then by the
// current order, then by suit.
func (s *roundState) lower(a, b Move) bool {
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

// End gives places as coups have settled them, points and titles.
func (s *roundState) End(r *game.Result) {
	var room [MaxChairs]int8
	r.Lead, r.PointDetails = s.seat(s.pos.lead), nil
	for i, chair := range s.pos.Settled(room[:0]) {
		seat := s.seat(chair)
		r.Places[i] = seat
		r.Titles[seat], r.Points[seat] = s.rules.merit(i+1, len(s.Order))
	}
}
