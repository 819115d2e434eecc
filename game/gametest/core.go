package gametest

import (
	"testing"

	"deuces/game"
)

// Core is a round of type C with plays of type P that simulations copy and step.
type Core[C, P any] interface {
	*C
	Place() int // whose turn it is; -1 once the round is over
	Legal([]P) []P
	Step(P)
}

// PlayoutsAllocateNothing checks that random rounds from some deals don't allocate. buffer must
// have room for the plays of any position.
func PlayoutsAllocateNothing[C, P any, R Core[C, P]](t *testing.T, deals []C, buffer []P) {
	t.Helper()
	rand, next := NewRand(1), 0
	var c C // outside the rounds, because methods of a type parameter make it escape
	if n := testing.AllocsPerRun(100, func() {
		c = deals[next%len(deals)]
		playout[C, P, R](&c, buffer, rand)
		next++
	}); n != 0 {
		t.Errorf("%v allocations a round", n)
	}
}

// BenchmarkPlayouts plays random rounds from some deals and reports the time per play, including
// the list of legal plays.
func BenchmarkPlayouts[C, P any, R Core[C, P]](b *testing.B, deals []C, buffer []P) {
	rand := NewRand(1)
	plays, listed := 0, 0
	var c C
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c = deals[i%len(deals)]
		n, l := playout[C, P, R](&c, buffer, rand)
		plays, listed = plays+n, listed+l
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plays), "ns/play")
	b.ReportMetric(float64(listed)/float64(plays), "listed/play")
}

// playout plays a round to its end and returns the number of plays made and of plays listed.
func playout[C, P any, R Core[C, P]](c R, buffer []P, rand *Rand) (plays, listed int) {
	for c.Place() >= 0 {
		legal := c.Legal(buffer[:0])
		c.Step(legal[rand.Intn(len(legal))])
		plays, listed = plays+1, listed+len(legal)
	}
	return plays, listed
}

// BenchmarkRounds deals rounds and plays them to the result through game.Rules and game.State.
func BenchmarkRounds(b *testing.B, system System, seats int) {
	rules, err := system(nil)
	if err != nil {
		b.Fatal(err)
	}
	rand := NewRand(1)
	var chances [64]game.Chance
	for i := range chances {
		chances[i] = rand.Chance(rules, seats)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		state, err := rules.Start(rules.Setup(seats, chances[i%len(chances)], nil))
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := rand.Playout(state); err != nil {
			b.Fatal(err)
		}
	}
}

// ObservesOnlyItsOwn plays random rounds and checks in each turn that what observe makes of the
// seat's view equals want, which returns the round without what the seat can't see.
func ObservesOnlyItsOwn[C comparable](t *testing.T, system func(seed uint64) (game.Rules, error), rounds uint64, observe func(game.View) (C, error), want func(game.State) C) {
	t.Helper()
	for seed := range rounds {
		rules, err := system(seed)
		if err != nil {
			t.Fatal(err)
		}
		rand := NewRand(seed)
		low, high := rules.Seats()
		seats := low + int(seed)%(high-low+1)
		state, err := rules.Start(rules.Setup(seats, rand.Chance(rules, seats), nil))
		for err == nil {
			turn, on := state.Turn()
			if !on {
				break
			}
			got, err := observe(state.View(turn))
			if err != nil {
				t.Fatal(err)
			}
			if want := want(state); got != want {
				t.Fatalf("seed %d: %+v, want %+v", seed, got, want)
			}
			legal := state.Legal()
			if state, err = state.Next(turn, legal[rand.Intn(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
