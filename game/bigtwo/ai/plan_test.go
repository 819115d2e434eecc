package ai

import (
	"math/rand/v2"
	"testing"

	"deuces/game/bigtwo"
)

// cheapest returns the lowest cost of a hand by trying every play of its lowest card.
func cheapest(hand cards, known map[cards]int) int {
	if hand == 0 {
		return 0
	}
	if c, ok := known[hand]; ok {
		return c
	}
	c := bigtwo.Core{Hands: [players]cards{hand}}
	best := 1 << 20
	for _, p := range c.Legal(nil) {
		if p.Cards()&(hand&-hand) != 0 {
			best = min(best, costOf(p).cost()+cheapest(hand&^p.Cards(), known))
		}
	}
	known[hand] = best
	return best
}

// A plan never costs less than the cheapest split. It costs more only if it would pay to break up
// ranks without a play of five.
func TestPlanIsCheapest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var pl planner
	same := 0
	const hands = 60
	for range hands {
		hand := dealt(r).Hands[0]
		pl.setHand(hand)
		s := pl.without(0)
		least := cheapest(hand, map[cards]int{})
		if got := s.plan.cost(); got < least {
			t.Errorf("%v: planned for %d, and costs at least %d", bigtwo.List(hand), got, least)
		} else if got == least {
			same++
		}
		sum, all := 0, s.rest
		for _, f := range s.fives {
			if p, ok := bigtwo.Classify(f); ok {
				sum += costOf(p).cost()
			}
			all |= f
		}
		if sum += rankPlan(s.rest).cost(); sum != s.plan.cost() || all != hand {
			t.Errorf("%v: split %+v costs %d and says %d", bigtwo.List(hand), s, sum, s.plan.cost())
		}
	}
	if same < hands*9/10 {
		t.Errorf("only %d of %d plans are the cheapest", same, hands)
	}
}

func TestThePlanAfterAPlayIsThatOfTheRemainingCards(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	var pl, fresh planner
	for range 200 {
		c := dealt(r)
		hand := c.Hands[c.Turn]
		pl.setHand(hand)
		for _, p := range c.Legal(nil) {
			fresh.setHand(hand &^ p.Cards())
			if a, b := pl.without(p.Cards()), fresh.without(0); a.plan.cost() != b.plan.cost() {
				t.Fatalf("%v without %v costs %d, and anew %d", bigtwo.List(hand), bigtwo.List(p.Cards()), a.plan.cost(), b.plan.cost())
			}
		}
	}
}
