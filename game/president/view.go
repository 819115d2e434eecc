package president

import (
	"cmp"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/kit"
	"deuces/internal/say"
)

// Show implements kit.RoundState.
func (s *roundState) Show(v *game.View, chair int) {
	p := &s.position
	v.ShowDealer, v.Dir, v.Inverted = true, game.Clockwise, p.inverted
	v.Unusual, v.Swapped = p.unusual(), s.exchangesDone()
	s.showLead(v)
	if p.decisionsLeft > 0 {
		v.Phase, v.GivesTo = game.Exchanging, s.seat(p.decisions[0].to)
	}
	if p.counter {
		v.Dir = game.Counter
	}
	v.DrawnCards = make([][]game.DrawnCard, len(s.drawnCards))
	for i, d := range s.drawnCards {
		v.DrawnCards[i] = slices.Clone(d)
	}
	for c, seat := range s.Order {
		passed := p.passed>>c&1 != 0
		v.Players[seat].Passed, v.Players[seat].SitsOut = passed, passed && (p.rules.passIsFinal || p.rules.oneTurnEach || p.trick.barred>>c&1 != 0)
		v.Players[seat].LastPlace = int(p.lastPlaces[c])
		switch {
		case p.fallen>>c&1 != 0:
			v.Players[seat].Fate = "⬇️ downfall"
		case p.foul>>c&1 != 0:
			v.Players[seat].Fate = "🚫 forbidden last card"
		}
	}
	v.Out = nil
	for _, c := range p.outOrder[:p.outCount] {
		if p.hands[c] == (card.Set{}) {
			v.Out = append(v.Out, s.seat(c))
		}
	}
	if p.top != 0 {
		v.Top = game.TopPlay{Seat: s.seat(p.owner), Cards: kit.Action(s.asPlay(p.top)).Cards, As: p.top.As(), Class: p.rules.specialName(p.top)}
		v.Beats = s.whatBeats()
	}
	if p.trick.bound {
		v.Prompt = "Match {top}, or sit out this trick"
	}
	public := *p
	public.hands, public.setAside = [MaxChairs]card.Set{}, card.Set{}
	v.Public = public
	if chair < 0 {
		return
	}
	if p.rules.suits != suitsNone {
		v.Sorted = sorted(v.Hand)
	}
	v.Swaps, v.Fresh = s.exchangesOf(chair)
}

// showLead says why the seat to move leads the round, and with which card, until something has been
// played.
func (s *roundState) showLead(v *game.View) {
	p := &s.position
	left := 0
	for _, hand := range p.hands {
		left += hand.Len()
	}
	if p.turn < 0 || p.decisionsLeft > 0 || s.leaderNamed || left < s.cardsDealt {
		return
	}
	switch rule := p.leadRule(); {
	case p.mustPlayThree:
		kit.LeadWith(v, threeOfClubs)
	case leadCard(rule) != card.None && p.hands[p.turn].Has(leadCard(rule)):
		v.LeadCard, v.LeadReason = leadCard(rule), "{who} has {lead} and begins."
		v.Prompt = "You have {lead}, so you begin: play anything"
	case rule == leadPresident && p.turn == p.holder(1):
		kit.LeadAsWinner(v)
	case rule == leadAsshole && p.turn == p.holder(p.rules.chairs):
		v.LeadReason, v.Prompt = "{who} came last and begins.", "You came last, so you begin: play anything"
	case rule == leadLeft && p.turn == 0:
		v.LeadReason, v.Prompt = "{who} sits left of the dealer and begins.", "You sit left of the dealer, so you begin: play anything"
	}
}

// unusual describes reversed ranks, a locked trick and a reversed direction of play (rules.md P6, P12).
func (p *Position) unusual() []game.Unusual {
	var all []game.Unusual
	add := func(when bool, u game.Unusual) {
		if when {
			all = append(all, u)
		}
	}
	add(p.inverted && !p.trick.turned, game.Unusual{Text: say.New("🔃 Low cards beat high ones")})
	add(p.inverted && p.trick.turned, game.Unusual{Text: say.New("🔃 In this trick low cards beat high ones")})
	add(!p.inverted && p.trick.turned, game.Unusual{Text: say.New("🔃 In this trick high cards beat low ones")})
	add(p.trick.lock != 0, game.Unusual{Text: say.New("🔒 Locked to {suits}", suitFaces(p.trick.lock))})
	add(p.counter, game.Unusual{Text: say.New("↩️ Play goes counter-clockwise"), Next: true})
	return all
}

// sorted returns a hand sorted by rank and sorted by suit.
func sorted(hand []card.Card) []game.Sorting {
	bySuit := slices.Clone(hand)
	suit := func(c card.Card) card.Suit {
		if c.IsJoker() {
			return card.Spades + 1
		}
		return c.Suit()
	}
	slices.SortStableFunc(bySuit, func(a, b card.Card) int { return cmp.Compare(suit(a), suit(b)) })
	return []game.Sorting{{By: "rank", Hand: slices.Clone(hand)}, {By: "suit", Hand: bySuit}}
}

// exchangesOf returns the exchanges that a chair was part of, and which of the cards it received
// are still new to it.
func (s *roundState) exchangesOf(at int) (swaps []game.Swap, fresh []card.Card) {
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
			got = got.Minus(got.Intersect(g.cards))
		case g.to:
			w := with(g.from)
			w.Got = append(w.Got, g.cards.Cards()...)
			got = got.Plus(g.cards)
		}
	}
	if s.hadTurn>>chair&1 == 0 {
		fresh = s.position.rules.sorted(got.Intersect(s.position.hands[chair]))
	}
	for _, w := range swaps {
		s.position.rules.sort(w.Gave)
		s.position.rules.sort(w.Got)
	}
	return swaps, fresh
}

// exchangesDone returns the news of the exchanges that are complete.
func (s *roundState) exchangesDone() []game.News {
	var news []game.News
	for i, g := range s.gifts {
		both := func(h gift) bool { return h.from == g.to && h.to == g.from }
		due := func(t giveDecision) bool { return t.from == g.to && t.to == g.from }
		if !slices.ContainsFunc(s.gifts[:i], both) && !slices.ContainsFunc(s.position.decisions[:s.position.decisionsLeft], due) {
			news = append(news, game.ExchangeNews(s.seat(g.from), s.seat(g.to), g.cards.Len()))
		}
	}
	return news
}
