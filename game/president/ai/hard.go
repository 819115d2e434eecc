package ai

import (
	"math/rand/v2"
	"slices"

	"deuces/game"
	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/card"
	"deuces/game/president"
)

// Parameters of the search with a network.
const (
	candidates     = 6   // maximum number of plays to search; these are the ones that the network rates best
	maxBehind      = 0.7 // plays whose value is this much below the best aren't searched
	horizon        = 2   // number of further decisions of the seat before the network evaluates the position
	flatCandidates = 8   // like candidates and maxBehind, where the heuristics continue the round
	flatBehind     = 1.5
	turnValue      = 0.3 // what the heuristics' turns are worth in the network's values
	trappedValue   = 0.4 // subtracted from the value of a hand without a card that may be the last
	randomMoveRate = 0.1 // probability that another player makes a random move
)

// chooseHard searches among the plays that the network rates best. In an exchange, and where suits
// decide what a play does, of which the network knows nothing, it tries moves in sampled worlds and
// continues these by the heuristics.
func (d *decision) chooseHard(n *net.Net, b ai.Budget, seed uint64) president.Move {
	d.prepareSearch()
	if d.sample.position.Exchanging() {
		return searched(d, d, d.gifts(), b, seed, func(m president.Move) president.Move { return m })
	}
	l := &lookahead{decision: d, tracked: d.track(), evaluator: NewEvaluator(n)}
	if d.terms.Suited {
		return searched(d, d, l.promising(), b, seed, func(m president.Move) president.Move { return m })
	}
	list := ai.Promising(l.plays(&l.tracked, l.tracked.Moves(nil)), candidates, maxBehind)
	return searched(d, l, list, b, seed, func(s Scored) president.Move { return s.Move })
}

// searched returns the best of some moves and keeps the estimates of all.
func searched[W, M any](d *decision, p ai.Problem[W, M], moves []M, b ai.Budget, seed uint64, move func(M) president.Move) president.Move {
	best, estimates := ai.Searched(p, moves, b, seed, func(m M) game.Action { return d.sample.position.Action(move(m)) })
	d.estimates = estimates
	return move(best)
}

// chooseNetwork plays what the network rates best. In an exchange it follows the heuristics.
func (d *decision) chooseNetwork(n *net.Net) president.Move {
	if d.sample.position.Exchanging() {
		return d.best(&d.sample, d.moves)
	}
	t := d.track()
	return NewEvaluator(n).Best(&t).Move
}

// prepareSearch collects what the others did.
func (d *decision) prepareSearch() {
	d.match = newMatchEnd(d.rules, d.seen.View.Order, d.seen.History)
	d.observations.replayRound(d.rules, *d.seen, &d.sample, false)
	d.observations.learnFromHistory(d.rules, &d.heuristics, *d.seen)
	d.observations.prepareUnknown(&d.heuristics, &d.knownCards)
	for c := range d.start.Chairs() {
		if d.sizes[c] > d.known[c].Len() {
			d.holders = append(d.holders, c)
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

// promising lists the moves that the network and the heuristics together rate best, best first.
func (l *lookahead) promising() (moves []president.Move) {
	var e evaluation
	w := &l.sample
	e.set(&w.position, l.weights, l.decision.terms, w.inPlay-countOf(w.position.Hand(l.chair)))
	scored := slices.Clone(l.plays(&l.tracked, l.tracked.Moves(nil)))
	for i, s := range scored {
		scored[i].Value += turnValue * min(e.score(s.Move), 5) // going out scores 100
	}
	for _, s := range ai.Promising(scored, flatCandidates, flatBehind) {
		moves = append(moves, s.Move)
	}
	return moves
}

// Try implements ai.Problem for a search without the network's judgment. It makes the move, continues
// the round by the heuristics and returns the value of the result to the seat.
func (d *decision) Try(w *world, m president.Move, r *rand.Rand) float64 {
	w.step(m)
	d.playOn(w, d.chair, d.match != nil, r)
	return d.match.value(&w.position, d.chair)
}

// lookahead is the search of one decision with a network. The value of a play is the network's own
// value for it plus, averaged over worlds, its value of the position some turns later.
type lookahead struct {
	*decision
	tracked   Tracked
	evaluator *Evaluator
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
		out := w.position.PlaceSoFar(l.chair) >= 0
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
			best := ai.Best(l.plays(w, list))
			if turns == 0 {
				return value + float64(best.Value)
			}
			w.Step(best.Move)
		case r.Float64() < randomMoveRate:
			w.Step(list[r.IntN(len(list))])
		default:
			w.Step(ai.Best(l.plays(w, list)).Move)
		}
	}
	return value + l.match.value(&w.position, l.chair)
}

// plays evaluates moves with the network, which doesn't know that some cards can't be the last.
func (l *lookahead) plays(w *Tracked, list []president.Move) []Scored {
	scored := l.evaluator.plays(w, list)
	if w.terms.FoulLast == [2]uint64{} {
		return scored
	}
	hand, inverted := w.position.Hand(w.position.Turn()), w.position.Inverted()
	for i, s := range scored {
		if left := hand.Minus(s.Move.Cards()); left != (card.Set{}) && isTrapped(&w.terms, left, inverted) {
			scored[i].Value -= trappedValue
		}
	}
	return scored
}
