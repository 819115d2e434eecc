package ai

import (
	"math/rand/v2"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// How hard looks ahead with a network.
const (
	candidates = 6   // how many plays are looked into, those that the network likes best
	near       = 0.7 // by how much less a play may be worth to be one of them
	horizon    = 2   // how often the seat decides again before the network judges
	whim       = 0.1 // how often another plays anything
)

// lookahead is the search of one decision with a network. A play is worth what the network
// thinks of it, which doesn't look ahead, and what it thinks in likely worlds of where that leads.
type lookahead struct {
	*decision
	tracked   Tracked
	evaluator *Evaluator
}

// ahead looks ahead from a decision that isn't about an exchange.
func (d *decision) ahead(rules *president.Rules, n *net.Net, s ai.Observation, b ai.Budget, seed uint64) president.Move {
	l := &lookahead{decision: d, tracked: d.track(rules, s), evaluator: NewEvaluator(n)}
	list := ai.Promising(l.evaluator.Plays(&l.tracked), candidates, near)
	return list[ai.Search(l, list, b, seed).Best].Move
}

// Deal makes the next world of the chain.
func (l *lookahead) Deal(w *Tracked, r *rand.Rand) {
	*w = l.tracked
	l.decision.Deal(&w.world, r)
}

// Try plays a world on, and says what both opinions come to.
func (l *lookahead) Try(w *Tracked, s Scored, r *rand.Rand) float64 {
	value := float64(s.Value)
	w.Step(s.Move)
	var buf room
	for turns := horizon; w.p.Turn() >= 0; {
		out := w.p.OutBefore(l.chair) >= 0
		if out && l.match == nil && !w.p.HasCoups() {
			break
		}
		list := w.Moves(buf[:0])
		switch {
		case len(list) == 1:
			w.Step(list[0])
		case out:
			w.Step(l.best(&w.world, list))
		case w.p.Turn() == l.chair:
			turns--
			best := l.evaluator.best(w, list)
			if turns == 0 {
				return value + float64(best.Value)
			}
			w.Step(best.Move)
		case r.Float64() < whim:
			w.Step(list[r.IntN(len(list))])
		default:
			w.Step(l.evaluator.best(w, list).Move)
		}
	}
	return value + l.match.value(&w.p, l.chair)
}
