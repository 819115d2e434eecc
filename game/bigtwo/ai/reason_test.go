package ai

import (
	"math/rand/v2"
	"testing"
)

// What reasons speak of is all that the heuristics weigh between plays, and as they
// weigh it.
func TestReasonsCountWhatTheHeuristicsWeigh(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	h, compared := new(Heuristic), 0
	for range 60 {
		var w Tracked
		for i, at := range r.Perm(52) {
			w.Hands[i%players] |= 1 << at
		}
		for !w.Over {
			legal := append([]play(nil), w.Legal(nil)...)
			h.planner.take(w.Hands[w.Turn])
			a := advice{Heuristic: h, Tracked: &w, setting: h.look(&w), before: h.planner.without(0)}
			least, most, n := 1<<30, -1<<30, 0
			for _, p := range legal {
				v := 0
				if p != pass {
					v = a.weigh(p, &a.before, &a.setting)
				}
				if p == pass || v >= 1<<18 {
					continue // that it ends the round is said by itself
				}
				for _, x := range a.counts(p) {
					v -= x
				}
				least, most, n = min(least, v), max(most, v), n+1
			}
			if n > 0 && most-least > 2 { // each part is rounded
				t.Fatalf("what the parts leave out differs by %d between plays", most-least)
			}
			compared += n
			w.Step(legal[r.IntN(len(legal))])
		}
	}
	if compared < 500 {
		t.Errorf("%d plays compared", compared)
	}
}
