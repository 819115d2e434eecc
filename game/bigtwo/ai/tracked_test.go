package ai

import (
	"math/rand/v2"
	"testing"

	"deuces/game/bigtwo"
)

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
