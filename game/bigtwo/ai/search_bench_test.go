package ai

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
)

// The value of a larger budget: how often a search with this many playouts makes the same choice as
// one with 3,200, in positions of rounds between networks.
//
//	go test ./game/bigtwo/ai -run '^$' -bench Budgets -benchtime 300x
func BenchmarkBudgets(b *testing.B) {
	n, c := builtIn(b)
	all := sightsOf(n, c, b.N)
	at := func(i, playouts int, seed uint64) play {
		d := *all[i].decision
		l := &lookahead{decision: &d, evaluator: Evaluator{net: n, penalties: c}}
		return l.choose(ai.Budget{Playouts: playouts}, seed)
	}
	best := make([]play, b.N)
	for i := range best {
		best[i] = at(i, 3200, 1)
	}
	for _, playouts := range []int{1, 100, 200, 400, 800, 1600, 3200} {
		same := 0
		for i := range best {
			if at(i, playouts, 2) == best[i] {
				same++
			}
		}
		b.ReportMetric(100*float64(same)/float64(b.N), fmt.Sprintf("%%/%dp", playouts))
	}
}

// The percentage of the others' cards that 80 sampled worlds place correctly, and that uniformly
// random worlds do.
//
//	go test ./game/bigtwo/ai -run '^$' -bench Reading -benchtime 300x
func BenchmarkReading(b *testing.B) {
	n, c := builtIn(b)
	all := sightsOf(n, c, b.N)
	b.ResetTimer()
	placed, alone := reading(n, c, all, 80)
	b.ReportMetric(100*placed, "%/placed")
	b.ReportMetric(100*alone, "%/alone")
}

// builtIn returns the embedded network and the default penalties.
func builtIn(t testing.TB) (*net.Net, penalties) {
	t.Helper()
	n, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	rules, err := bigtwo.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return n, penaltiesOf(rules.(*bigtwo.Rules))
}

// reading returns the share of the others' cards that sampled worlds place correctly, and that
// uniformly random worlds do.
func reading(n *net.Net, c penalties, all []sight, worlds int) (placed, alone float64) {
	held := 0.0
	for i, s := range all {
		l := &lookahead{decision: s.decision, evaluator: Evaluator{net: n, penalties: c}}
		r := rand.New(rand.NewPCG(uint64(i), 3))
		var w world
		for range worlds {
			l.Deal(&w, r)
			for place, hand := range s.hands {
				if place != int(l.Turn) {
					placed += float64((w.Hands[place] & hand).Len()) / float64(worlds)
				}
			}
		}
		for place, hand := range s.hands {
			if place != int(l.Turn) {
				held += float64(hand.Len())
				alone += float64(hand.Len()*hand.Len()) / float64(l.pool.Len())
			}
		}
	}
	return placed / held, alone / held
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

// sightsOf returns the first of them.
func sightsOf(n *net.Net, c penalties, many int) (first []sight) {
	for s := range sights(n, c) {
		if first = append(first, s); len(first) == many {
			break
		}
	}
	return first
}
