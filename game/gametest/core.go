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

// RunCore tests a game's core: a seat observes only its own (ObservesOnlyItsOwn), and random rounds
// don't allocate. of returns the core of a State, hide empties what the seat to move can't see, and
// buffer has room for the plays of any position.
func RunCore[C comparable, P any, R Core[C, P]](t *testing.T, system System, observe func(game.View) (C, error), of func(game.State) C, hide func(*C), buffer []P) {
	t.Run("observations", func(t *testing.T) {
		ObservesOnlyItsOwn(t, system, observe, func(s game.State) C {
			c := of(s)
			hide(&c)
			return c
		})
	})
	t.Run("playouts", func(t *testing.T) {
		rules, r := New(t, system, ""), NewRand(1)
		low, high := rules.Seats()
		var deals []C
		for i := range 9 {
			deals = append(deals, of(Dealt(t, rules, low+i%(high-low+1), r, nil)))
		}
		playoutsAllocateNothing[C, P, R](t, deals, buffer)
	})
}

// playoutsAllocateNothing checks that random rounds from some deals don't allocate.
func playoutsAllocateNothing[C, P any, R Core[C, P]](t *testing.T, deals []C, buffer []P) {
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

// playout plays a round to its end.
func playout[C, P any, R Core[C, P]](c R, buffer []P, rand *Rand) {
	for c.Place() >= 0 {
		legal := c.Legal(buffer[:0])
		c.Step(legal[rand.Intn(len(legal))])
	}
}

// ObservesOnlyItsOwn plays random rounds with random options and checks in each turn that what
// observe makes of the seat's view equals want, which returns the round without what the seat can't
// see. A round that is over has nothing to observe.
func ObservesOnlyItsOwn[C comparable](t *testing.T, system System, observe func(game.View) (C, error), want func(game.State) C) {
	t.Helper()
	observed := 0
	for seed := range Dose[uint64](t, 60, 180, 1000) {
		r := NewRand(seed)
		rules, options, err := Mix(system, r)
		if err != nil {
			continue // options that don't go together
		}
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		var before []game.Result
		for range 2 {
			state, _ := Turns(t, Dealt(t, rules, seats, r, before), func(s game.State, turn game.Seat, _ []game.News) game.Action {
				got, err := observe(s.View(turn))
				if want := want(s); err != nil || got != want {
					t.Fatalf("seed %d, options %v: %+v, %v; want %+v", seed, options, got, err, want)
				}
				observed++
				return r.Pick(s)
			})
			if _, err := observe(state.View(0)); err == nil {
				t.Fatal("a round that is over has something to observe")
			}
			result, _ := state.Result()
			before = append(before, result)
		}
	}
	if observed < 1000 {
		t.Errorf("only %d turns were observed", observed)
	}
}
