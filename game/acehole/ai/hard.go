package ai

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/say"
)

// hard searches.
type hard struct {
	rules *acehole.Rules
	net   *net.Net // nil: it has none
}

// candidates is how many plays are tried, those that the heuristics like best.
const candidates = 12

func (h hard) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(h.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	if h.net != nil {
		return d.choice(d.ahead(h.rules, h.net, s, b, seed), say.Message{})
	}
	c := d.any()
	list := moves(&c, nil, true)
	few := fewest(&c)
	slices.SortStableFunc(list, func(p, q acehole.Play) int {
		return cmp.Compare(weigh(&c, q, few), weigh(&c, p, few))
	})
	list = list[:min(len(list), candidates)]
	p := list[ai.Search(newPlayouts(h.rules, s, d), list, b, seed).Best]
	return d.choice(p, say.Message{})
}

// playouts is the search of one decision.
type playouts struct {
	*sampler
	heuristic heuristic
	ending    *ai.Ending
	order     []game.Seat // by place
	totals    []int       // of the match so far, by place
	target    int         // of the match
	points    []int       // by seat: room for a question
	places    []game.Seat // likewise
}

func newPlayouts(rules *acehole.Rules, s ai.Observation, d *decision) *playouts {
	n := len(s.View.Order)
	t := &playouts{
		sampler: newSampler(d), ending: ai.NewEnding(rules, s.Match), order: s.View.Order, target: rules.Target(),
		points: make([]int, n), places: make([]game.Seat, n),
	}
	for _, seat := range t.order {
		t.totals = append(t.totals, t.ending.Total(seat))
	}
	return t
}

// What the match's end is worth, in points: won, or lost. What the round itself
// leaves matters little then.
const (
	swing  = 50
	little = 0.1
)

// Try plays a round on to its end by heuristics, and returns how much more
// the others are left with than the seat, on average; or whether the seat has won
// the match, where that ends.
func (t *playouts) Try(c *acehole.Core, p acehole.Play, r *rand.Rand) float64 {
	own := c.Turn
	for c.Step(p); !c.Over; c.Step(p) {
		if r.Float64() < ai.Noise {
			p = t.heuristic.anything(c, r)
		} else {
			p = t.heuristic.choose(c)
		}
	}
	sum, score := 0, c.Score()
	for place := range c.Seats {
		sum += score[place]
	}
	others := float64(c.Seats - 1)
	ahead := float64(sum-score[own])/others - float64(score[own])
	switch won, over := t.won(score[:c.Seats], int(own)); {
	case over && won:
		return swing + little*ahead
	case over:
		return -swing + little*ahead
	}
	return ahead
}

// won says whether the match is over if places are left with these points, and
// whether one of them has won it.
func (t *playouts) won(score []int, own int) (won, over bool) {
	for place, p := range score {
		over = over || t.totals[place]+p >= t.target
	}
	if !over {
		return false, false
	}
	for place, seat := range t.order {
		t.points[seat], t.places[place] = score[place], seat
	}
	slices.SortStableFunc(t.places, func(a, b game.Seat) int { return cmp.Compare(t.points[a], t.points[b]) })
	winner, over := t.ending.With(t.places, t.points)
	return winner == t.order[own], over
}
