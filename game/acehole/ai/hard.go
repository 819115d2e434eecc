package ai

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"deuces/game/acehole"
	"deuces/game/ai"
)

// hard searches.
type hard struct{ rules *acehole.Rules }

// candidates is how many plays are tried, those that the heuristics like best.
const candidates = 12

func (h hard) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := read(h.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	c := d.any()
	list := moves(&c, nil, true)
	few := fewest(&c)
	slices.SortStableFunc(list, func(p, q acehole.Play) int {
		return cmp.Compare(weigh(&c, q, few), weigh(&c, p, few))
	})
	list = list[:min(len(list), candidates)]
	p := list[ai.Search(&playouts{sampler: newSampler(d)}, list, b, seed).Best]
	return d.choice(p, reason(&c, p))
}

// playouts is the search of one decision.
type playouts struct {
	*sampler
	heuristic heuristic
}

// Try plays a round on to its end by heuristics, and returns how much more
// the others are left with than the seat, on average.
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
	return float64(sum-score[own])/others - float64(score[own])
}
