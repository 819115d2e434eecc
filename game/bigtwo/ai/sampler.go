package ai

import (
	"math"
	"math/rand/v2"

	"deuces/game/ai"
)

// Which worlds are likely: a chain of them (Metropolis), each from the last by some swaps of two
// cards that the seat can't see. A world counts as likely as the others were to do all that they
// did in this round with the hands that it gives them.
const (
	settle = 100 // swaps that are tried before the first world
	stir   = 12  // and from a world to the next
)

// sampler is the chain. One goroutine uses it.
type sampler struct {
	begun   bool
	moments [players][]moment // by place, oldest first; none of the seat's own
	hands   [players]cards    // of the world that it is at
	odds    [players]odds     // of what each place did with these hands
}

// moment is something that another place did: what was known then, with of each hand only what has been
// played since, and the play.
type moment struct {
	Tracked
	play play
}

// next goes on to the next world of the chain.
func (l *lookahead) next(r *rand.Rand) {
	tries := stir
	if !l.chain.begun {
		l.begin(r)
		tries = settle
	}
	for range tries {
		l.swap(r)
	}
}

// begin begins the chain with hands at random.
func (l *lookahead) begin(r *rand.Rand) {
	w := l.Tracked
	l.deal(&w, r)
	l.chain = sampler{begun: true, hands: w.Hands, moments: l.moments()}
	for place := range l.chain.odds {
		l.chain.odds[place], _ = l.weigh(place, 0)
	}
}

// moments goes through the round again.
func (d *decision) moments() (all [players][]moment) {
	t := Tracked{}
	t.Hands = d.laid
	for i, a := range d.past {
		t.Turn = a.Place
		t.MustPlayThree = i == 0 && a.Play.Cards()&1 != 0
		if a.Place != d.Turn {
			all[a.Place] = append(all[a.Place], moment{t, a.Play})
		}
		t.Step(a.Play)
	}
	return all
}

// swap tries to swap two hidden cards of different holders. It is kept if what each of the two did is
// likely enough with its new hand. Asking one after the other keeps the odds as right as asking
// for both together, and takes less time, since mostly the first says no.
func (l *lookahead) swap(r *rand.Rand) {
	c := &l.chain
	a, b := nth(l.pool, r.IntN(l.pool.Len())), nth(l.pool, r.IntN(l.pool.Len()))
	holders := [2]int{c.holder(a, l.Turn), c.holder(b, l.Turn)}
	if holders[0] == holders[1] {
		return
	}
	c.trade(holders, a|b)
	var now [2]odds
	for i, place := range holders {
		if place == nobody {
			continue
		}
		var likely bool
		if now[i], likely = l.weigh(place, r.Float64()*c.odds[place].sum()); !likely {
			c.trade(holders, a|b)
			return
		}
	}
	for i, place := range holders {
		if place != nobody {
			c.odds[place] = now[i]
		}
	}
}

// nobody holds a card that was not dealt.
const nobody = -1

// holder is the place other than the seat's own that holds a card in the world, or nobody.
func (c *sampler) holder(card cards, own uint8) int {
	for place, hand := range c.hands {
		if place != int(own) && hand&card != 0 {
			return place
		}
	}
	return nobody
}

// trade gives each of two holders the one of two cards that the other has.
func (c *sampler) trade(holders [2]int, both cards) {
	for _, place := range holders {
		if place != nobody {
			c.hands[place] ^= both
		}
	}
}

// nth is the n-th card of a set.
func nth(s cards, n int) cards {
	for range n {
		s &= s - 1
	}
	return s & -s
}

// weigh says how likely somebody of each kind would have done what a place did, with the hands of the world.
// It stops, with false, as soon as that is less likely than a bound.
func (l *lookahead) weigh(place int, bound float64) (o odds, likely bool) {
	o = prior
	for i := range l.chain.moments[place] {
		m := &l.chain.moments[place][i]
		t := m.Tracked
		for p := range t.Hands {
			t.Hands[p] |= l.chain.hands[p]
		}
		legal := t.Legal(l.evaluator.legal[:0])
		if len(legal) == 1 {
			continue
		}
		o[aimless] /= float64(len(legal))
		if lowestOf(&t, legal) == m.play {
			o[eager] *= 1 - doubt
		} else {
			o[eager] *= doubt
		}
		o[thoughtful] *= doubt + (1-doubt)*l.chance(&t, legal, m.play)
		if o.sum() < bound {
			return o, false
		}
	}
	return o, true
}

// chance is how likely a player would choose this of what is legal, if all play by the network but
// not quite.
func (l *lookahead) chance(t *Tracked, legal []play, p play) float64 {
	list := l.evaluator.plays(t, legal)
	top := ai.Best(list).Value
	sum, own := 0.0, 0.0
	for _, s := range list {
		x := math.Exp(float64(s.Value-top) / warmth)
		sum += x
		if s.Move == p {
			own = x
		}
	}
	return own / sum
}
