package zoo

import (
	"math"
	"math/rand/v2"
)

// flat tries every move in the same worlds, and plays the one that did best on
// average.
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

// explore is how much a tree wants to try what it knows little of.
const explore = 0.7

// node is what a tree knows of a line of moves.
type node[M comparable] struct {
	children map[M]*node[M]
	place    int     // who made the last of the moves
	worth    float64 // to them, summed over visits
	visits   float64
	open     float64 // how often the last move could be made when its turn came
}

// ismcts grows a tree of what may happen, of which every visit uses a world of its
// own: what isn't legal there isn't looked at.
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

// descend chooses the move to look into: one that was never tried, or the one with
// the most promise; fresh says that it is new.
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
