package ai

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/card"
	"deuces/internal/say"
)

// Func is a player that is a function.
type Func func(s Observation, b Budget, seed uint64) (Choice, error)

// Choose calls the function.
func (f Func) Choose(s Observation, b Budget, seed uint64) (Choice, error) { return f(s, b, seed) }

// Half plays like another player half the time, and else anything.
func Half(p Player) Player {
	return Func(func(s Observation, b Budget, seed uint64) (Choice, error) {
		if rand.New(rand.NewPCG(seed, 1)).IntN(2) == 0 {
			return Random{}.Choose(s, b, seed)
		}
		return p.Choose(s, b, seed)
	})
}

// RulesOf returns rules as the type of a game. It fails for those of another game.
func RulesOf[R game.Rules](rules game.Rules) (R, error) {
	r, ok := rules.(R)
	if !ok {
		return r, fmt.Errorf("these are the rules of %s, not of %T", rules.Name(), r)
	}
	return r, nil
}

// Scored is a move and what it is worth to who makes it.
type Scored[M any] struct {
	Move  M
	Value float32
}

// Best returns the move that is worth most; the first of equals.
func Best[M any](list []Scored[M]) Scored[M] {
	best := list[0]
	for _, s := range list[1:] {
		if s.Value > best.Value {
			best = s
		}
	}
	return best
}

// Most returns the move that is worth most; the first of equals.
func Most[M any, V cmp.Ordered](moves []M, worth func(M) V) M {
	best, most := moves[0], worth(moves[0])
	for _, m := range moves[1:] {
		if v := worth(m); v > most {
			best, most = m, v
		}
	}
	return best
}

// Act is what a place did.
type Act[M any] struct {
	Place uint8
	Play  M
}

// Core is a round of type C that players step.
type Core[C, M any] interface {
	*C
	Place() int // whose turn it is; -1 when the round is over
	Legal([]M) []M
	Step(M)
}

// Choices makes moves again from the beginning of a round, and returns how it stood whenever
// a place had a choice. It returns nothing where the moves aren't all that were made.
func Choices[C, M any, At Core[C, M]](c C, place int, past []Act[M]) (own []C) {
	var legal []M
	for _, a := range past {
		at := At(&c)
		if at.Place() != int(a.Place) {
			return nil
		}
		if at.Place() == place {
			if legal = at.Legal(legal[:0]); len(legal) > 1 {
				own = append(own, c)
			}
		}
		at.Step(a.Play)
	}
	return own
}

// Chosen is the choice of one of the legal actions. It fails where the action is none.
func Chosen(legal []game.Action, a game.Action, reason say.Message) (Choice, error) {
	for _, l := range legal {
		if l.Verb == a.Verb && slices.Equal(l.Cards, a.Cards) {
			return Choice{Action: l, Reason: reason}, nil
		}
	}
	return Choice{}, fmt.Errorf("%v is not legal", a)
}

// Plays goes through what was played and passed in the round: by whom, as a place in
// View.Order, and which cards, none for a pass.
func (o Observation) Plays() iter.Seq2[uint8, []card.Card] {
	return func(yield func(uint8, []card.Card) bool) {
		for _, n := range o.Told {
			if place := slices.Index(o.View.Order, n.Seat); place >= 0 && (n.Kind == game.Played || n.Kind == game.Passed) && !yield(uint8(place), n.Cards) {
				return
			}
		}
	}
}

// Left is how many cards each place holds.
func (o Observation) Left() []int {
	left := make([]int, len(o.View.Order))
	for place, seat := range o.View.Order {
		left[place] = o.View.Players[seat].Cards
	}
	return left
}

// Pick is one of some indexes, each as often as its share; the first where all are 0.
func Pick(shares []float64, r *rand.Rand) int {
	sum := 0.0
	for _, share := range shares {
		sum += share
	}
	at := r.Float64() * sum
	for i, share := range shares {
		if at -= share; at < 0 {
			return i
		}
	}
	return 0
}
