package ai

import (
	"math/rand/v2"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
)

// How hard looks ahead with a network.
const (
	likeliest = 6   // how many plays are looked into, those that the network likes best
	near      = 15  // by how many points less a play may be worth to be one of them
	horizon   = 2   // how often the place decides again before the network judges
	whim      = 0.1 // how often another plays anything that fits
)

// lookahead is the search of one decision with a network. A play is worth what the network
// thinks of it, which doesn't look ahead, and what it thinks in likely worlds of where that leads.
type lookahead struct {
	*playouts
	tracked   Tracked
	evaluator *Evaluator
}

// ahead looks ahead from a decision.
func (d *decision) ahead(rules *acehole.Rules, n *net.Net, s ai.Observation, b ai.Budget, seed uint64) acehole.Play {
	l := &lookahead{playouts: newPlayouts(rules, s, d), tracked: d.track(rules, s), evaluator: NewEvaluator(n)}
	list := ai.Promising(l.evaluator.Plays(&l.tracked), likeliest, near)
	return list[ai.Search(l, list, b, seed).Best].Move
}

// Deal makes the next world of the chain.
func (l *lookahead) Deal(w *Tracked, r *rand.Rand) {
	*w = l.tracked
	l.playouts.Deal(&w.Core, r)
}

// Try plays a world on, and says what both opinions come to.
func (l *lookahead) Try(w *Tracked, s Scored, r *rand.Rand) float64 {
	value, own := float64(s.Value), w.Turn
	w.Step(s.Move)
	var buf [room]acehole.Play
	for turns := horizon; !w.Over; {
		list := w.Moves(buf[:0])
		switch {
		case len(list) == 1:
			w.Step(list[0])
		case w.Turn == own:
			turns--
			best := l.evaluator.best(w, list)
			if turns == 0 {
				return value + float64(best.Value)
			}
			w.Step(best.Move)
		case r.Float64() < whim:
			w.Step(w.Randomly(r))
		default:
			w.Step(l.evaluator.best(w, list).Move)
		}
	}
	return value + w.Worth(int(own))
}
