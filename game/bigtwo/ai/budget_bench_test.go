package ai

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game/ai"
	"deuces/game/ai/net"
)

// What more thought is worth: how often searches of so many playouts choose what one of 3,200
// chooses, in the same moments of rounds among networks, and as how many worlds of equal weight
// 100 of a search say.
//
//	go test ./game/bigtwo/ai -run '^$' -bench Budgets -benchtime 300x
func BenchmarkBudgets(b *testing.B) {
	n, err := learnt()
	if err != nil {
		b.Fatal(err)
	}
	c, err := presetCosts()
	if err != nil {
		b.Fatal(err)
	}
	moments := momentsOf(n, c, b.N)
	at := func(i, playouts int, seed uint64) play {
		d := *moments[i]
		l := &lookahead{decision: &d, evaluator: Evaluator{net: n, costs: c}}
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
	equal := 0.0
	for i := range moments {
		l := &lookahead{decision: moments[i], evaluator: Evaluator{net: n, costs: c}}
		sum, squares := 0.0, 0.0
		r := rand.New(rand.NewPCG(uint64(i), 3))
		var w world
		for range 100 {
			weight := l.Deal(&w, r)
			sum += weight
			squares += weight * weight
		}
		equal += sum * sum / squares
	}
	b.ReportMetric(equal/float64(b.N), "equal/100-worlds")
}

// momentsOf are so many decisions with several candidates, as who has to decide sees them, in rounds among networks.
func momentsOf(n *net.Net, c costs, many int) (moments []*decision) {
	e := &Evaluator{net: n, costs: c}
	for seed := uint64(1); len(moments) < many; seed++ {
		t := Tracked{Core: dealt(rand.New(rand.NewPCG(seed, 1)))}
		var past []act
		var laid [players]cards
		for !t.Over {
			list := e.Plays(&t)
			best := bestOf(list)
			if len(ai.Promising(list, Scored.worth, candidates, certain)) > 1 && len(moments) < many {
				d := &decision{Tracked: t, past: slices.Clone(past), laid: laid}
				for place, hand := range t.Hands {
					if d.left[place] = hand.Len(); place != int(t.Turn) {
						d.pool |= hand
						d.Hands[place] = 0
					}
				}
				moments = append(moments, d)
			}
			past = append(past, act{t.Turn, best.Play})
			laid[t.Turn] |= best.Play.Cards()
			t.Step(best.Play)
		}
	}
	return moments
}
