package gametest

import (
	"fmt"
	"math/bits"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/game/record"
)

// Rand is a random generator: SplitMix64 (Steele, Lea, Flood 2014). It isn't math/rand, because the
// rounds that follow from a seed must never change.
type Rand struct{ state uint64 }

// NewRand returns the generator for a seed.
func NewRand(seed uint64) *Rand { return &Rand{seed} }

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Intn returns a number from 0 to n-1. n must be positive. The bias is below n/2^64.
func (r *Rand) Intn(n int) int {
	high, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(high)
}

// Shuffle shuffles cards (Fisher–Yates).
func (r *Rand) Shuffle(cards []card.Card) {
	for i := len(cards) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// Chance returns the randomness of a round with this many seats.
func (r *Rand) Chance(rules game.Rules, seats int) game.Chance {
	c := game.Chance{Deck: slices.Clone(rules.Deck(seats)), Draws: slices.Clone(rules.Deck(seats))}
	r.Shuffle(c.Deck)
	r.Shuffle(c.Draws)
	c.Pick = r.Intn(seats)
	return c
}

// maxTurns is the largest number of turns that a round may take.
const maxTurns = 20000

// Playout plays a round to its end with random legal actions. It returns the final State and the
// moves.
func (r *Rand) Playout(state game.State) (game.State, []record.Move, error) {
	moves := make([]record.Move, 0, 160) // enough for most rounds
	for {
		seat, on := state.Turn()
		if !on {
			return state, moves, nil
		}
		if len(moves) == maxTurns {
			return state, moves, fmt.Errorf("the round has no end after %d turns", maxTurns)
		}
		legal := state.Legal()
		if len(legal) == 0 {
			return state, moves, fmt.Errorf("seat %d has the turn, but no legal action", seat)
		}
		m := record.Move{Seat: seat, Action: legal[r.Intn(len(legal))]}
		next, _, err := state.Apply(m.Seat, m.Action)
		if err != nil {
			return state, moves, fmt.Errorf("seat %d: %s is listed but refused: %w", m.Seat, m.Action, err)
		}
		state, moves = next, append(moves, m)
	}
}

// Round deals and plays a random round. before holds the results of the earlier rounds.
func (r *Rand) Round(rules game.Rules, seats int, before []game.Result) (game.Setup, []record.Move, game.Result, error) {
	setup := rules.Setup(seats, r.Chance(rules, seats), before)
	state, err := rules.Start(setup)
	if err != nil {
		return setup, nil, game.Result{}, fmt.Errorf("start: %w", err)
	}
	state, moves, err := r.Playout(state)
	if err != nil {
		return setup, moves, game.Result{}, err
	}
	result, over := state.Result()
	if !over {
		return setup, moves, result, fmt.Errorf("nobody has the turn, but there is no result")
	}
	return setup, moves, result, nil
}
