package ai

import (
	"math/bits"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/card"
)

// hiddenCard is a card in another place's hand. If a place had to draw, it held no card that could
// follow the top card; those cards are ruled out.
type hiddenCard struct {
	place      uint8
	impossible uint64 // cards, as bits, that it can't be
	sinceNews  int    // number of news items up to and including its draw; 0: it was dealt
}

// observedPlay is a move of another place, with what is known of its hand at that time.
type observedPlay struct {
	place       uint8
	newsBefore  int // number of news items before it
	play        acehole.Play
	top         card.Card
	up          bool
	fewest      int      // smallest number of cards of the other players
	known       card.Set // cards of the hand that the place played then or later
	hiddenCards []int    // cards of the hand that are still hidden, as indexes in decision.hidden
}

// followNews replays the news and records what they show about the others' hands.
func (d *decision) followNews() {
	place := func(seat game.Seat) int { return slices.Index(d.View.Order, seat) }
	hands := d.dealtHands()
	up, top := d.startedUpwards(), d.View.Starter
	drew := false // the last news item was a draw in the same turn
	for i, t := range d.News {
		switch t.Kind {
		case game.Drew:
			p := place(t.Seat)
			switch {
			case d.freeDraw: // a draw doesn't show that nothing fits
				d.addObserved(p, i, acehole.Draw, top, up, hands)
			default:
				hands[p] = ruleOut(hands[p], drew, acehole.Following(top, up))
			}
			hands[p] = append(hands[p], hiddenCard{place: uint8(p), sinceNews: i + 1})
			drew = true
		case game.Played:
			p := place(t.Seat)
			d.addObserved(p, i, acehole.PlayOf(t.Cards...), top, up, hands)
			for n, c := range t.Cards {
				hands[p] = d.removePlayed(hands[p], c, drew && n == 0)
			}
			top, drew = t.Cards[len(t.Cards)-1], false
		case game.Turned:
			up = !up
		}
	}
	for p := range hands {
		if p != int(d.core.Turn) {
			d.hidden = append(d.hidden, hands[p]...)
		}
	}
	slices.SortStableFunc(d.hidden, func(a, b hiddenCard) int { return bits.OnesCount64(b.impossible) - bits.OnesCount64(a.impossible) })
	for i := range d.observed {
		for k, h := range d.hidden {
			if a := &d.observed[i]; h.place == a.place && h.sinceNews <= a.newsBefore {
				a.hiddenCards = append(a.hiddenCards, k)
			}
		}
	}
}

// startedUpwards reports whether the count went up at the start of the round.
func (d *decision) startedUpwards() bool {
	up := d.View.Dir == game.Up
	for _, t := range d.News {
		if t.Kind == game.Turned {
			up = !up
		}
	}
	return up
}

// addObserved records a move of another place.
func (d *decision) addObserved(p, told int, play acehole.Play, top card.Card, up bool, hands [][]hiddenCard) {
	if p != int(d.core.Turn) {
		d.observed = append(d.observed, observedPlay{place: uint8(p), newsBefore: told, play: play, top: top, up: up, fewest: fewestBut(hands, p)})
	}
}

// dealtHands returns the hands as they were dealt, about which nothing is known.
func (d *decision) dealtHands() [][]hiddenCard {
	hands := make([][]hiddenCard, len(d.View.Order))
	for p, seat := range d.View.Order {
		cards := d.View.Players[seat].Cards
		for _, t := range d.News {
			switch {
			case t.Seat != seat:
			case t.Kind == game.Drew:
				cards--
			case t.Kind == game.Played:
				cards += len(t.Cards)
			}
		}
		for range cards {
			hands[p] = append(hands[p], hiddenCard{place: uint8(p)})
		}
	}
	return hands
}

// fewestBut returns the smallest number of cards of any place except one.
func fewestBut(hands [][]hiddenCard, place int) int {
	n := 1 << 10
	for p, h := range hands {
		if p != place {
			n = min(n, len(h))
		}
	}
	return n
}

// ruleOut rules out cards that follow the top card for a place that has to draw: for its whole hand
// at the first draw of a turn, and for the card drawn last at further draws.
func ruleOut(hand []hiddenCard, drew bool, follow uint64) []hiddenCard {
	if drew {
		hand[len(hand)-1].impossible |= follow
		return hand
	}
	for i := range hand {
		hand[i].impossible |= follow
	}
	return hand
}

// removePlayed removes a played card from a hand. If the card was just drawn, it is the hand's last
// hidden card. Otherwise it is assumed to be the one about which least is known, among the hidden
// cards that it can be. removePlayed adds the card to the known cards of all moves recorded since
// it arrived.
func (d *decision) removePlayed(hand []hiddenCard, c card.Card, drawn bool) []hiddenCard {
	if len(hand) == 0 {
		return hand
	}
	at := -1
	for i, h := range hand {
		if h.impossible>>c&1 == 0 && (at < 0 || bits.OnesCount64(h.impossible) < bits.OnesCount64(hand[at].impossible)) {
			at = i
		}
	}
	if drawn {
		at = len(hand) - 1
	}
	at = max(at, 0)
	for i := range d.observed {
		if a := &d.observed[i]; a.place == hand[at].place && a.newsBefore >= hand[at].sinceNews {
			a.known.Add(c)
		}
	}
	return slices.Delete(hand, at, at+1)
}

// findEarlierDecisions reconstructs the seat's own earlier decisions, going back from now. The news
// doesn't show which cards the seat drew. So the first card played after a draw is assumed to be
// the drawn one, and if the seat had to draw, cards that would have fitted are assumed to have
// arrived later. The reconstructed hands of others can have one card too many.
func (d *decision) findEarlierDecisions() {
	me, now := int(d.core.Turn), d.View.Seat
	tops := make([]card.Card, len(d.News)) // top card before each news item
	top := d.View.Starter
	for i, t := range d.News {
		tops[i] = top
		if t.Kind == game.Played {
			top = t.Cards[len(t.Cards)-1]
		}
	}
	hand, pool, up := d.core.Hands[me], slices.Clone(d.pool), d.core.Up
	drew := func(i int) bool { // reports whether the seat drew just before item i
		return i > 0 && d.News[i-1].Kind == game.Drew && d.News[i-1].Seat == now
	}
	came := func(b card.Card) { // removes a card that arrived later from the hand
		if hand.Remove(b) {
			pool = append(pool, b)
		}
	}
	for _, b := range d.View.Fresh {
		came(b)
	}
	sizes := make([]int, len(d.View.Order))
	for p, seat := range d.View.Order {
		sizes[p] = d.View.Players[seat].Cards
	}
	for i := len(d.News) - 1; i >= 0; i-- {
		t := d.News[i]
		p := slices.Index(d.View.Order, t.Seat)
		switch {
		case t.Kind == game.Turned:
			up = !up
		case t.Kind == game.Played && p == me:
			sizes[p] += len(t.Cards)
			for _, b := range t.Cards {
				hand.Add(b)
			}
			d.earlier = append(d.earlier, d.newEarlierDecision(hand, pool, sizes, tops[i], up, drew(i)))
			if drew(i) {
				came(t.Cards[0])
			}
		case t.Kind == game.Played:
			sizes[p] += len(t.Cards)
			pool = append(pool, t.Cards...)
		case t.Kind == game.Drew:
			sizes[p]--
			switch {
			case p != me:
			case d.freeDraw: // a draw doesn't show that nothing fits
				d.earlier = append(d.earlier, d.newEarlierDecision(hand, pool, sizes, tops[i], up, true))
			case !drew(i):
				for b := range (card.Set{hand[0] & acehole.Following(tops[i], up)}).All() {
					came(b)
				}
			}
		}
	}
	slices.Reverse(d.earlier)
}

// earlierDecision is an earlier decision of the seat and the cards that it couldn't see then.
type earlierDecision struct {
	core acehole.Core
	pool []card.Card
}

// newEarlierDecision returns a decision in which the places hold the given numbers of cards. The
// cards of the others are arbitrary.
func (d *decision) newEarlierDecision(hand card.Set, pool []card.Card, sizes []int, top card.Card, up, drew bool) earlierDecision {
	m := earlierDecision{pool: slices.Clone(pool), core: acehole.Core{
		Top: top, Up: up, Seats: d.core.Seats, Turn: d.core.Turn, Owner: -1, Acehole: -1, FreeDraw: d.freeDraw, CanDraw: d.freeDraw || drew,
	}}
	for p, n := range sizes {
		m.core.Hands[p] = card.SetOf(pool[:min(n, len(pool))]...)
	}
	m.core.Hands[d.core.Turn] = hand
	return m
}
