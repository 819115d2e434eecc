package ai

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/kit"
	"deuces/internal/say"
)

// candidates is the maximum number of plays to search.
const candidates = 12

// chooseHard searches among the plays that the heuristics score highest.
func (d *decision) chooseHard(b ai.Budget, seed uint64) (ai.Choice, error) {
	c := d.anyWorld()
	list := promisingMoves(&c, nil, true)
	few := fewestCards(&c)
	slices.SortStableFunc(list, func(p, q acehole.Play) int {
		return cmp.Compare(heuristicScore(&c, q, few), heuristicScore(&c, p, few))
	})
	list = list[:min(len(list), candidates)]
	best, estimates := ai.Searched(newSearch(d), list, b, seed, func(p acehole.Play) game.Action { return kit.Action(p) })
	choice, err := d.choice(best, say.Message{})
	choice.Estimates = estimates
	return choice, err
}

// search is the search of one decision. It plays each world to the end of the round and values the
// result, including what it means for the match.
type search struct {
	*sampler
	heuristic heuristic
	ending    *ai.Ending
	totals    []int       // points of the match so far, by place
	points    []int       // by seat; buffer of won
	places    []game.Seat // buffer of won
}

func newSearch(d *decision) *search {
	n := len(d.View.Order)
	t := &search{sampler: newSampler(d), ending: ai.NewEnding(d.rules, d.History), points: make([]int, n), places: make([]game.Seat, n)}
	for _, seat := range d.View.Order {
		t.totals = append(t.totals, t.ending.Total(seat))
	}
	return t
}

// The value of a result is measured in places. Points count a little, because they are kept for the
// next rounds. If the match ends, winning or losing it counts as well.
const (
	pointValue = 0.01 // places per point that the others get more on average
	matchValue = 1    // places for winning or losing the match
)

// Try implements ai.Problem. It plays the round to its end and returns the value of the result. The
// others play by their models and the seat itself by modelSearcher.
func (t *search) Try(c *acehole.Core, p acehole.Play, r *rand.Rand) float64 {
	own := c.Turn
	for c.Step(p); !c.Over; c.Step(p) {
		k := &playerModels[modelSearcher]
		if c.Turn != own {
			k = t.models[c.Turn]
		}
		p = t.heuristic.play(k, c, ai.Noise, r)
	}
	score := c.Score()
	return t.value(score[:c.Seats], int(own))
}

// value returns the value of a result for a place: the number of places above the middle, the
// points, and the match if it is over.
func (t *search) value(score []int, own int) float64 {
	ahead := 0.0
	for _, p := range score {
		switch {
		case p > score[own]:
			ahead += 0.5
		case p < score[own]:
			ahead -= 0.5
		}
		ahead += pointValue * float64(p-score[own]) / float64(len(score)-1)
	}
	switch won, over := t.won(score, own); {
	case over && won:
		ahead += matchValue
	case over:
		ahead -= matchValue
	}
	return ahead
}

// won reports whether the match is over if places get these points, and whether own has won it.
func (t *search) won(score []int, own int) (won, over bool) {
	for place, p := range score {
		over = over || t.totals[place]+p >= t.rules.Target
	}
	if !over {
		return false, false
	}
	for place, seat := range t.View.Order {
		t.points[seat], t.places[place] = score[place], seat
	}
	slices.SortStableFunc(t.places, func(a, b game.Seat) int { return cmp.Compare(t.points[a], t.points[b]) })
	winner, over := t.ending.Winner(t.places, t.points)
	return winner == t.View.Order[own], over
}
