package president

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Show adds the draws for the deal, the play to beat, who passed, the order of ranks, and
// of a seat its own exchanges.
func (s *roundState) Show(v *game.View, chair int) {
	p := &s.pos
	v.ShowDealer, v.Dir, v.Inverted = true, game.Clockwise, p.inverted
	v.Unusual, v.Swapped = p.unusual(), s.exchanged()
	v.LeadReason, v.LeadCard = s.opens()
	if p.due > 0 {
		v.Phase = game.Exchanging
	}
	if p.counter {
		v.Dir = game.Counter
	}
	v.DrawnCards = make([][]game.DrawnCard, len(s.drawn))
	for i, d := range s.drawn {
		v.DrawnCards[i] = slices.Clone(d)
	}
	for c, seat := range s.Order {
		passed := p.passed>>c&1 != 0
		v.Players[seat].Passed, v.Players[seat].SitsOut = passed, passed && (p.rules.once || p.rules.lap)
		v.Players[seat].LastPlace = int(p.held[c])
	}
	v.Out = nil
	for _, c := range p.finish[:p.done] {
		if p.hands[c] == (card.Set{}) {
			v.Out = append(v.Out, s.seat(c))
		}
	}
	if p.top != 0 {
		v.Top = game.TopPlay{Seat: s.seat(p.maker), Cards: kit.Action(s.by(p.top)).Cards, As: p.top.As(), Class: p.rules.className(p.top)}
	}
	public := *p
	public.hands = [MaxChairs]card.Set{}
	v.Public = public
	if chair < 0 {
		return
	}
	if p.rules.suits != suitsNone {
		v.Sorted = sorted(v.Hand)
	}
	v.Swaps, v.Fresh = s.swaps(chair)
}

// opens says why the seat to move leads the round, and by which card, as long as
// nothing was played.
func (s *roundState) opens() (why say.Message, by card.Card) {
	p := &s.pos
	left := 0
	for _, hand := range p.hands {
		left += hand.Len()
	}
	if p.turn < 0 || p.due > 0 || s.named || left < s.dealt {
		return say.Message{}, card.None
	}
	switch rule := p.leads(); {
	case p.bound:
		return say.New("The round opens with 3♣: whoever holds it leads, and plays it."), threeOfClubs
	case rule == leadQueen && p.hands[p.turn].Has(queenOfHearts):
		return say.New("Whoever holds Q♥ leads the round, with any play."), queenOfHearts
	case rule == leadPresident && p.turn == p.holder(1):
		return say.New("Whoever came first in the last round leads, with any play."), card.None
	case rule == leadAsshole && p.turn == p.holder(p.rules.chairs):
		return say.New("Whoever came last in the last round leads, with any play."), card.None
	case rule == leadLeft && p.turn == 0:
		return say.New("The player to the dealer's left leads the round, with any play."), card.None
	}
	return say.Message{}, card.None
}

// unusual says how the cards rank and which way play goes where an inversion or a
// revolution has changed that (rules.md P6).
func (p *Position) unusual() []game.Unusual {
	var all []game.Unusual
	if p.inverted {
		var ranks []card.Rank
		for r := card.Two; r >= card.Three; r-- {
			ranks = append(ranks, r)
		}
		all = append(all, game.Unusual{
			Text:  "🔃 **Low cards beat high ones.** From low to high: {ranks}",
			Brief: "🔃 low cards beat high ones", Ranks: ranks,
		})
	}
	if p.counter {
		all = append(all, game.Unusual{Text: "↩️ **Counter-clockwise:** {next}", Brief: "↩️ play goes counter-clockwise"})
	}
	return all
}

// sorted returns a hand by rank, as it is, and by suit.
func sorted(hand []card.Card) []game.Sorting {
	bySuit := slices.Clone(hand)
	slices.SortStableFunc(bySuit, func(a, b card.Card) int {
		joker := func(c card.Card) int {
			if c.IsJoker() {
				return 1
			}
			return 0
		}
		if j := cmp.Compare(joker(a), joker(b)); j != 0 || a.IsJoker() {
			return j
		}
		return cmp.Compare(a.Suit(), b.Suit())
	})
	return []game.Sorting{{By: "rank", Hand: slices.Clone(hand)}, {By: "suit", Hand: bySuit}}
}

// swaps returns the exchanges that a chair was part of, and which of the cards
// that came to it are new to its hand.
func (s *roundState) swaps(at int) (swaps []game.Swap, fresh []card.Card) {
	chair := int8(at)
	with := func(other int8) *game.Swap {
		for i := range swaps {
			if swaps[i].With == s.seat(other) {
				return &swaps[i]
			}
		}
		swaps = append(swaps, game.Swap{With: s.seat(other)})
		return &swaps[len(swaps)-1]
	}
	var got card.Set
	for _, g := range s.gifts {
		switch chair {
		case g.from:
			w := with(g.to)
			w.Gave = append(w.Gave, g.cards.Cards()...)
			got = got.Minus(got.Both(g.cards))
		case g.to:
			w := with(g.from)
			w.Got = append(w.Got, g.cards.Cards()...)
			got = got.Plus(g.cards)
		}
	}
	if s.stale>>chair&1 == 0 {
		fresh = s.pos.rules.sorted(got.Both(s.pos.hands[chair]))
	}
	for _, w := range swaps {
		s.pos.rules.sort(w.Gave)
		s.pos.rules.sort(w.Got)
	}
	return swaps, fresh
}

// exchanged tells which exchanges are done: who with whom, and how many cards.
func (s *roundState) exchanged() []game.News {
	var news []game.News
	for i, g := range s.gifts {
		both := func(h gift) bool { return h.from == g.to && h.to == g.from }
		due := func(t trade) bool { return t.from == g.to && t.to == g.from }
		if !slices.ContainsFunc(s.gifts[:i], both) && !slices.ContainsFunc(s.pos.trades[:s.pos.due], due) {
			news = append(news, game.ExchangeNews(s.seat(g.from), s.seat(g.to), g.cards.Len()))
		}
	}
	return news
}
