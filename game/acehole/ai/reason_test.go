package ai

import (
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/internal/say"
)

// The factors that reasons are based on add up to the heuristic's score.
func TestFactorsAddUpToTheScore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	plays := 0
	for range 300 {
		c := dealt(r, 3)
		c.Up, c.CanDraw = r.IntN(2) == 0, false
		for place := range c.Seats {
			c.Hands[place] = card.SetOf(c.Hands[place].Cards()[:1+r.IntN(9)]...)
		}
		few := fewestCards(&c)
		for _, p := range promisingMoves(&c, nil, false) {
			own, sum := scorePlay(&c, p, few), 0
			for _, v := range own.factors {
				sum += v
			}
			if want := heuristicScore(&c, p, few); sum != want && own.left[0] != 0 {
				t.Fatalf("%v with %v on %v: the parts come to %d, the whole is %d", p.Cards(), c.Hands[0].Cards(), c.Top, sum, want)
			}
			plays++
		}
	}
	if plays < 500 {
		t.Errorf("%d plays tried", plays)
	}
}

// The reason explains why these cards are played before it explains their order, and a set isn't
// said to be kept from a play that would have used all of it.
func TestReasonsAreTrueOfTheHands(t *testing.T) {
	for _, tt := range []struct {
		why       string
		hand, top string
		play      string
		first     say.Text
		never     say.Text
	}{
		{"two Aces on top of each other are two Aces either way", "Ac 3d 4d 6d 8d 2h Th 6s As", "*1", "Ac As",
			"it gets rid of {n:# point|# points}", ""},
		{"three 3s could be played at once", "4c 8c 3d 3h 8h 9h 3s 8s As", "8d", "As",
			"it gets rid of {n:# point|# points}", "it keeps your {cards} together, to play in one go"},
	} {
		c := acehole.Core{Seats: 2, Owner: -1, Acehole: -1, Top: parse(t, tt.top)}
		c.Hands[0] = card.SetOf(gametest.Cards(t, tt.hand)...)
		c.Hands[1] = card.SetOf(gametest.Cards(t, "4s 5s 7s 9s Ts")...)
		reasons := reasonsFor(&c, promisingMoves(&c, nil, false), acehole.PlayOf(gametest.Cards(t, tt.play)...), c.Hands[1].Cards())
		if got := reasons[0].Text; got != tt.first {
			t.Errorf("%s: what decided is %q, not %q", tt.why, got, tt.first)
		}
		if slices.ContainsFunc(reasons, func(r ai.Reason) bool { return r.Text == tt.never }) {
			t.Errorf("%s: %q is said", tt.why, tt.never)
		}
	}
}
