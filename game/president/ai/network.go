package ai

import (
	"math/rand/v2"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/president"
)

// Parameters of the search with a network.
const (
	candidates     = 6   // maximum number of plays to search; these are the ones that the network rates best
	maxBehind      = 0.7 // plays whose value is this much below the best aren't searched
	horizon        = 2   // number of further decisions of the seat before the network evaluates the position
	randomMoveRate = 0.1 // probability that another player makes a random move
)

// lookahead is the search of one decision with a network. The value of a play is the network's own
// value for it plus, averaged over worlds, its value of the position some turns later.
type lookahead struct {
	*decision
	tracked   Tracked
	evaluator *Evaluator
}

// chooseWithNetwork returns the play that the search finds best. It must not be called for an
// exchange decision.
func (d *decision) chooseWithNetwork(rules *president.Rules, n *net.Net, s ai.Observation, b ai.Budget, seed uint64) president.Move {
	l := &lookahead{decision: d, tracked: d.track(rules, s), evaluator: NewEvaluator(n)}
	list := ai.Promising(l.evaluator.Plays(&l.tracked), candidates, maxBehind)
	return list[ai.Search(l, list, b, seed).Best].Move
}

// Deal implements ai.Problem.
func (l *lookahead) Deal(w *Tracked, r *rand.Rand) {
	*w = l.tracked
	l.decision.Deal(&w.world, r)
}

// Try implements ai.Problem.
func (l *lookahead) Try(w *Tracked, s Scored, r *rand.Rand) float64 {
	value := float64(s.Value)
	w.Step(s.Move)
	var buf moveBuffer
	for turns := horizon; w.position.Turn() >= 0; {
		out := w.position.OutBefore(l.chair) >= 0
		if out && l.match == nil && !w.position.HasCoups() {
			break
		}
		list := w.Moves(buf[:0])
		switch {
		case len(list) == 1:
			w.Step(list[0])
		case out:
			w.Step(l.best(&w.world, list))
		case w.position.Turn() == l.chair:
			turns--
			best := l.evaluator.best(w, list)
			if turns == 0 {
				return value + float64(best.Value)
			}
			w.Step(best.Move)
		case r.Float64() < randomMoveRate:
			w.Step(list[r.IntN(len(list))])
		default:
			w.Step(l.evaluator.best(w, list).Move)
		}
	}
	return value + l.match.value(&w.position, l.chair)
}
