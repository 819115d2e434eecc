package ai

import (
	"math"
	"math/rand/v2"

	"deuces/game/ai"
)

// Numbers of swaps that the chain tries before the first world, and between one world and the next.
const (
	burnInSwaps   = 100
	swapsPerWorld = 12
)

// hands are the hands of a world with, for each place, the likelihood of what it played in this
// round given its hand.
type hands struct {
	cards       [players]cards
	likelihoods [players]likelihoods
}

// observedPlay is a play by another player, with the position before it. The hands in that position
// contain only the cards of this play and later ones.
type observedPlay struct {
	Tracked
	play play
}

// observedPlays replays the round and returns the plays of the other places.
func (d *decision) observedPlays() (all [players][]observedPlay) {
	t := Tracked{Core: d.Fresh(0)}
	t.Hands = d.played
	for i, a := range d.past {
		t.Turn = a.Place
		t.MustPlayLowest = i == 0 && a.Play.Cards()&1 != 0
		if a.Place != d.Turn {
			all[a.Place] = append(all[a.Place], observedPlay{t, a.Play})
		}
		t.Step(a.Play)
	}
	return all
}

func (l *lookahead) Start(h *hands, r *rand.Rand) {
	w := l.Tracked
	l.deal(&w, r)
	h.cards = w.Hands
	for place := range h.likelihoods {
		h.likelihoods[place], _ = l.likelihoodsOf(h, place, 0)
	}
}

// Swap implements ai.Swapper. Testing the two holders one after the other samples the same
// distribution as testing them together and is faster, because the first test usually fails.
func (l *lookahead) Swap(h *hands, r *rand.Rand) bool {
	a, b := nth(l.pool, r.IntN(l.pool.Len())), nth(l.pool, r.IntN(l.pool.Len()))
	holders := [2]int{h.holder(a, l.Turn), h.holder(b, l.Turn)}
	if holders[0] == holders[1] {
		return false
	}
	for _, place := range holders {
		if place != nobody {
			h.cards[place] ^= a | b
		}
	}
	for _, place := range holders {
		if place == nobody {
			continue
		}
		var likely bool
		if h.likelihoods[place], likely = l.likelihoodsOf(h, place, r.Float64()*h.likelihoods[place].sum()); !likely {
			return false
		}
	}
	return true
}

// nobody is the holder of a card that wasn't dealt.
const nobody = -1

// holder returns which player, other than own, holds a card, or nobody.
func (h *hands) holder(card cards, own uint8) int {
	for place, hand := range h.cards {
		if place != int(own) && hand&card != 0 {
			return place
		}
	}
	return nobody
}

func nth(s cards, n int) cards {
	for range n {
		s &= s - 1
	}
	return s & -s
}

// likelihoodsOf returns, for each model, the probability of the plays that a player made, given the
// player's hand, times the model's prior. It returns false as soon as the total falls below bound.
func (l *lookahead) likelihoodsOf(h *hands, place int, bound float64) (o likelihoods, likely bool) {
	o = prior
	for i := range l.observed[place] {
		m := &l.observed[place][i]
		t := m.Tracked
		for p := range t.Hands {
			t.Hands[p] |= h.cards[p]
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
