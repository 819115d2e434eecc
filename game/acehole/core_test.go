package acehole

import (
	"fmt"
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
)

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
	for seed := range uint64(60) {
		rules, err := New(map[string]string{"draw": []string{"must", "free"}[seed%2]})
		if err != nil {
			t.Fatal(err)
		}
		rand := gametest.NewRand(seed)
		seats := 2 + int(seed%7)
		state, err := rules.Start(rules.Setup(seats, rand.Chance(rules, seats), nil))
		for err == nil {
			turn, on := state.Turn()
			if !on {
				break
			}
			want := state.(*State).RoundState().Core
			got, err := Observation(state.View(turn))
			if err != nil {
				t.Fatal(err)
			}
			hand := want.Hands[want.Turn]
			want.Hands = [MaxPlaces]card.Set{}
			want.Hands[want.Turn] = hand
			want.Cards, want.Drawn, want.Pile = want.Cards-want.Drawn, 0, got.Pile
			want.CanDraw = want.CanDraw && want.Cards > 0
			if got != want {
				t.Fatalf("seed %d: %+v, want %+v", seed, got, want)
			}
			legal := state.Legal()
			if state, _, err = state.Apply(turn, legal[rand.Intn(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Simulations step the core millions of times.
func TestPlayoutAllocatesNothing(t *testing.T) {
	rand, buffer, seed := gametest.NewRand(1), make([]Play, 0, 8192), uint64(0)
	deals := [8]Core{}
	for i := range deals {
		deals[i] = dealt(2+i%7, uint64(i))
	}
	if n := testing.AllocsPerRun(100, func() {
		for c := deals[seed%8]; !c.Over; {
			legal := c.Legal(buffer)
			c.Step(legal[rand.Intn(len(legal))])
		}
		seed++
	}); n != 0 {
		t.Errorf("%v allocations a round", n)
	}
}

// BenchmarkPlayout plays random rounds on the core and reports the time per play, including the
// list of legal plays.
func BenchmarkPlayout(b *testing.B) {
	for _, seats := range []int{2, 4, 8} {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			deals := make([]Core, 512)
			for i := range deals {
				deals[i] = dealt(seats, uint64(i))
			}
			rand := gametest.NewRand(1)
			buffer := make([]Play, 0, 8192)
			plays, listed := 0, 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				c := deals[i%len(deals)] // copied once per round
				for ; !c.Over; plays++ {
					legal := c.Legal(buffer)
					listed += len(legal)
					c.Step(legal[rand.Intn(len(legal))])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plays), "ns/play")
			b.ReportMetric(float64(listed)/float64(plays), "listed/play")
		})
	}
}

// BenchmarkRound deals and plays rounds through game.Rules and game.State.
func BenchmarkRound(b *testing.B) {
	rules, err := New(nil)
	if err != nil {
		b.Fatal(err)
	}
	rand := gametest.NewRand(1)
	var chances [64]game.Chance
	for i := range chances {
		chances[i] = rand.Chance(rules, 4)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		state, err := rules.Start(rules.Setup(4, chances[i%len(chances)], nil))
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := rand.Playout(state); err != nil {
			b.Fatal(err)
		}
	}
}
