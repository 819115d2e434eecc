package mind

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/card"
	"deuces/game/cpu"
)

// decision is a Sight in the engine's words.
type decision struct {
	core   acehole.Core // the own hand is there; other hands and the pile aren't
	legal  []game.Action
	free   bool
	pool   []card.Card // cards that the seat has not seen
	hidden []hidden    // what others hold, what is known most about first
}

// hidden is a card that another place holds, and which it can't be: a seat that
// had to draw held nothing that could follow the top card.
type hidden struct {
	place uint8
	not   uint64 // cards, as bits
}

// read finds out what a seat knows when it has to decide.
func read(rules *acehole.Rules, s cpu.Sight) (*decision, error) {
	v := s.View
	if len(v.Legal) == 0 {
		return nil, cpu.ErrNoTurn
	}
	n := len(v.Order)
	if n < 2 || n > acehole.MaxPlaces || len(v.Players) != n {
		return nil, fmt.Errorf("acehole: a table of %d", n)
	}
	d := &decision{core: rules.Sight(v), legal: v.Legal}
	d.free = d.core.Free
	rest := card.SetOf(rules.Deck(n)...)
	seen := append(slices.Clone(v.Hand), v.Top.Cards...)
	for _, t := range s.Told {
		if t.Kind == game.Played {
			seen = append(seen, t.Cards...)
		}
	}
	if v.Top.Seat != game.Nobody {
		seen = slices.Delete(seen, len(v.Hand), len(v.Hand)+1) // the top card was told of as well
	}
	for _, c := range seen {
		rest.Remove(c)
	}
	d.pool = rest.Cards()
	d.watch(s)
	slices.SortStableFunc(d.hidden, func(a, b hidden) int { return bits.OnesCount64(b.not) - bits.OnesCount64(a.not) })
	return d, nil
}

// watch follows what was told, and notes what it says of the others' hands.
func (d *decision) watch(s cpu.Sight) {
	v := s.View
	hands := make([][]hidden, len(v.Order))
	cards := make([]int, len(v.Order)) // as dealt
	place := func(seat game.Seat) int { return slices.Index(v.Order, seat) }
	up, top := d.core.Up, card.None
	for p, seat := range v.Order {
		cards[p] = v.Players[seat].Cards
	}
	for _, t := range s.Told {
		switch t.Kind {
		case game.Turned:
			up = !up // back to how the count began
		case game.Drew:
			cards[place(t.Seat)]--
		case game.Played:
			cards[place(t.Seat)] += len(t.Cards)
		}
	}
	for p := range hands {
		for range cards[p] {
			hands[p] = append(hands[p], hidden{place: uint8(p)})
		}
	}
	drew := false // the last to be told of was a draw, of the same turn
	for _, t := range s.Told {
		switch t.Kind {
		case game.Drew:
			p := place(t.Seat)
			if top != card.None && !d.free {
				hands[p] = rule(hands[p], drew, acehole.Following(top, up))
			}
			hands[p] = append(hands[p], hidden{place: uint8(p)})
			drew = true
		case game.Played:
			p := place(t.Seat)
			for i, c := range t.Cards {
				hands[p] = lose(hands[p], c, drew && i == 0)
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

// lose takes a card that was laid out of a hand: the one just drawn, if that is
// why it could be laid; else that of which least is known, since what is known
// speaks against it.
func lose(hand []hidden, c card.Card, drawn bool) []hidden {
	at := -1
	for i, h := range hand {
		if h.not>>c&1 == 0 && (at < 0 || bits.OnesCount64(h.not) < bits.OnesCount64(hand[at].not)) {
			at = i
		}
	}
	if last := len(hand) - 1; drawn && last >= 0 {
		at = last
	}
	if at < 0 {
		at = 0
	}
	if len(hand) == 0 {
		return hand
	}
	return slices.Delete(hand, at, at+1)
}

// Deal makes a world: others hold what they may hold, and the rest is the pile.
func (d *decision) Deal(c *acehole.Core, r *rand.Rand) float64 {
	*c = d.core
	pool := d.pool
	r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for _, h := range d.hidden {
		if len(pool) == 0 {
			break
		}
		at := slices.IndexFunc(pool, func(x card.Card) bool { return h.not>>x&1 == 0 })
		at = max(at, 0) // what can't be is wrong, then
		c.Hands[h.place].Add(pool[at])
		pool[0], pool[at] = pool[at], pool[0]
		pool = pool[1:]
	}
	c.Cards = uint8(copy(c.Pile[:c.Cards], pool))
	return 1
}

// any returns a world that fits, always the same one.
func (d *decision) any() (c acehole.Core) {
	d.Deal(&c, rand.New(rand.NewPCG(0, 0)))
	return c
}

// choice finds a play among the legal actions.
func (d *decision) choice(p acehole.Play, why string) (cpu.Choice, error) {
	cards := p.Cards()
	for _, a := range d.legal {
		if (a.Verb == game.Draw) == (p == acehole.Draw) && slices.Equal(a.Cards, cards) {
			return cpu.Choice{Action: a, Why: why}, nil
		}
	}
	return cpu.Choice{}, fmt.Errorf("acehole: %v is not legal", cards)
}
