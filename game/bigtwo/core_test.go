package bigtwo

import (
	"testing"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/gametest"
	"deuces/game/kit"
)

// dealt deals a round from a seed.
func dealt(seed uint64) Core {
	deck := card.Deck(1, 0)
	gametest.NewRand(seed).Shuffle(deck)
	var c Core
	for i := range c.Hands {
		c.Hands[i] = CardsOf(deck[i*13 : i*13+13]...)
		if c.Hands[i]&ThreeOfDiamonds != 0 {
			c.Turn, c.MustPlayThree = uint8(i), true
		}
	}
	return c
}

func TestAnObservationHidesOtherHands(t *testing.T) {
	rules, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(40) {
		rand := gametest.NewRand(seed)
		state, err := rules.Start(rules.Setup(Players, rand.Chance(rules, Players), make([]game.Result, seed)))
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
			want.Hands = [Players]Cards{}
			want.Hands[want.Turn] = hand
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
	rand, buffer, seed := gametest.NewRand(1), make([]Play, 0, MaxPlays), uint64(0)
	deals := [8]Core{}
	for i := range deals {
		deals[i] = dealt(uint64(i))
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

// Thirteen cards of one suit have the most plays.
func TestMaxPlaysIsEnoughForAnyHand(t *testing.T) {
	c := Core{}
	c.Hands[0] = kit.Lowest
	if n := len(c.Legal(nil)); n != 13+1287 || n > MaxPlays {
		t.Errorf("%d plays of 13 cards of a suit, want 1300; the buffer holds %d", n, MaxPlays)
	}
}

// BenchmarkPlayout plays random rounds on the core and reports the time per play, including the
// list of legal plays.
func BenchmarkPlayout(b *testing.B) {
	deals := make([]Core, 512)
	for i := range deals {
		deals[i] = dealt(uint64(i))
	}
	rand := gametest.NewRand(1)
	buffer := make([]Play, 0, MaxPlays)
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
		chances[i] = rand.Chance(rules, Players)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		state, err := rules.Start(rules.Setup(Players, chances[i%len(chances)], nil))
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := rand.Playout(state); err != nil {
			b.Fatal(err)
		}
	}
}
