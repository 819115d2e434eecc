package president

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// State is a round at a table.
type State = kit.State[roundState, play, *roundState]

// roundState implements kit.RoundState around the core's Position. A place at the table is called a
// chair.
type roundState struct {
	*roundInfo
	position Position
	effect   Effect // what the last move caused
	gifts    []gift // all cards given in the exchange; never appended to in place
	hadTurn  uint16 // bit per chair: it has had a turn since it last received cards
}

// roundInfo is what stays the same during a round.
type roundInfo struct {
	*kit.Table
	rules       *Rules
	drawnCards  [][]game.DrawnCard
	cardsDealt  int  // number of cards dealt
	leaderNamed bool // Setup names the leader, so the rules don't decide
}

// play is a move together with the rules, which determine the order of its cards.
type play struct {
	Move
	rules *roundRules
}

// Append appends the cards, low to high, Jokers last.
func (m play) Append(cards []card.Card) []card.Card { return m.rules.append(cards, m.Move) }

// asPlay returns a move as a play.
func (s *roundState) asPlay(m Move) play { return play{m, &s.rules.rules} }

// Position returns a copy of the core, including hidden hands. Chair c is the seat Order[c].
func (s roundState) Position() Position { return s.position }

// Place returns the chair that has to decide.
func (s *roundState) Place() int { return int(s.position.turn) }

// Cards returns the number of cards that a chair holds.
func (s *roundState) Cards(chair int) int { return s.position.hands[chair].Len() }

// Hand returns a chair's cards in the game's order.
func (s *roundState) Hand(chair int) []card.Card {
	return s.position.rules.sorted(s.position.hands[chair])
}

// Do makes a move.
func (s *roundState) Do(m play) {
	s.hadTurn |= 1 << s.position.turn
	if m.IsGift() {
		there, back := s.position.give(m.Move)
		s.recordGifts([]gift{there, back})
		return
	}
	s.effect = s.position.Do(m.Move)
}

// recordGifts records cards that were given.
func (s *roundState) recordGifts(gifts []gift) {
	s.gifts = slices.Clip(s.gifts)
	for _, g := range gifts {
		if g.cards != (card.Set{}) {
			s.gifts = append(s.gifts, g)
			s.hadTurn &^= 1 << g.to
		}
	}
}

// seat returns the seat of a chair, or Nobody for -1.
func (s *roundState) seat(chair int8) game.Seat {
	if chair < 0 {
		return game.Nobody
	}
	return s.Order[chair]
}

// Plays lists all moves, with a pass first if one is allowed.
func (s *roundState) Plays() (list []play) {
	for _, m := range s.position.Moves(nil) {
		list = append(list, s.asPlay(m))
	}
	return list
}

// append appends the cards of a play or gift, low to high, Jokers last. In a run Jokers have the places
// of the cards that they stand for.
func (r *roundRules) append(cards []card.Card, m Move) []card.Card {
	if m.IsRun() {
		return m.appendRun(cards)
	}
	from := len(cards)
	for c := range m.Cards().All() {
		cards = append(cards, c)
	}
	r.sort(cards[from:])
	return cards
}

// sort sorts cards in the game's order, low to high.
func (r *roundRules) sort(cards []card.Card) {
	slices.SortFunc(cards, func(a, b card.Card) int { return cmp.Compare(r.worth(a), r.worth(b)) })
}

// sorted returns a set of cards in the game's order.
func (r *roundRules) sorted(s card.Set) []card.Card {
	cards := s.Cards()
	r.sort(cards)
	return cards
}

// Default passes, leads the lowest single card in the current order, or gives the lowest cards.
func (s *roundState) Default() play {
	p := &s.position
	switch {
	case p.decisionsLeft > 0:
		return s.asPlay(giftOf(p.worst(p.hands[p.turn], int(p.decisions[0].n))))
	case p.top != 0:
		return s.asPlay(PassMove)
	}
	var room [128]Move
	best := Move(0)
	for _, m := range p.Moves(room[:0]) {
		if m.Size() == 1 && (best == 0 || s.ranksBelow(m, best)) {
			best = m
		}
	}
	return s.asPlay(best)
}

// ranksBelow compares single cards to lead: natural cards before Jokers, then by current rank, then
// by suit.
func (s *roundState) ranksBelow(a, b Move) bool {
	if a.Jokers() != b.Jokers() {
		return a.Jokers() < b.Jokers()
	}
	if pa, pb := s.position.power(a), s.position.power(b); pa>>2 != pb>>2 {
		return pa < pb
	}
	return s.position.rules.worth(card.Card(firstCard(a))) < s.position.rules.worth(card.Card(firstCard(b)))
}

// firstCard returns the first card of a play.
func firstCard(m Move) card.Card {
	for c := range m.Cards().All() {
		return c
	}
	return card.None
}

// End fills in the places after coups, the points and the titles.
func (s *roundState) End(r *game.Result) {
	var room [MaxChairs]int8
	r.Lead = s.seat(s.position.lead)
	for i, chair := range s.position.Settled(room[:0]) {
		seat := s.seat(chair)
		r.Places[i] = seat
		r.Titles[seat], r.Points[seat] = s.rules.titleAndPoints(i+1, len(s.Order))
		if s.position.fallen>>chair&1 != 0 {
			r.Hands[seat] = s.position.rules.sorted(s.position.setAside)
		}
		if extra := s.rules.extraCards(len(s.Order)); s.position.rules.exchange == exchangeExtra && i < len(extra) {
			if r.Handicaps == nil {
				r.Handicaps = make([]say.Message, len(s.Order))
			}
			r.Handicaps[seat] = say.New("handicap: {n:# extra card|# extra cards}", extra[i])
		}
	}
}
