package ai

import (
	"math/rand/v2"
	"slices"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// search looks ahead from the plays that the network likes best, and tries each gift in
// rounds with the hidden cards dealt at random, played on by the heuristics.
func (d *decision) search(rules *president.Rules, n *net.Net, s ai.Observation, b ai.Budget, seed uint64) president.Move {
	d.ponder(rules, s)
	if !d.sample.p.Exchanging() {
		return d.ahead(rules, n, s, b, seed)
	}
	gifts := d.gifts()
	return gifts[ai.Search(d, gifts, b, seed).Best]
}

// likely plays what the network likes best; what is to be given in an exchange it chooses
// by the heuristics.
func (d *decision) likely(rules *president.Rules, n *net.Net, s ai.Observation) president.Move {
	if d.sample.p.Exchanging() {
		return d.best(&d.sample, d.moves)
	}
	t := d.track(rules, s)
	return NewEvaluator(n).Best(&t).Move
}

// ponder finds out what the others did.
func (d *decision) ponder(rules *president.Rules, s ai.Observation) {
	d.match = endingOf(rules, s)
	d.past.recall(rules, s, &d.deal, &d.sample, false)
	d.past.learn(rules, &d.tactics, s)
	d.past.prepare(&d.tactics, &d.deal)
	for c := range d.start.Chairs() {
		if d.sizes[c] > d.known[c].Len() {
			d.sampler.chairs = append(d.sampler.chairs, c)
		}
	}
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
