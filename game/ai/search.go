package ai

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// Problem is one decision that Search solves. A world W is a round with all cards known; assignment
// must copy it. M is a move. All methods are called from one goroutine and should not allocate.
type Problem[W, M any] interface {
	// Deal samples a world that fits what the seat has observed. Worlds must come up as often as they
	// are likely, because Search weighs them equally.
	Deal(w *W, r *rand.Rand)
	// Try makes the seat's move in a world, plays on until the result can be judged, mostly to the end
	// of the round, and returns its value for the seat; higher is better. The playout follows the
	// heuristics with Noise. Try may change the world.
	Try(w *W, m M, r *rand.Rand) float64
}

// Noise is the probability that a move in a playout is random, so that a search doesn't rely on
// everyone following the heuristics.
const Noise = 0.1

// When candidates are dropped. After firstDrop worlds, and then after every dropEvery worlds,
// Search drops the candidates that are behind the leader by more than dropAt standard errors of the
// paired difference. More than mostWorlds worlds don't improve the answer.
const (
	firstDrop  = 16
	dropEvery  = 8
	dropAt     = 2.0
	mostWorlds = 2048
)

// Promising returns the moves that a search should try, best first. It keeps the best moves up to
// the count most, and drops those whose value is below the best by near or more. The order of equal
// moves is kept, and the argument isn't changed.
func Promising[M any](moves []Scored[M], most int, near float32) []Scored[M] {
	moves = slices.Clone(moves)
	slices.SortStableFunc(moves, func(a, b Scored[M]) int { return cmp.Compare(b.Value, a.Value) })
	moves = moves[:min(most, len(moves))]
	for len(moves) > 1 && moves[0].Value-moves[len(moves)-1].Value >= near {
		moves = moves[:len(moves)-1]
	}
	return moves
}

// SearchResult is what a search found. Means has the order of the candidates.
type SearchResult struct {
	Best     int       // index of the move to play
	Means    []float64 // average value of each candidate over the worlds it was tried in
	Worlds   int
	Playouts int
}

// Search finds the best of some moves by trying each of them in the same worlds with the same
// random numbers. The heuristic's own move should be first: it wins ties, and is the result of a
// zero budget. There must be at least one move.
//
// With a budget in playouts the same arguments give the same result. With a budget in time the
// search stops at the first world or playout that ends after that time. A world in which not all
// candidates were tried doesn't count.
func Search[W, M any](p Problem[W, M], moves []M, b Budget, seed uint64) SearchResult {
	s := trials{alive: make([]int, len(moves)), values: make([][]float64, len(moves))}
	for i := range moves {
		s.alive[i] = i
	}
	source := rand.NewPCG(seed, 0)
	r := rand.New(source)
	start := time.Now()
	spent := func() bool { return b.Playouts == 0 && time.Since(start) >= b.Time }
	var world, trial W
worlds:
	for len(s.alive) > 1 && s.worlds < mostWorlds && !spent() {
		if b.Playouts > 0 && s.playouts+len(s.alive) > b.Playouts {
			break
		}
		n := uint64(s.worlds)
		source.Seed(seed, 2*n+1)
		p.Deal(&world, r)
		for _, i := range s.alive {
			if spent() {
				break worlds
			}
			source.Seed(seed, 2*n+2)
			trial = world
			s.values[i] = append(s.values[i], p.Try(&trial, moves[i], r))
		}
		s.worlds++
		s.playouts += len(s.alive)
		if s.worlds >= firstDrop && s.worlds%dropEvery == 0 {
			s.drop()
		}
	}
	return s.result()
}

// trials is the state of a search.
type trials struct {
	alive    []int       // candidates that haven't been dropped, in order
	values   [][]float64 // by candidate and world; an interrupted world leaves one extra value
	worlds   int         // completed worlds
	playouts int
}

// mean returns a candidate's average value over the worlds it was tried in.
func (s *trials) mean(i int) float64 {
	tried := s.values[i][:min(len(s.values[i]), s.worlds)]
	if len(tried) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range tried {
		sum += v
	}
	return sum / float64(len(tried))
}

// leader returns the best candidate that hasn't been dropped. If several are equal, it returns the
// first.
func (s *trials) leader() int {
	best, most := s.alive[0], math.Inf(-1)
	for _, i := range s.alive {
		if m := s.mean(i); m > most {
			best, most = i, m
		}
	}
	return best
}

// drop removes candidates that are significantly worse than the leader. Worlds and random numbers
// are the same for all candidates, so the test is on the difference in each world.
func (s *trials) drop() {
	best := s.leader()
	kept := s.alive[:0]
	for _, i := range s.alive {
		if i == best || !s.behind(i, best) {
			kept = append(kept, i)
		}
	}
	s.alive = kept
}

// behind reports whether candidate i is significantly worse than best.
func (s *trials) behind(i, best int) bool {
	sum, squares := 0.0, 0.0
	for n := range s.worlds {
		sum += s.values[best][n] - s.values[i][n]
	}
	mean := sum / float64(s.worlds)
	for n := range s.worlds {
		d := s.values[best][n] - s.values[i][n] - mean
		squares += d * d
	}
	return mean > dropAt*math.Sqrt(squares)/float64(s.worlds)
}

func (s *trials) result() SearchResult {
	f := SearchResult{Best: s.leader(), Means: make([]float64, len(s.values)), Worlds: s.worlds, Playouts: s.playouts}
	for i := range s.values {
		f.Means[i] = s.mean(i)
	}
	return f
}
