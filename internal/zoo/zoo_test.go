package zoo

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"deuces/game"
	"deuces/game/ai/aitest"
	"deuces/game/card"
	"deuces/game/systems"
)

func TestTheZooKnowsEveryGame(t *testing.T) {
	for _, system := range systems.All() {
		t.Run(system.Name, func(t *testing.T) { aitest.Zoo(t, system.New, New) })
	}
}

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
		want   []int // indexes of the moves that the temper chooses, over many seeds
		why    string
	}{
		{"grabber", []Trait{pass, high, low}, []int{2}, "it plays the lowest card that beats the top play"},
		{"grabber", []Trait{pass, broken, high}, []int{2}, "it doesn't break a set if it has another play"},
		{"grabber", []Trait{pass, broken}, []int{1}, "it breaks a set rather than pass"},
		{"patient", []Trait{pass, broken}, []int{0}, "it passes rather than break a set"},
		{"patient", []Trait{pass, high}, []int{1}, "it plays if it breaks no set"},
		{"hasty", []Trait{pass, low, pair}, []int{2}, "it plays as many cards as possible"},
		{"showy", []Trait{pass, low, high}, []int{2}, "it plays the highest card"},
		{"lowest", []Trait{pass, low, broken}, []int{2}, "it plays the lowest card, even if it breaks a set"},
		{"saver", []Trait{pass, high}, []int{0}, "it keeps high cards"},
		{"saver", []Trait{pass, lastHigh}, []int{1}, "it plays high cards when it is nearly out"},
		{"saver", []Trait{pass, low, high}, []int{1}, "it plays low cards"},
		{"tight", []Trait{pass, pair}, []int{1}, "it plays two low cards"},
		{"tight", []Trait{pass, high}, []int{0}, "it doesn't play a high card"},
		{"tight", []Trait{lead(low), lead(high)}, []int{0}, "it leads low"},
		{"loose", []Trait{pass, low, high, pair}, []int{1, 2, 3}, "it makes any play, but doesn't pass"},
		{"bluffer", []Trait{pass, low}, []int{0, 1}, "it sometimes passes although it could beat"},
		{"bluffer", []Trait{lead(low), lead(high)}, []int{0, 1}, "it sometimes leads a high card"},
	} {
		seen := map[int]int{}
		for seed := range uint64(200) {
			r := rand.New(rand.NewPCG(seed, 0))
			got, highest := 0, 0.0
			for i, m := range tt.moves {
				if v := tempers[tt.temper](m, r); i == 0 || v > highest {
					got, highest = i, v
				}
			}
			seen[got]++
		}
		if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(got, tt.want) || seen[got[0]] < 10 {
			t.Errorf("%s plays %v of %+v, want %v: %s", tt.temper, seen, tt.moves, tt.want, tt.why)
		}
	}
}

// nim is a game of two players who take one to three sticks in turn. Whoever takes the last stick
// wins. Nothing is hidden.
type nim struct{ sticks int }

type nimState struct{ left, turn, winner int }

func (n nim) Deal(w *nimState, _ *rand.Rand) { *w = nimState{left: n.sticks} }

func (nim) Turn(w *nimState) int {
	if w.left == 0 {
		return -1
	}
	return w.turn
}

func (nim) Moves(w *nimState, list []int) []int {
	for m := 1; m <= min(3, w.left); m++ {
		list = append(list, m)
	}
	return list
}

// Look gives moves that differ only in the number of sticks. So playouts always take one stick.
func (nim) Look(w *nimState, m int) Trait {
	return Trait{Cards: m, Left: w.left - m, High: float64(m) / 4}
}

func (nim) Step(w *nimState, m int) {
	if w.left -= m; w.left == 0 {
		w.winner = w.turn
	}
	w.turn = 1 - w.turn
}

func (nim) Worth(w *nimState, place int) float64 {
	if w.winner == place {
		return 1
	}
	return 0
}

func (nim) Action(m int) game.Action {
	return game.Action{Verb: game.Play, Cards: make([]card.Card, m)}
}

// playouts returns a budget of n playouts.
func playouts(n int) (more func() bool) {
	return func() bool { n--; return n >= 0 }
}

// The tree search finds the winning move, which leaves four sticks.
func TestTheTreeSearchFindsTheWinningMove(t *testing.T) {
	for sticks := 5; sticks <= 7; sticks++ {
		for seed := range uint64(5) {
			if got := ismcts(Table[nimState, int](nim{sticks}), playouts(2000), rand.New(rand.NewPCG(seed, 0))); sticks-got != 4 {
				t.Errorf("of %d sticks the search takes %d, want %d (seed %d)", sticks, got, sticks-4, seed)
			}
		}
	}
}

// The flat search finds the best move on the assumption that both players then continue as playouts
// do, which take one stick. So it takes all of two or three sticks. Without a budget it takes one
// stick itself.
func TestTheFlatSearchFindsTheBestMove(t *testing.T) {
	for _, tt := range []struct{ sticks, playouts, want int }{{2, 600, 2}, {3, 600, 3}, {3, 0, 1}} {
		if got := flat(Table[nimState, int](nim{tt.sticks}), playouts(tt.playouts), rand.New(rand.NewPCG(1, 0))); got != tt.want {
			t.Errorf("of %d sticks the search takes %d with %d playouts, want %d", tt.sticks, got, tt.playouts, tt.want)
		}
	}
}
