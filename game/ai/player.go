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

// Func is a function that implements Player.
type Func func(s Observation, b Budget, seed uint64) (Choice, error)

func (f Func) Choose(s Observation, b Budget, seed uint64) (Choice, error) { return f(s, b, seed) }

// PlayerOf returns a player that converts each Observation to a game's own type D, and then calls
// choose.
func PlayerOf[D any](observe func(Observation) (D, error), choose func(D, Budget, uint64) (Choice, error)) Player {
	return Func(func(s Observation, b Budget, seed uint64) (Choice, error) {
		if len(s.View.Legal) == 0 {
			return Choice{}, ErrNoTurn
		}
		d, err := observe(s)
		if err != nil {
			return Choice{}, err
		}
		return choose(d, b, seed)
	})
}

// HalfRandom returns a player that plays randomly half the time, and like p otherwise.
func HalfRandom(p Player) Player {
	return Func(func(s Observation, b Budget, seed uint64) (Choice, error) {
		if rand.New(rand.NewPCG(seed, 1)).IntN(2) == 0 {
			return Random{}.Choose(s, b, seed)
		}
		return p.Choose(s, b, seed)
	})
}

// RulesOf converts rules to a game's own type. It returns an error for the rules of another game.
func RulesOf[R game.Rules](rules game.Rules) (R, error) {
	r, ok := rules.(R)
	if !ok {
		return r, fmt.Errorf("these are the rules of %s, not of %T", rules.Name(), r)
	}
	return r, nil
}

// Scored is a move and its value to the player who makes it.
type Scored[M any] struct {
	Move  M
	Value float32
}

// Best returns the move with the highest value. If several are equal, it returns the first.
func Best[M any](list []Scored[M]) Scored[M] {
	best := list[0]
	for _, s := range list[1:] {
		if s.Value > best.Value {
			best = s
		}
	}
	return best
}

// BestBy returns the move with the highest value. If several are equal, it returns the first.
func BestBy[M any, V cmp.Ordered](moves []M, worth func(M) V) M {
	best, most := moves[0], worth(moves[0])
	for _, m := range moves[1:] {
		if v := worth(m); v > most {
			best, most = m, v
		}
	}
	return best
}

// Act is a play and the place that made it.
type Act[M any] struct {
	Place uint8
	Play  M
}

// Core is a round of type C that simulations step.
type Core[C, M any] interface {
	*C
	Place() int // whose turn it is; -1 once the round is over
	Legal([]M) []M
	Step(M)
}

// Choices replays moves from the start of a round and returns the position before each decision in
// which a place had more than one legal move. It returns nil if the moves don't fit the round.
func Choices[C, M any, R Core[C, M]](c C, place int, past []Act[M]) (own []C) {
	var legal []M
	for _, a := range past {
		round := R(&c)
		if round.Place() != int(a.Place) {
			return nil
		}
		if round.Place() == place {
			if legal = round.Legal(legal[:0]); len(legal) > 1 {
				own = append(own, c)
			}
		}
		round.Step(a.Play)
	}
	return own
}

// ChooseLegal returns the Choice of an action, or an error if the action isn't legal.
func ChooseLegal(legal []game.Action, a game.Action, reason say.Message) (Choice, error) {
	for _, l := range legal {
		if l.Verb == a.Verb && slices.Equal(l.Cards, a.Cards) {
			return Choice{Action: l, Reason: reason}, nil
		}
	}
	return Choice{}, fmt.Errorf("the computer player chose %v, which is not legal", a)
}

// Turns iterates over the plays and passes of the round: the place in View.Order, and the cards,
// none for a pass.
func (o Observation) Turns() iter.Seq2[uint8, []card.Card] {
	return func(yield func(uint8, []card.Card) bool) {
		for _, n := range o.News {
			if place := slices.Index(o.View.Order, n.Seat); place >= 0 && (n.Kind == game.Played || n.Kind == game.Passed) && !yield(uint8(place), n.Cards) {
				return
			}
		}
	}
}

// HandSizes returns the number of cards that each place holds.
func (o Observation) HandSizes() []int {
	left := make([]int, len(o.View.Order))
	for place, seat := range o.View.Order {
		left[place] = o.View.Players[seat].Cards
	}
	return left
}

// Pick returns a random index with probability proportional to its weight. If all weights are 0 it
// returns 0.
func Pick(weights []float64, r *rand.Rand) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	at := r.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}
