package gametest

import (
	"testing"

	"deuces/game"
)

// Core is a round of type C, with plays of type P, that simulations copy and step through.
type Core[C, P any] interface {
	*C
	Place() int // place of the player to move; -1 once the round is over
	Legal([]P) []P
	Step(P)
}

// RunCore tests the core of a game: a seat observes only what it can see (CheckObservations), and
// random rounds don't allocate. coreOf returns the core of a State. hide removes from a core what
// the seat to move can't see. buffer has room for the plays of any position.
func RunCore[C comparable, P any, R Core[C, P]](t *testing.T, system System, observe func(game.View) (C, error), coreOf func(game.State) C, hide func(*C), buffer []P) {
	t.Run("observations", func(t *testing.T) {
		CheckObservations(t, system, observe, func(s game.State) C {
			c := coreOf(s)
			hide(&c)
			return c
		})
	})
	t.Run("playouts", func(t *testing.T) {
		rules, r := New(t, system, ""), NewRand(1)
		low, high := rules.Seats()
		var deals []C
		for i := range 9 {
			deals = append(deals, coreOf(StartRandom(t, rules, low+i%(high-low+1), r, nil)))
		}
		checkAllocations[C, P, R](t, deals, buffer)
	})
}

// checkAllocations checks that random rounds from these deals don't allocate.
func checkAllocations[C, P any, R Core[C, P]](t *testing.T, deals []C, buffer []P) {
	t.Helper()
	rand, next := NewRand(1), 0
	var c C // declared here because it escapes: methods of a type parameter are called on it
	if n := testing.AllocsPerRun(100, func() {
		c = deals[next%len(deals)]
		playout[C, P, R](&c, buffer, rand)
		next++
	}); n != 0 {
		t.Errorf("a playout makes %v allocations, want none", n)
	}
}

// playout plays a round to its end with random plays.
func playout[C, P any, R Core[C, P]](c R, buffer []P, rand *Rand) {
	for c.Place() >= 0 {
		legal := c.Legal(buffer[:0])
		c.Step(legal[rand.Intn(len(legal))])
	}
}

// CheckObservations plays random rounds with random options. In each turn, observe must turn the
// seat's view into want(state), which is the round without what the seat can't see. When the round
// is over, observe must return an error.
func CheckObservations[C comparable](t *testing.T, system System, observe func(game.View) (C, error), want func(game.State) C) {
	t.Helper()
	observed := 0
	for seed := range Dose[uint64](t, 60, 180, 1000) {
		r := NewRand(seed)
		rules, options, err := Mix(system, r)
		if err != nil {
			continue // these options are incompatible
		}
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		var before []game.Result
		for range 2 {
			state, _ := PlayRound(t, StartRandom(t, rules, seats, r, before), func(s game.State, turn game.Seat, _ []game.News) game.Action {
				got, err := observe(s.View(turn))
				if want := want(s); err != nil || got != want {
					t.Fatalf("seed %d, options %v: observed %+v, %v, want %+v", seed, options, got, err, want)
				}
				observed++
				return r.Pick(s)
			})
			if _, err := observe(state.View(0)); err == nil {
				t.Fatal("a round that is over can be observed, want an error")
			}
			result, _ := state.Result()
			before = append(before, result)
		}
	}
	if observed < 1000 {
		t.Errorf("only %d turns were observed, want at least 1000", observed)
	}
}
