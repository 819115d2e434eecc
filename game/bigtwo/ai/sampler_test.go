package ai

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
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
	const worlds = 30
	n, c := builtIn(t)
	decisions := gametest.Dose(t, 12, 60, 300)
	placed, alone, held := 0.0, 0.0, 0.0 // cards: right in a world, right at random, and all
	for s := range sights(n, c) {
		if s.pool.Len() > 22 {
			continue
		}
		if decisions--; decisions < 0 {
			break
		}
		l := &lookahead{decision: s.decision, evaluator: Evaluator{net: n, penalties: c}}
		r := rand.New(rand.NewPCG(uint64(decisions), 3))
		s.hands[l.Turn] = 0
		for range worlds {
			var w world
			l.Deal(&w, r)
			for place, hand := range s.hands {
				placed += float64((w.Hands[place] & hand).Len()) / worlds
			}
		}
		for _, hand := range s.hands {
			held += float64(hand.Len())
			alone += float64(hand.Len()*hand.Len()) / float64(l.pool.Len())
		}
	}
	if placed < alone+0.04*held {
		t.Errorf("%.1f %% of cards are placed right, by the cards alone %.1f %%", 100*placed/held, 100*alone/held)
	}
}

// builtIn returns the embedded network and the default penalties.
func builtIn(t *testing.T) (*net.Net, penalties) {
	t.Helper()
	n, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	return n, penaltiesOf(gametest.New(t, bigtwo.New, "").(*bigtwo.Rules))
}

// sight is a decision as the seat to move sees it, with the real hands.
type sight struct {
	*decision
	hands [players]cards
}

// sights yields decisions with several candidates from rounds between networks.
func sights(n *net.Net, c penalties) iter.Seq[sight] {
	e := &Evaluator{net: n, penalties: c}
	return func(yield func(sight) bool) {
		for seed := uint64(1); ; seed++ {
			t := Tracked{Core: dealt(rand.New(rand.NewPCG(seed, 1)))}
			var past []ai.Act[play]
			var laid [players]cards
			for !t.Over {
				list := e.Plays(&t)
				best := ai.Best(list)
				if len(ai.Promising(list, candidates, maxBehind)) > 1 {
					d := &decision{Tracked: t, past: slices.Clone(past), played: laid, left: make([]int, players)}
					for place, hand := range t.Hands {
						if d.left[place] = hand.Len(); place != int(t.Turn) {
							d.pool |= hand
							d.Hands[place] = 0
						}
					}
					if !yield(sight{d, t.Hands}) {
						return
					}
				}
				past = append(past, ai.Act[play]{Place: t.Turn, Play: best.Move})
				laid[t.Turn] |= best.Move.Cards()
				t.Step(best.Move)
			}
		}
	}
}

func TestUnbeatablePlaysAreBeatenByNoUnseenCards(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	yes := 0
	for range 60 {
		c := dealt(r)
		own := c.Hands[0]
		unseen := c.Hands[1] & cards(r.Uint64()) // at most thirteen cards, so that all plays can be listed
		reach := strongestOf(unseen, unseen.Len())
		c = bigtwo.Core{Hands: [players]cards{own}}
		for _, p := range c.Legal(nil) {
			other := bigtwo.Core{Hands: [players]cards{unseen}, Top: p}
			beaten := len(other.Legal(nil)) > 1 // a pass is always legal
			if sure := reach.unbeatable(p); sure == beaten {
				t.Fatalf("%v against %v: sure %v", bigtwo.List(p.Cards()), bigtwo.List(unseen), sure)
			} else if sure {
				yes++
			}
		}
	}
	if yes < 100 {
		t.Errorf("only %d plays were sure", yes)
	}
}

func TestDeclined(t *testing.T) {
	var g Tracked
	g.Hands = [players]cards{1 << 8, 1, 1 << 40, 1 << 50}
	single, _ := bigtwo.Classify(1 << 20) // an eight
	g.Hands[0] |= 1 << 20
	g.Step(single)
	g.Step(pass)
	if d := g.declined[1]; d != (declined{single: 6}) {
		t.Errorf("a pass on an eight, the sixth rank, is kept as %+v", d)
	}
}
