package ai

import (
	"math/rand/v2"
	"slices"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// chooseHard searches among the plays that the network rates best. In an exchange it tries each
// gift in sampled worlds and continues these by the heuristics.
func (d *decision) chooseHard(rules *president.Rules, n *net.Net, s ai.Observation, b ai.Budget, seed uint64) president.Move {
	d.prepareSearch(rules, s)
	if !d.sample.position.Exchanging() {
		return d.chooseWithNetwork(rules, n, s, b, seed)
	}
	gifts := d.gifts()
	return gifts[ai.Search(d, gifts, b, seed).Best]
}

// chooseNetwork plays what the network rates best. In an exchange it follows the heuristics.
func (d *decision) chooseNetwork(rules *president.Rules, n *net.Net, s ai.Observation) president.Move {
	if d.sample.position.Exchanging() {
		return d.best(&d.sample, d.moves)
	}
	t := d.track(rules, s)
	return NewEvaluator(n).Best(&t).Move
}

// prepareSearch collects what the others did.
func (d *decision) prepareSearch(rules *president.Rules, s ai.Observation) {
	d.match = newMatchEnd(rules, s)
	d.observations.replayRound(rules, s, &d.knownCards, &d.sample, false)
	d.observations.learnFromHistory(rules, &d.heuristics, s)
	d.observations.prepareUnknown(&d.heuristics, &d.knownCards)
	for c := range d.start.Chairs() {
		if d.sizes[c] > d.known[c].Len() {
			d.sampler.chairs = append(d.sampler.chairs, c)
		}
	}
}

// gifts lists the gifts, with the heuristics' choice first. Gifts that differ only in suits that
// don't matter are listed once.
func (d *decision) gifts() []president.Move {
	first := d.best(&d.sample, d.moves)
	moves := []president.Move{first}
	for i, m := range d.moves {
		if m != first && (i == 0 || d.differs(m, d.moves[i-1])) {
			moves = append(moves, m)
		}
	}
	return slices.Clip(moves)
}

// Try implements ai.Problem. It makes the move, continues the round by the heuristics and returns
// the value of the result to the seat.
func (d *decision) Try(w *world, m president.Move, r *rand.Rand) float64 {
	w.step(m)
	d.playOn(w, d.chair, d.match != nil, r)
	return d.match.value(&w.position, d.chair)
}
