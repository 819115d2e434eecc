package zoo

import (
	"math/rand/v2"
	"testing"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/card"
)

// Each temper prefers the move that fits its idea.
func TestBotsHaveDifferentTempers(t *testing.T) {
	var (
		pass     = Trait{Pass: true, Left: 8}
		low      = Trait{Cards: 1, Left: 7, High: 0.2}
		broken   = Trait{Cards: 1, Left: 7, High: 0.1, Breaks: true}
		pair     = Trait{Cards: 2, Left: 6, High: 0.3}
		high     = Trait{Cards: 1, Left: 7, High: 0.9}
		lastHigh = Trait{Cards: 1, Left: 1, High: 0.9}
		lead     = func(t Trait) Trait { t.Lead = true; return t }
	)
	for _, tt := range []struct {
		temper string
		moves  []Trait
		want   int
		why    string
	}{
		{"grabber", []Trait{pass, high, low}, 2, "the lowest that beats"},
		{"grabber", []Trait{pass, broken, high}, 2, "whole sets first"},
		{"grabber", []Trait{pass, broken}, 1, "and a broken one before a pass"},
		{"patient", []Trait{pass, broken}, 0, "which it doesn't"},
		{"patient", []Trait{pass, high}, 1, "but it beats with what is whole"},
		{"hasty", []Trait{pass, low, pair}, 2, "two cards are more than one"},
		{"showy", []Trait{pass, low, high}, 2, "the highest"},
		{"lowest", []Trait{pass, low, broken}, 2, "the lowest, whatever it breaks"},
		{"saver", []Trait{pass, high}, 0, "it keeps what is high"},
		{"saver", []Trait{pass, lastHigh}, 1, "until it is nearly out"},
		{"saver", []Trait{pass, low, high}, 1, "it plays what is low"},
		{"tight", []Trait{pass, pair}, 1, "two low cards are cheap"},
		{"tight", []Trait{pass, high}, 0, "a high one isn't"},
		{"tight", []Trait{lead(low), lead(high)}, 0, "it leads low"},
	} {
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(seed, 0))
			got, most := 0, 0.0
			for i, m := range tt.moves {
				if v := tempers[tt.temper](m, r); i == 0 || v > most {
					got, most = i, v
				}
			}
			if got != tt.want {
				t.Fatalf("%s plays %d of %+v: %s", tt.temper, got, tt.moves, tt.why)
			}
		}
	}
	// Random choices: loose makes any play but never passes, and a bluffer sometimes passes
	// although it could beat, and sometimes leads high.
	for _, tt := range []struct {
		temper string
		moves  []Trait
		always []int // exactly these come up
	}{
		{"loose", []Trait{pass, low, high, pair}, []int{1, 2, 3}},
		{"bluffer", []Trait{pass, low}, []int{0, 1}},
		{"bluffer", []Trait{lead(low), lead(high)}, []int{0, 1}},
	} {
		seen := map[int]int{}
		for seed := range uint64(200) {
			r := rand.New(rand.NewPCG(seed, 0))
			got, most := 0, 0.0
			for i, m := range tt.moves {
				if v := tempers[tt.temper](m, r); i == 0 || v > most {
					got, most = i, v
				}
			}
			seen[got]++
		}
		for _, want := range tt.always {
			if seen[want] < 10 {
				t.Errorf("%s plays %d of %+v %d times in 200", tt.temper, want, tt.moves, seen[want])
			}
		}
		if len(seen) != len(tt.always) {
			t.Errorf("%s plays %v of %+v, want %v", tt.temper, seen, tt.moves, tt.always)
		}
	}
}

// nim is a game of two players who take one to three sticks in turn; whoever takes the last one
// wins. Nothing is hidden.
type nim struct{ sticks int }

type heap struct{ left, turn, winner int }

func (n nim) Deal(w *heap, _ *rand.Rand) { *w = heap{left: n.sticks} }

func (nim) Turn(w *heap) int {
	if w.left == 0 {
		return -1
	}
	return w.turn
}

func (nim) Moves(w *heap, list []int) []int {
	for m := 1; m <= min(3, w.left); m++ {
		list = append(list, m)
	}
	return list
}

// Look gives all moves the same rating except for the number of sticks, so that playouts take one.
func (nim) Look(w *heap, m int) Trait { return Trait{Cards: m, Left: w.left - m, High: float64(m) / 4} }

func (nim) Step(w *heap, m int) {
	if w.left -= m; w.left == 0 {
		w.winner = w.turn
	}
	w.turn = 1 - w.turn
}

func (nim) Worth(w *heap, place int) float64 {
	if w.winner == place {
		return 1
	}
	return 0
}

func (nim) Action(m int) game.Action {
	return game.Action{Verb: game.Play, Cards: make([]card.Card, m)}
}

// The tree finds the winning move, which leaves four sticks.
func TestTheTreeFindsTheWayToWin(t *testing.T) {
	for sticks := 5; sticks <= 7; sticks++ {
		for seed := range uint64(5) {
			done := 0
			more := func() bool { done++; return done <= 2000 }
			if got := ismcts(Table[heap, int](nim{sticks}), more, rand.New(rand.NewPCG(seed, 0))); sticks-got != 4 {
				t.Errorf("of %d sticks it takes %d, seed %d", sticks, got, seed)
			}
		}
	}
}

// The flat search finds the best move if both players continue like playouts, which take one stick:
// of two or three sticks it takes all.
func TestTheFlatSearchFindsWhatIsBestByItsRule(t *testing.T) {
	for sticks, want := range map[int]int{2: 2, 3: 3} {
		done := 0
		more := func() bool { done++; return done <= 600 }
		if got := flat(Table[heap, int](nim{sticks}), more, rand.New(rand.NewPCG(1, 0))); got != want {
			t.Errorf("of %d sticks it takes %d", sticks, got)
		}
	}
}

// A searcher makes the same move for the same seed, and without a budget.
func TestSearchersKeepToTheirBudget(t *testing.T) {
	players := Players(func(ai.Observation) (Table[heap, int], error) { return nim{7}, nil })
	for _, name := range []ai.Level{"flat", "ismcts"} {
		for _, b := range []ai.Budget{{}, {Playouts: 300}} {
			one, err := players[name].Choose(ai.Observation{}, b, 4)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := players[name].Choose(ai.Observation{}, b, 4); one.Action.String() != again.Action.String() {
				t.Errorf("%s with %v: %v and %v", name, b, one.Action, again.Action)
			}
		}
	}
}
