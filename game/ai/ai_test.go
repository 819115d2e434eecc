package ai_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"deuces/game"
	"deuces/game/ai"
	"deuces/internal/say"
)

func TestBudget(t *testing.T) {
	for in, want := range map[string]ai.Budget{"50ms": {Time: 50 * time.Millisecond}, "2000p": {Playouts: 2000}, "0p": {}} {
		if got, err := ai.ParseBudget(in); err != nil || got != want || got.String() != in {
			t.Errorf("ParseBudget(%q) = %v, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", "p", "-5p", "-1s", "2000", "1.5p"} {
		if got, err := ai.ParseBudget(bad); err == nil {
			t.Errorf("ParseBudget(%q) = %v, want an error", bad, got)
		}
	}
}

// numberProblem is a Problem with a known solution. A world is a number. The value of a move, which
// is a number too, is the sum of both and noise.
type numberProblem struct{ deals, tries *int }

func (u numberProblem) Deal(w *float64, r *rand.Rand) {
	*u.deals++
	*w = 100 * r.NormFloat64()
}

func (u numberProblem) Try(w *float64, move float64, r *rand.Rand) float64 {
	*u.tries++
	return *w + move + r.NormFloat64() + move/100*r.NormFloat64()
}

// search returns the best of some moves, the number of worlds that were dealt, and the number of
// playouts.
func search(moves []float64, b ai.Budget, seed uint64) (found ai.SearchResult, deals, tries int) {
	found = ai.Search(numberProblem{&deals, &tries}, moves, b, seed)
	return found, deals, tries
}

// TestSearchComparesInTheSameWorlds checks that noise that all candidates share, because it comes
// from the world, doesn't hide their differences.
func TestSearchComparesInTheSameWorlds(t *testing.T) {
	found, deals, tries := search([]float64{0, 1, 2, 3, 2.5}, ai.Budget{Playouts: 400}, 1)
	if found.Best != 3 {
		t.Errorf("the search finds %+v, want move 3, which is worth most", found)
	}
	if found.Playouts != tries || found.Worlds != deals || tries > 5*16+8 {
		t.Errorf("the search finds %+v after %d worlds and %d playouts: it should drop four moves after sixteen worlds", found, deals, tries)
	}
	if found, deals, _ := search([]float64{1, 2, 3}, ai.Budget{}, 1); found.Best != 0 || deals > 0 {
		t.Errorf("without a budget the search finds %+v after %d worlds, want the first move and no world", found, deals)
	}
}

func TestSearchIsRepeatable(t *testing.T) {
	at := func(seed uint64) ai.SearchResult {
		found, _, _ := search([]float64{1, 1.001, 0.999, 1}, ai.Budget{Playouts: 1000}, seed)
		return found
	}
	first, again, other := at(7), at(7), at(8)
	if first.Best != again.Best || first.Means[0] != again.Means[0] || first.Means[0] == other.Means[0] {
		t.Errorf("got %+v and %+v with one seed, want the same; got %+v with another, want a difference", first, again, other)
	}
}

func TestPromisingMovesAreTheBestOnes(t *testing.T) {
	var given []ai.Scored[int]
	for i, value := range []float32{1, 5, 4.5, 3, 5.5, 2} {
		given = append(given, ai.Scored[int]{Move: i, Value: value})
	}
	before := slices.Clone(given)
	for _, test := range []struct {
		most int
		near float32
		want []float32
		why  string
	}{
		{6, 10, []float32{5.5, 5, 4.5, 3, 2, 1}, "all of them, the best first"},
		{2, 10, []float32{5.5, 5}, "no more than are asked for"},
		{6, 2.5, []float32{5.5, 5, 4.5}, "3 is too far behind the best"},
		{6, 0.1, []float32{5.5}, "the best is always included"},
	} {
		var got []float32
		for _, s := range ai.Promising(given, test.most, test.near) {
			got = append(got, s.Value)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.why, got, test.want)
		}
	}
	if !slices.Equal(given, before) {
		t.Errorf("Promising has changed its argument to %v", given)
	}
}

// TestSearchStaysWithinItsTime checks that a search with a budget in time ends at the first playout
// after it, even in the middle of a world. That world doesn't count, because not all candidates
// have been tried in it.
func TestSearchStaysWithinItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		found := ai.Search(slowProblem{}, []int{0, 1, 2, 3, 4, 5, 6}, ai.Budget{Time: 50 * time.Millisecond}, 1)
		if took := time.Since(start); took != 50*time.Millisecond {
			t.Errorf("playouts of 1ms took %v, want 50ms", took)
		}
		if found.Worlds != 7 || found.Playouts != 49 {
			t.Errorf("the search did %+v, want seven whole worlds of 7ms", found)
		}
	})
}

type slowProblem struct{}

func (slowProblem) Deal(*int, *rand.Rand) {}
func (slowProblem) Try(_ *int, _ int, r *rand.Rand) float64 {
	time.Sleep(time.Millisecond)
	return r.Float64()
}

// countingPlayer sleeps for the time of its budget, and records how many of its calls run at the
// same time.
type countingPlayer struct{ thinking, maxThinking chan int }

func (p countingPlayer) Choose(_ ai.Observation, b ai.Budget, _ uint64) (ai.Choice, error) {
	if b == (ai.Budget{}) {
		return ai.Choice{Reason: say.New("at once")}, nil
	}
	n := <-p.thinking + 1
	p.thinking <- n
	p.maxThinking <- max(<-p.maxThinking, n)
	time.Sleep(b.Time)
	p.thinking <- <-p.thinking - 1
	return ai.Choice{Reason: say.New("thought")}, nil
}

// TestAGateLimitsConcurrentSearches lets several tables share a gate for two players. At most two
// think at the same time, and all finish in time. Nearly all get to think, but for a shorter time
// if there are more tables. A player who needn't wait for a slot still stops thinking when its
// context ends.
func TestAGateLimitsConcurrentSearches(t *testing.T) {
	const budget, never = 50 * time.Millisecond, time.Hour
	for _, tt := range []struct {
		tables     int
		left, took time.Duration
		why        string
	}{
		{1, 0, 0, "no time is left"},
		{1, 30 * time.Millisecond, 30 * time.Millisecond, "less than the budget is left"},
		{1, time.Second, budget, "no more than the budget"},
		{1, never, budget, "without a deadline"},
		{2, 125 * time.Millisecond, budget, "a place each, at once"},
		{4, 125 * time.Millisecond, 2 * budget, "one after the other, and time enough"},
		{10, 125 * time.Millisecond, 125 * time.Millisecond, "five for each place: less than their budget for those who waited"},
		{100, 125 * time.Millisecond, 125 * time.Millisecond, "fifty for each place"},
	} {
		synctest.Test(t, func(t *testing.T) {
			gate, p := ai.NewGate(2), countingPlayer{make(chan int, 1), make(chan int, 1)}
			p.thinking <- 0
			p.maxThinking <- 0
			ctx := t.Context()
			if tt.left != never {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, tt.left)
				defer cancel()
			}
			reasons := make(chan string, tt.tables)
			start := time.Now()
			for range tt.tables {
				go func() {
					c, err := gate.Choose(ctx, p, ai.Observation{}, ai.Budget{Time: budget}, 1)
					if err != nil {
						t.Error(err)
					}
					reasons <- c.Reason.String()
				}()
			}
			count := map[string]int{}
			for range tt.tables {
				count[<-reasons]++
			}
			if took := time.Since(start); took != tt.took {
				t.Errorf("%d tables took %v, want %v: %s", tt.tables, took, tt.took, tt.why)
			}
			if count["thought"] < tt.tables-2 { // the last players may get a slot too late
				t.Errorf("%d tables: the players answered %v, want all but two to have thought: %s", tt.tables, count, tt.why)
			}
			if most := <-p.maxThinking; most != min(tt.tables, 2) && tt.left > 0 {
				t.Errorf("%d tables: %d players thought at the same time, want at most two", tt.tables, most)
			}
		})
	}
}

func TestRandomNeedsATurn(t *testing.T) {
	if c, err := (ai.Random{}).Choose(ai.Observation{View: game.View{}}, ai.Budget{}, 1); err == nil {
		t.Errorf("random plays %v out of turn, want an error", c.Action)
	}
}

// TestFreshReasonsAreNotRepeated checks that a hint doesn't repeat a reason of the previous two
// turns if another reason is true.
func TestFreshReasonsAreNotRepeated(t *testing.T) {
	a, b, c := ai.Because("{n:# card|# cards}", 1), ai.Because("b"), ai.Because("c")
	again := ai.Because("{n:# card|# cards}", 2)
	for _, tt := range []struct {
		turns [][]ai.Reason
		want  string
		why   string
	}{
		{[][]ai.Reason{{a, b}}, "1 card", "what decided"},
		{[][]ai.Reason{{a, b}, {again, b}}, "b", "the same with another number is the same"},
		{[][]ai.Reason{{a, b}, {a, b}, {a, b, c}}, "c", "two turns back counts"},
		{[][]ai.Reason{{a}, {b}, {c}, {again}}, "2 cards", "three turns back doesn't"},
		{[][]ai.Reason{{a, b}, {a, b}, {a, b}}, "1 card", "of two that were given the older"},
		{[][]ai.Reason{{a}, {}}, "", "nothing to say"},
	} {
		if got := ai.FreshReason(tt.turns).String(); got != tt.want {
			t.Errorf("the reason is %q, want %q: %s", got, tt.want, tt.why)
		}
	}
}
