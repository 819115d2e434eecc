package bigtwo

import (
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/kit"
)

// deals returns rounds dealt from seeds.
func deals(n int) []Core {
	cores := make([]Core, n)
	for seed := range cores {
		deck := card.Deck(1, 0)
		gametest.NewRand(uint64(seed)).Shuffle(deck)
		c := &cores[seed]
		for i := range c.Hands {
			c.Hands[i] = CardsOf(deck[i*13 : i*13+13]...)
			if c.Hands[i]&ThreeOfDiamonds != 0 {
				c.Turn, c.MustPlayThree = uint8(i), true
			}
		}
	}
	return cores
}

func TestAnObservationHidesOtherHands(t *testing.T) {
	system := func(uint64) (game.Rules, error) { return New(nil) }
	gametest.ObservesOnlyItsOwn(t, system, 40, Observation, func(state game.State) Core {
		want := state.(*State).RoundState().Core
		hand := want.Hands[want.Turn]
		want.Hands = [Players]Cards{}
		want.Hands[want.Turn] = hand
		return want
	})
}

func TestPlayoutAllocatesNothing(t *testing.T) {
	gametest.PlayoutsAllocateNothing(t, deals(8), make([]Play, 0, MaxPlays))
}

// Thirteen cards of one suit have the most plays.
func TestMaxPlaysIsEnoughForAnyHand(t *testing.T) {
	c := Core{}
	c.Hands[0] = kit.Lowest
	if n := len(c.Legal(nil)); n != 13+1287 || n > MaxPlays {
		t.Errorf("%d plays of 13 cards of a suit, want 1300; the buffer holds %d", n, MaxPlays)
	}
}

func BenchmarkPlayout(b *testing.B) {
	gametest.BenchmarkPlayouts(b, deals(512), make([]Play, 0, MaxPlays))
}

func BenchmarkRound(b *testing.B) { gametest.BenchmarkRounds(b, New, Players) }
