package ai

import (
	"math/rand/v2"
	"testing"

	"deuces/game/acehole"
	"deuces/game/card"
)

// What reasons speak of is all that the heuristics weigh, and as they weigh it.
func TestReasonsCountWhatTheHeuristicsWeigh(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	plays := 0
	for range 300 {
		c := acehole.Core{Seats: 3, Up: r.IntN(2) == 0, Owner: -1, Acehole: -1}
		var deck []card.Card
		for b := range (card.Set{all}).All() {
			deck = append(deck, b)
		}
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		c.Top = deck[0]
		for place := range c.Seats {
			n := 1 + r.IntN(9)
			c.Hands[place] = card.SetOf(deck[1+10*int(place):][:n]...)
		}
		few := fewest(&c)
		for _, p := range moves(&c, nil, false) {
			own, sum := partsOf(&c, p, few), 0
			for _, v := range own.parts {
				sum += v
			}
			if want := weigh(&c, p, few); sum != want && own.left[0] != 0 {
				t.Fatalf("%v with %v on %v: the parts come to %d, the whole is %d", p.Cards(), c.Hands[0].Cards(), c.Top, sum, want)
			}
			plays++
		}
	}
	if plays < 500 {
		t.Errorf("%d plays tried", plays)
	}
}
