package ai

import (
	"math/bits"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
)

// hidden is a card that another place holds, and which it can't be: a seat that
// had to draw held nothing that could follow the top card.
type hidden struct {
	place uint8
	not   uint64 // cards, as bits
	came  int    // after so much of what was told; 0: it was dealt
}

// act is what another place did, and what is known of its hand at that moment.
type act struct {
	place uint8
	told  int // so much had been told
	play  acehole.Play
	top   card.Card
	up    bool
	few   int      // cards that one of the others held
	known card.Set // of the hand, what was played then or later
	held  []int    // of the hand, what is still hidden, as places in decision.hidden
}

// watch follows what was told, and notes what it says of the others' hands.
func (d *decision) watch(s ai.Observation) {
	place := func(seat game.Seat) int { return slices.Index(s.View.Order, seat) }
	hands := d.dealt(s)
	up, top := began(s), s.View.Starter
	drew := false // the last to be told of was a draw, of the same turn
	for i, t := range s.News {
		switch t.Kind {
		case game.Drew:
			p := place(t.Seat)
			switch {
			case d.free: // it may have had its reasons
				d.did(p, i, acehole.Draw, top, up, hands)
			default:
				hands[p] = rule(hands[p], drew, acehole.Following(top, up))
			}
			hands[p] = append(hands[p], hidden{place: uint8(p), came: i + 1})
			drew = true
		case game.Played:
			p := place(t.Seat)
			d.did(p, i, acehole.PlayOf(t.Cards...), top, up, hands)
			for n, c := range t.Cards {
				hands[p] = d.lose(hands[p], c, drew && n == 0)
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
	slices.SortStableFunc(d.hidden, func(a, b hidden) int { return bits.OnesCount64(b.not) - bits.OnesCount64(a.not) })
	for i := range d.past {
		for k, h := range d.hidden {
			if a := &d.past[i]; h.place == a.place && h.came <= a.told {
				a.held = append(a.held, k)
			}
		}
	}
}

// began says whether the count of the round began upwards.
func began(s ai.Observation) bool {
	up := s.View.Dir == game.Up
	for _, t := range s.News {
		if t.Kind == game.Turned {
			up = !up
		}
	}
	return up
}

// did notes what another place did.
func (d *decision) did(p, told int, play acehole.Play, top card.Card, up bool, hands [][]hidden) {
	if p != int(d.core.Turn) {
		d.past = append(d.past, act{place: uint8(p), told: told, play: play, top: top, up: up, few: fewestBut(hands, p)})
	}
}

// dealt returns the hands as they were dealt, of which nothing is known.
func (d *decision) dealt(s ai.Observation) [][]hidden {
	hands := make([][]hidden, len(s.View.Order))
	for p, seat := range s.View.Order {
		cards := s.View.Players[seat].Cards
		for _, t := range s.News {
			switch {
			case t.Seat != seat:
			case t.Kind == game.Drew:
				cards--
			case t.Kind == game.Played:
				cards += len(t.Cards)
			}
		}
		for range cards {
			hands[p] = append(hands[p], hidden{place: uint8(p)})
		}
	}
	return hands
}

// fewestBut is how many cards the one of the others holds who holds fewest.
func fewestBut(hands [][]hidden, place int) int {
	n := 1 << 10
	for p, h := range hands {
		if p != place {
			n = min(n, len(h))
		}
	}
	return n
}

// rule notes on a hand that draws that it can't follow: all of it when the turn
// began, and after that what it drew last.
func rule(hand []hidden, drew bool, follow uint64) []hidden {
	if drew {
		hand[len(hand)-1].not |= follow
		return hand
	}
	for i := range hand {
		hand[i].not |= follow
	}
	return hand
}

// lose takes a card that is played out of a hand: the one just drawn, if that is
// why it could be played; else that of which least is known, since what is known
// speaks against it. That it was there is noted on all acts since it came.
func (d *decision) lose(hand []hidden, c card.Card, drawn bool) []hidden {
	if len(hand) == 0 {
		return hand
	}
	at := -1
	for i, h := range hand {
		if h.not>>c&1 == 0 && (at < 0 || bits.OnesCount64(h.not) < bits.OnesCount64(hand[at].not)) {
			at = i
		}
	}
	if drawn {
		at = len(hand) - 1
	}
	at = max(at, 0)
	for i := range d.past {
		if a := &d.past[i]; a.place == hand[at].place && a.told >= hand[at].came {
			a.known.Add(c)
		}
	}
	return slices.Delete(hand, at, at+1)
}

// recall finds out what the seat itself had to decide, going back from now. What it drew is
// told to nobody: the first card that it played after a draw is taken for the one drawn,
// and where it had to draw, what would have fitted came later. Other hands of before may
// have a card too many.
func (d *decision) recall(s ai.Observation) {
	me, now := int(d.core.Turn), s.View.Seat
	tops := make([]card.Card, len(s.News)) // before each thing that was told
	top := s.View.Starter
	for i, t := range s.News {
		tops[i] = top
		if t.Kind == game.Played {
			top = t.Cards[len(t.Cards)-1]
		}
	}
	hand, pool, up := d.core.Hands[me], slices.Clone(d.pool), d.core.Up
	drew := func(i int) bool { // whether the seat had just drawn
		return i > 0 && s.News[i-1].Kind == game.Drew && s.News[i-1].Seat == now
	}
	came := func(b card.Card) { // after what is told next
		if hand.Remove(b) {
			pool = append(pool, b)
		}
	}
	for _, b := range s.View.Fresh {
		came(b)
	}
	sizes := make([]int, len(s.View.Order))
	for p, seat := range s.View.Order {
		sizes[p] = s.View.Players[seat].Cards
	}
	for i := len(s.News) - 1; i >= 0; i-- {
		t := s.News[i]
		p := slices.Index(s.View.Order, t.Seat)
		switch {
		case t.Kind == game.Turned:
			up = !up
		case t.Kind == game.Played && p == me:
			sizes[p] += len(t.Cards)
			for _, b := range t.Cards {
				hand.Add(b)
			}
			d.own = append(d.own, d.moment(hand, pool, sizes, tops[i], up, drew(i)))
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
			case d.free: // it may have had its reasons
				d.own = append(d.own, d.moment(hand, pool, sizes, tops[i], up, true))
			case !drew(i):
				for b := range (card.Set{hand[0] & acehole.Following(tops[i], up)}).All() {
					came(b)
				}
			}
		}
	}
	slices.Reverse(d.own)
}

// moment is a decision that the seat itself had, and what it couldn't see then.
type moment struct {
	core acehole.Core
	pool []card.Card
}

// moment returns a decision in which the others held so many cards, whichever.
func (d *decision) moment(hand card.Set, pool []card.Card, sizes []int, top card.Card, up, drew bool) moment {
	m := moment{pool: slices.Clone(pool), core: acehole.Core{
		Top: top, Up: up, Seats: d.core.Seats, Turn: d.core.Turn, Owner: -1, Acehole: -1, FreeDraw: d.free, CanDraw: d.free || drew,
	}}
	for p, n := range sizes {
		m.core.Hands[p] = card.SetOf(pool[:min(n, len(pool))]...)
	}
	m.core.Hands[d.core.Turn] = hand
	return m
}
