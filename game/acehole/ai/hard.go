package ai

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/internal/say"
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
	t := stakes(rules, s.View.Order, s.History)
	t.sampler = newSampler(d)
	return t
}

// stakes finds out what a round of a match is about.
func stakes(rules *acehole.Rules, order []game.Seat, match ai.History) *playouts {
	n := len(order)
	t := &playouts{
		ending: ai.NewEnding(rules, match), order: order, target: rules.Target,
		points: make([]int, n), places: make([]game.Seat, n),
	}
	for _, seat := range order {
		t.totals = append(t.totals, t.ending.Total(seat))
	}
	return t
}

// What hard plays for is places. Points tell, too, since they add up to the next, and so does the match where
// it ends: won, or lost.
const (
	perPoint = 0.01 // places, for each that the others are left with on average
	matchEnd = 1    // places
)

// Try plays a round on to its end, everyone as their kind does and the seat itself as a searcher, and
// returns what it comes to.
func (t *playouts) Try(c *acehole.Core, p acehole.Play, r *rand.Rand) float64 {
	own := c.Turn
	for c.Step(p); !c.Over; c.Step(p) {
		k := &kinds[asSearcher]
		if c.Turn != own {
			k = t.kind[c.Turn]
		}
		p = t.heuristic.play(k, c, ai.Noise, r)
	}
	score := c.Score()
	return t.worth(score[:c.Seats], int(own))
}

// worth is what a round that leaves these points comes to for a place: by how many places it
// is ahead of the middle, and the match, where that is over.
func (t *playouts) worth(score []int, own int) float64 {
	ahead := 0.0
	for _, p := range score {
		switch {
		case p > score[own]:
			ahead += 0.5
		case p < score[own]:
			ahead -= 0.5
		}
		ahead += perPoint * float64(p-score[own]) / float64(len(score)-1)
	}
	switch won, over := t.won(score, own); {
	case over && won:
		ahead += matchEnd
	case over:
		ahead -= matchEnd
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
	winner, over := t.ending.Winner(t.places, t.points)
	return winner == t.order[own], over
}
