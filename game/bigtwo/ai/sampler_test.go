package ai

import (
	"math"
	"math/rand/v2"
	"testing"

	"deuces/game/gametest"
)

// Near the end of a round all possible hands can be listed with their likelihoods, and sampled
// worlds must have the same frequencies.
func TestWorldsComeAsOftenAsTheyAreLikely(t *testing.T) {
	n, c := builtIn(t)
	const worlds = 500
	tries := gametest.Dose(t, 2, 5, 20)
	for s := range sights(n, c) {
		if cards := s.pool.Len(); cards < 4 || cards > 6 {
			continue
		}
		if tries--; tries < 0 {
			break
		}
		l := &lookahead{decision: s.decision, evaluator: Evaluator{net: n, penalties: c}}
		r := rand.New(rand.NewPCG(uint64(tries), 1))
		l.startChain(r)
		likely, all := map[[players]cards]float64{}, 0.0
		for _, hands := range l.allHands(l.Hands, l.pool) {
			l.sampler.hands = hands
			p := 1.0
			for place := range hands {
				if place != int(l.Turn) {
					odds, _ := l.likelihoodsOf(place, 0)
					p *= odds.sum()
				}
			}
			likely[hands] = p
			all += p
		}
		l.sampler = sampler{}
		came := map[[players]cards]float64{}
		for range worlds {
			var w world
			l.Deal(&w, r)
			came[w.Hands]++
		}
		apart := 0.0
		for hands := range came {
			if likely[hands] == 0 {
				t.Fatalf("the world %v does not fit", hands)
			}
		}
		for hands, p := range likely {
			apart += math.Abs(p/all-came[hands]/worlds) / 2
		}
		if apart > 0.15 {
			t.Errorf("%d worlds: the chain's are %.3f apart from what is likely", len(likely), apart)
		}
	}
}

// allHands lists all ways to deal a pool to the others.
func (d *decision) allHands(hands [players]cards, pool cards) (all [][players]cards) {
	if pool == 0 {
		return [][players]cards{hands}
	}
	card := pool & -pool
	for place := range hands {
		if place != int(d.Turn) && hands[place].Len() < d.left[place] {
			with := hands
			with[place] |= card
			all = append(all, d.allHands(with, pool&^card)...)
		}
	}
	return all
}

// Sampling by the moves of others places more of their cards correctly than uniform sampling, once
// some cards have been played.
func TestMovesOfOthersSayWhatTheyHold(t *testing.T) {
	n, c := builtIn(t)
	var late []sight
	for s := range sights(n, c) {
		if s.pool.Len() > 22 {
			continue
		}
		if late = append(late, s); len(late) == gametest.Dose(t, 12, 60, 300) {
			break
		}
	}
	placed, alone := reading(n, c, late, 30)
	if placed < alone+0.04 {
		t.Errorf("%.1f %% of cards are placed right, by the cards alone %.1f %%", 100*placed, 100*alone)
	}
}
