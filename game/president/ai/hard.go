package ai

import (
	"math/rand/v2"
	"slices"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// hard searches: it looks ahead from the plays that the network likes best, and tries each
// gift in rounds with the hidden cards dealt at random, played on by the heuristics.
type hard struct {
	rules *president.Rules
	net   *net.Net
}

func (h hard) Choose(s ai.Observation, b ai.Budget, seed uint64) (ai.Choice, error) {
	d, err := ponder(h.rules, s)
	if err != nil {
		return ai.Choice{}, err
	}
	if !d.sample.p.Exchanging() {
		return ai.Choice{Action: d.sample.p.Action(d.ahead(h.rules, h.net, s, b, seed))}, nil
	}
	gifts := d.gifts()
	found := ai.Search(d, gifts, b, seed)
	return ai.Choice{Action: d.sample.p.Action(gifts[found.Best])}, nil
}

// ponder reads an Observation, and what the others did.
func ponder(rules *president.Rules, s ai.Observation) (*decision, error) {
	d, err := read(rules, s)
	if err != nil {
		return nil, err
	}
	d.match = endingOf(rules, s)
	d.past.recall(rules, s, &d.deal, &d.sample, false)
	d.past.learn(rules, &d.tactics, s)
	d.past.prepare(&d.tactics, &d.deal)
	for c := range d.start.Chairs() {
		if d.sizes[c] > d.known[c].Len() {
			d.sampler.chairs = append(d.sampler.chairs, c)
		}
	}
	return d, nil
}

// gifts lists what may be given that differs in more than suits that don't matter,
// what the heuristics would give first.
func (d *decision) gifts() []president.Move {
	first := d.best(&d.sample, d.moves)
	moves := []president.Move{first}
	for i, m := range d.moves {
		if m != first && (i == 0 || d.differ(m, d.moves[i-1])) {
			moves = append(moves, m)
		}
	}
	return slices.Clip(moves)
}

// Try plays a world on, and values the place that it ends with.
func (d *decision) Try(w *world, m president.Move, r *rand.Rand) float64 {
	w.step(m)
	d.playOn(w, d.chair, d.match != nil, r)
	return d.match.value(&w.p, d.chair)
}
