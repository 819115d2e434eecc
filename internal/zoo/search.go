package zoo

import (
	"math"
	"math/rand/v2"
)

// flat tries every move in the same worlds, and plays the move with the best average.
func flat[W any, M comparable](t Table[W, M], more func() bool, r *rand.Rand) M {
	var world W
	t.Deal(&world, r)
	own, moves, list := t.Turn(&world), t.Moves(&world, nil), make([]M, 0, 64)
	if len(moves) == 1 {
		return moves[0]
	}
	sums := make([]float64, len(moves))
	worlds := 0
search:
	for ; ; worlds++ {
		t.Deal(&world, r)
		got := make([]float64, len(moves))
		for i, m := range moves {
			if !more() {
				break search
			}
			w := world
			t.Step(&w, m)
			playOn(t, &w, list, r)
			got[i] = t.Worth(&w, own)
		}
		for i, v := range got {
			sums[i] += v
		}
	}
	if worlds == 0 {
		return favorite(t, &world, moves, greedy, r)
	}
	best := 0
	for i := range sums {
		if sums[i] > sums[best] {
			best = i
		}
	}
	return moves[best]
}

// explore is the weight of exploration.
const explore = 0.7

// node is a node of the tree: a sequence of moves.
type node[M comparable] struct {
	children map[M]*node[M]
	place    int     // the place that made the last move
	worth    float64 // sum of the values for this place over all visits
	visits   float64
	open     float64 // how often the last move was available
}

// ismcts grows a tree of moves. Each visit uses a new world, and only moves that are legal in it.
func ismcts[W any, M comparable](t Table[W, M], more func() bool, r *rand.Rand) M {
	root := &node[M]{children: map[M]*node[M]{}}
	list := make([]M, 0, 64)
	var w W
	t.Deal(&w, r)
	moves := t.Moves(&w, nil)
	if len(moves) == 1 {
		return moves[0]
	}
	for more() {
		t.Deal(&w, r)
		path := []*node[M]{root}
		for at := root; t.Turn(&w) >= 0; {
			next, m, fresh := descend(t, &w, at, list, r)
			path = append(path, next)
			t.Step(&w, m)
			if at = next; fresh {
				playOn(t, &w, list, r)
				break
			}
		}
		for _, n := range path[1:] {
			n.visits++
			n.worth += t.Worth(&w, n.place)
		}
	}
	t.Deal(&w, r)
	best, most := favorite(t, &w, moves, greedy, r), 0.0
	for _, m := range moves {
		if c := root.children[m]; c != nil && c.visits > most {
			best, most = m, c.visits
		}
	}
	return best
}

// descend chooses the next move in the tree: one that was never tried, or the one with the highest bound.
// fresh reports whether the move is new.
func descend[W any, M comparable](t Table[W, M], w *W, at *node[M], list []M, r *rand.Rand) (next *node[M], move M, fresh bool) {
	moves, place := t.Moves(w, list[:0]), t.Turn(w)
	untried := 0
	for _, m := range moves {
		if at.children[m] == nil {
			untried++
			if r.IntN(untried) == 0 {
				move = m
			}
		}
	}
	for _, m := range moves {
		if c := at.children[m]; c != nil {
			c.open++
		}
	}
	if untried > 0 {
		next = &node[M]{children: map[M]*node[M]{}, place: place, open: 1}
		at.children[move] = next
		return next, move, true
	}
	most := math.Inf(-1)
	for _, m := range moves {
		c := at.children[m]
		if v := c.worth/c.visits + explore*math.Sqrt(math.Log(c.open)/c.visits); v > most {
			next, move, most = c, m, v
		}
	}
	return next, move, false
}
