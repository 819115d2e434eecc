package aitest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/gametest"
	"deuces/internal/errtest"
)

// Evaluator rates the plays of a round with a network. T is the type of the round, P that of a
// play.
type Evaluator[T, P any] interface {
	Plays(*T) []ai.Scored[P]
	Inputs([]uint16, P) []uint16
}

// Learner describes a game whose players can be trained. T is a round with what a player remembers
// of it, P a play.
type Learner[T any, P comparable] struct {
	System    gametest.System
	Inputs    int
	Unit      float32 // value of an output of 1
	Players   func(game.Rules, []byte) (ai.Players, error)
	Evaluator func(*net.Net) Evaluator[T, P]
	Deal      func(game.Rules, int, game.Chance, ai.History) (T, error) // deals a round for training
	Remember  func(game.Rules, ai.Observation) (T, error)               // returns what a seat remembers of a round
	Step      func(*T, P)
	Action    func(*T, P) game.Action
}

// RandomNetwork returns a network with random weights, so that every input changes its output.
func RandomNetwork(inputs int) *net.Net {
	r, n := rand.New(rand.NewPCG(1, 2)), net.New(inputs)
	n.Each(func(row []float32) {
		for i := range row {
			row[i] = float32(r.NormFloat64() / 8)
		}
	})
	return n
}

// CheckLearner tests a Learner. Its players must pass the tests of Zoo. In random rounds, a round
// that training steps through must have the same inputs as what a seat remembers of it, and the
// value of a play must be what the network computes from its inputs.
func CheckLearner[T any, P comparable](t *testing.T, l Learner[T, P]) {
	weights := RandomNetwork(l.Inputs).Pack()
	Zoo(t, l.System, func(rules game.Rules) (ai.Players, error) { return l.Players(rules, weights) })
	n := RandomNetwork(l.Inputs)
	trained, remembering := l.Evaluator(n), l.Evaluator(n)
	plays := 0
	for seed := range gametest.Dose[uint64](t, 30, 60, 300) {
		r := gametest.NewRand(seed)
		rules, options, err := gametest.Mix(l.System, r)
		if err != nil {
			continue // these options are incompatible
		}
		low, high := rules.Seats()
		seats := low + r.Intn(high-low+1)
		match, chance := randomHistory(rules, seats, r), r.Chance(rules, seats)
		stepped, err := l.Deal(rules, seats, chance, match)
		errtest.Must(t, err)
		players, err := l.Players(rules, weights)
		errtest.Must(t, err)
		state := gametest.Start(t, rules, rules.Setup(seats, chance, match.Results))
		gametest.PlayRound(t, state, func(s game.State, turn game.Seat, allNews []game.News) game.Action {
			seen := ai.Observation{View: s.View(turn), News: allNews, History: match}
			if seen.View.Phase == game.Exchanging { // Deal has already made the exchange
				c, err := players["network"].Choose(seen, ai.Budget{}, 1)
				errtest.Must(t, err)
				return c.Action
			}
			remembered, err := l.Remember(rules, seen)
			errtest.Must(t, err)
			list, other := slices.Clone(trained.Plays(&stepped)), remembering.Plays(&remembered)
			if len(list) != len(other) {
				t.Fatalf("%d plays in the round of training, %d in what the seat remembers", len(list), len(other))
			}
			for i, m := range list {
				in, also := sorted(trained.Inputs(nil, m.Move)), sorted(remembering.Inputs(nil, other[i].Move))
				if m.Move != other[i].Move || !slices.Equal(in, also) {
					t.Fatalf("options %v, %s: the inputs are %v in the round of training, and %v in what the seat remembers", options, l.Action(&stepped, m.Move), in, also)
				}
				checkValue(t, l, trained, n, m, in)
				plays++
			}
			m := list[r.Intn(len(list))].Move
			a := l.Action(&stepped, m)
			l.Step(&stepped, m)
			return a
		})
	}
	if plays < 1000 {
		t.Errorf("only %d plays were compared", plays)
	}
}

// checkValue checks that the value of a play is what the network computes from its inputs.
func checkValue[T any, P comparable](t *testing.T, l Learner[T, P], e Evaluator[T, P], n *net.Net, m ai.Scored[P], in []uint16) {
	t.Helper()
	if int(in[len(in)-1]) >= l.Inputs {
		t.Fatalf("input %d is out of range: there are %d", in[len(in)-1], l.Inputs)
	}
	if known, ok := e.(interface{ GoesOut(P) bool }); ok && known.GoesOut(m.Move) {
		return // its value is known without the network
	}
	var layers net.Layers
	if want := l.Unit * n.Value(&layers, in); math.Abs(float64(want-m.Value)) > 1e-3*float64(l.Unit) {
		t.Fatalf("%v has the value %v, but the network computes %v from its inputs", m.Move, m.Value, want)
	}
}

// CheckInputsDiffer checks that each of these changes of a round changes the inputs of a play, and
// that no two plays have the same inputs.
func CheckInputsDiffer[T, P any](t *testing.T, e Evaluator[T, P], start T, changes map[string]func(*T)) {
	plays := slices.Clone(e.Plays(&start))
	var all [][]uint16
	for _, p := range plays {
		in := sorted(e.Inputs(nil, p.Move))
		if i := slices.IndexFunc(all, func(other []uint16) bool { return slices.Equal(in, other) }); i >= 0 {
			t.Errorf("%v and %v have the same inputs", p.Move, plays[i].Move)
		}
		all = append(all, in)
	}
	for what, change := range changes {
		then := start
		change(&then)
		if list := e.Plays(&then); slices.Equal(sorted(e.Inputs(nil, list[len(list)-1].Move)), all[len(all)-1]) {
			t.Errorf("%s doesn't change the inputs", what)
		}
	}
}

// randomHistory returns a history of one random round, or sometimes an empty one.
func randomHistory(rules game.Rules, seats int, r *gametest.Rand) ai.History {
	if r.Intn(3) == 0 {
		return ai.History{}
	}
	for most := 100; ; most /= 2 {
		var result game.Result
		for _, seat := range rand.New(rand.NewPCG(r.Uint64(), 1)).Perm(seats) {
			result.Places = append(result.Places, game.Seat(seat))
			result.Points = append(result.Points, r.Intn(most+1))
		}
		match := ai.History{Results: []game.Result{result}}
		if _, over := rules.Winner(match.Results, seats, false); !over || most == 0 {
			return match
		}
	}
}

func sorted(in []uint16) []uint16 {
	slices.Sort(in)
	return in
}
