package ai

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// Problem is one decision as a game's players put it to the search. A world W is a
// round with all cards known, a value that can be copied with =; M is a move.
// Its methods are called from one goroutine and should not allocate.
type Problem[W, M any] interface {
	// Deal makes a world that fits what the seat has seen. All worlds count alike: they come
	// as often as they are likely.
	Deal(w *W, r *rand.Rand)
	// Try makes the seat's move in a world, plays on to the end (or as far as it
	// takes to judge) as everyone would, with Noise, and returns what that is
	// worth to the seat: higher is better. What becomes of the world is up to it.
	Try(w *W, m M, r *rand.Rand) float64
}

// Noise is how often a playout does something else than heuristics say, so
// that a search doesn't rely on everybody playing by them.
const Noise = 0.1

// How candidates are dropped: none before firstDrop worlds, then every dropEvery
// worlds those that are behind the leader by more than dropAt standard errors of
// their paired difference. After mostWorlds more of them teach nothing.
const (
	firstDrop  = 16
	dropEvery  = 8
	dropAt     = 2.0
	mostWorlds = 2048
)

// Promising returns those of some moves that a search should try, the best by their values first:
// at most so many, and none that is worth less than the best by near or more. Of equal moves
// those that were given earlier come first; the list that was given stays as it is.
func Promising[M any](moves []Scored[M], most int, near float32) []Scored[M] {
	moves = slices.Clone(moves)
	slices.SortStableFunc(moves, func(a, b Scored[M]) int { return cmp.Compare(b.Value, a.Value) })
	moves = moves[:min(most, len(moves))]
	for len(moves) > 1 && moves[0].Value-moves[len(moves)-1].Value >= near {
		moves = moves[:len(moves)-1]
	}
	return moves
}

// Found is what a search has to say about its candidates, in the order given.
type Found struct {
	Best     int       // the index of the one to play
	Means    []float64 // what each was worth, in the worlds that it was tried in
	Worlds   int
	Playouts int
}

// Search finds the best of some moves by trying each in the same worlds with the
// same luck. Moves should have the heuristics' own first: it is played when
// the budget is nothing, and where candidates are equal. There must be one.
//
// With a budget in playouts the same arguments give the same answer. With one in
// time, of the clock on the wall, it stops at the first playout or world that
// ends after it; a world that not all candidates were tried in doesn't count.
func Search[W, M any](p Problem[W, M], moves []M, b Budget, seed uint64) Found {
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
	return s.found()
}

// trials is what is known of the candidates so far.
type trials struct {
	alive    []int       // candidates that are still tried, in their order
	values   [][]float64 // by candidate and world; one more in a world that was broken off
	worlds   int         // that count
	playouts int
}

// mean is a candidate's mean over the worlds it was tried in.
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

// leader returns the best of those that are alive; the first of equals.
func (s *trials) leader() int {
	best, most := s.alive[0], math.Inf(-1)
	for _, i := range s.alive {
		if m := s.mean(i); m > most {
			best, most = i, m
		}
	}
	return best
}

// drop gives up the candidates that are surely worse than the leader: same
// worlds, same luck, so that the difference in each world is what counts.
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

func (s *trials) found() Found {
	f := Found{Best: s.leader(), Means: make([]float64, len(s.values)), Worlds: s.worlds, Playouts: s.playouts}
	for i := range s.values {
		f.Means[i] = s.mean(i)
	}
	return f
}
