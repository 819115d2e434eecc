package acehole

import (
	"fmt"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
)

// maxPlays is more than the plays of any hand in these tests.
const maxPlays = 8192

// dealt deals a round from a seed.
func dealt(seats int, seed uint64) Core {
	deck := card.Deck(1+seats/5, 2)
	gametest.NewRand(seed).Shuffle(deck)
	c := Core{Seats: uint8(seats), Owner: -1, Acehole: -1}
	for range 9 {
		for i := range seats {
			c.Hands[i].Add(deck[0])
			deck = deck[1:]
		}
	}
	c.Top, c.Cards = deck[0], uint8(copy(c.Pile[:], deck[1:]))
	c.begin()
	return c
}

func TestAnObservationHidesHandsAndPile(t *testing.T) {
	system := func(seed uint64) (game.Rules, error) {
		return New(map[string]string{"draw": []string{"must", "free"}[seed%2]})
	}
	gametest.ObservesOnlyItsOwn(t, system, 60, Observation, func(state game.State) Core {
		want := state.(*State).RoundState().Core
		hand := want.Hands[want.Turn]
		want.Hands = [MaxPlaces]card.Set{}
		want.Hands[want.Turn] = hand
		want.Cards, want.Drawn, want.Pile = want.Cards-want.Drawn, 0, [maxCards]card.Card{}
		want.CanDraw = want.CanDraw && want.Cards > 0
		return want
	})
}

func TestPlayoutAllocatesNothing(t *testing.T) {
	deals := make([]Core, 8)
	for i := range deals {
		deals[i] = dealt(2+i%7, uint64(i))
	}
	gametest.PlayoutsAllocateNothing(t, deals, make([]Play, 0, maxPlays))
}

func BenchmarkPlayout(b *testing.B) {
	for _, seats := range []int{2, 4, 8} {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			deals := make([]Core, 512)
			for i := range deals {
				deals[i] = dealt(seats, uint64(i))
			}
			gametest.BenchmarkPlayouts(b, deals, make([]Play, 0, maxPlays))
		})
	}
}

func BenchmarkRound(b *testing.B) { gametest.BenchmarkRounds(b, New, 4) }
