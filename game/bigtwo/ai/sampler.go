package ai

import (
	"math"
	"math/rand/v2"

	"deuces/game/ai"
)

// Worlds are sampled with the Metropolis algorithm: each world follows from the last one by
// swapping hidden cards between their holders. The likelihood of a world is the probability that
// the others, with the hands that they have in it, would have played as they did in this round.
const (
	burnInSwaps   = 100 // swaps tried before the first world
	swapsPerWorld = 12  // swaps tried between one world and the next
)

// sampler is the state of the Markov chain. It is not safe for concurrent use.
type sampler struct {
	started     bool
	observed    [players][]observedPlay // by place, oldest first; the seat's own plays are left out
	hands       [players]cards          // of the current world
	likelihoods [players]likelihoods    // likelihoods of what each place did, given these hands
}

// observedPlay is a play by another player, with the position before it. The hands in that position
// contain only the cards of this play and later ones.
type observedPlay struct {
	Tracked
	play play
}

// nextWorld moves the chain to the next world.
func (l *lookahead) nextWorld(r *rand.Rand) {
	tries := swapsPerWorld
	if !l.sampler.started {
		l.startChain(r)
		tries = burnInSwaps
	}
	for range tries {
		l.swap(r)
	}
}

// startChain starts the chain with random hands.
func (l *lookahead) startChain(r *rand.Rand) {
	w := l.Tracked
	l.deal(&w, r)
	l.sampler = sampler{started: true, hands: w.Hands, observed: l.observedPlays()}
	for place := range l.sampler.likelihoods {
		l.sampler.likelihoods[place], _ = l.likelihoodsOf(place, 0)
	}
}

// observedPlays replays the round and returns the plays of the other places.
func (d *decision) observedPlays() (all [players][]observedPlay) {
	t := Tracked{}
	t.Hands = d.played
	for i, a := range d.past {
		t.Turn = a.Place
		t.MustPlayThree = i == 0 && a.Play.Cards()&1 != 0
		if a.Place != d.Turn {
			all[a.Place] = append(all[a.Place], observedPlay{t, a.Play})
		}
		t.Step(a.Play)
	}
	return all
}

// swap tries to swap two hidden cards between their holders. The swap is kept if both holders'
// plays are likely enough with their new hands. Testing the holders one after the other samples the
// same distribution as testing them together and is faster, because the first test usually fails.
func (l *lookahead) swap(r *rand.Rand) {
	c := &l.sampler
	a, b := nth(l.pool, r.IntN(l.pool.Len())), nth(l.pool, r.IntN(l.pool.Len()))
	holders := [2]int{c.holder(a, l.Turn), c.holder(b, l.Turn)}
	if holders[0] == holders[1] {
		return
	}
	c.exchange(holders, a|b)
	var now [2]likelihoods
	for i, place := range holders {
		if place == nobody {
			continue
		}
		var likely bool
		if now[i], likely = l.likelihoodsOf(place, r.Float64()*c.likelihoods[place].sum()); !likely {
			c.exchange(holders, a|b)
			return
		}
	}
	for i, place := range holders {
		if place != nobody {
			c.likelihoods[place] = now[i]
		}
	}
}

// nobody is the holder of a card that wasn't dealt.
const nobody = -1

// holder returns which player, other than own, holds the card in the current world, or nobody.
func (c *sampler) holder(card cards, own uint8) int {
	for place, hand := range c.hands {
		if place != int(own) && hand&card != 0 {
			return place
		}
	}
	return nobody
}

// exchange swaps two cards between their holders.
func (c *sampler) exchange(holders [2]int, both cards) {
	for _, place := range holders {
		if place != nobody {
			c.hands[place] ^= both
		}
	}
}

// nth returns the n-th card of a set.
func nth(s cards, n int) cards {
	for range n {
		s &= s - 1
	}
	return s & -s
}

// likelihoodsOf returns, for each model, the probability of the plays that a player made, given the
// player's hand in the current world, times the model's prior. It returns false as soon as the
// total falls below bound.
func (l *lookahead) likelihoodsOf(place int, bound float64) (o likelihoods, likely bool) {
	o = prior
	for i := range l.sampler.observed[place] {
		m := &l.sampler.observed[place][i]
		t := m.Tracked
		for p := range t.Hands {
			t.Hands[p] |= l.sampler.hands[p]
		}
		legal := t.Legal(l.evaluator.legal[:0])
		if len(legal) == 1 {
			continue
		}
		o[modelRandom] /= float64(len(legal))
		if lowestOf(&t, legal) == m.play {
			o[modelGreedy] *= 1 - mistakeRate
		} else {
			o[modelGreedy] *= mistakeRate
		}
		o[modelNetwork] *= mistakeRate + (1-mistakeRate)*l.probability(&t, legal, m.play)
		if o.sum() < bound {
			return o, false
		}
	}
	return o, true
}

// probability returns the probability that a player like the network chooses p.
func (l *lookahead) probability(t *Tracked, legal []play, p play) float64 {
	list := l.evaluator.plays(t, legal)
	top := ai.Best(list).Value
	sum, own := 0.0, 0.0
	for _, s := range list {
		x := math.Exp(float64(s.Value-top) / temperature)
		sum += x
		if s.Move == p {
			own = x
		}
	}
	return own / sum
}
