package ai

import (
	"math/rand/v2"

	"deuces/game/acehole"
	"deuces/game/ai"
	"deuces/game/ai/net"
)

// Parameters of the search with a network.
const (
	candidatesWithNetwork = 6   // maximum number of plays to search; these are the ones that the network rates best
	maxBehind             = 15  // plays whose value is this many points below the best aren't searched
	horizon               = 2   // number of further decisions of the seat before the network evaluates the position
	randomMoveRate        = 0.1 // probability that another player makes a random move
)

// lookahead is the search of one decision with a network. The value of a play is the network's own
// value for it plus, averaged over worlds, its value of the position some turns later.
type lookahead struct {
	*matchPlayouts
	tracked   Tracked
	evaluator *Evaluator
}

// chooseWithNetwork returns the play that the search finds best.
func (d *decision) chooseWithNetwork(rules *acehole.Rules, n *net.Net, s ai.Observation, b ai.Budget, seed uint64) acehole.Play {
	l := &lookahead{matchPlayouts: newMatchPlayouts(rules, s, d), tracked: d.track(rules, s), evaluator: NewEvaluator(n)}
	list := ai.Promising(l.evaluator.Plays(&l.tracked), candidatesWithNetwork, maxBehind)
	return list[ai.Search(l, list, b, seed).Best].Move
}

// Deal implements ai.Problem.
func (l *lookahead) Deal(w *Tracked, r *rand.Rand) {
	*w = l.tracked
	l.matchPlayouts.Deal(&w.Core, r)
}

// Try implements ai.Problem.
func (l *lookahead) Try(w *Tracked, s Scored, r *rand.Rand) float64 {
	value, own := float64(s.Value), w.Turn
	w.Step(s.Move)
	var buf [bufferSize]acehole.Play
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
		case r.Float64() < randomMoveRate:
			w.Step(w.RandomMove(r))
		default:
			w.Step(l.evaluator.best(w, list).Move)
		}
	}
	return value + w.Value(int(own))
}
