package ai

import (
	"math/rand/v2"

	"deuces/game/card"
	"deuces/game/president"
)

// world is a round with all hands known.
type world struct {
	position president.Position
	inPlay   counts // all cards that are still held, by rank
}

// moveBuffer is a buffer for the moves of a position. With two decks there can be more moves than
// fit.
type moveBuffer [512]president.Move

// heuristics plays for any chair.
type heuristics struct {
	weights *weights
	terms   president.Terms
}

// best returns the move of the chair whose turn it is. It uses only what that chair may know, so
// the move doesn't depend on the hidden hands.
func (t *heuristics) best(w *world, moves []president.Move) president.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	if w.position.Exchanging() {
		return t.gift(w, moves)
	}
	var l evaluation
	l.set(&w.position, t.weights, t.terms, w.inPlay-countOf(w.position.Hand(w.position.Turn())))
	best, most := moves[0], float32(0)
	for i, m := range moves {
		if i > 0 && !t.differs(m, moves[i-1]) {
			continue
		}
		if v := l.score(m); i == 0 || v > most {
			best, most = m, v
		}
	}
	return best
}

// differs reports whether a move differs from the one listed before it, ignoring suits that don't
// matter.
func (t *heuristics) differs(m, before president.Move) bool {
	return m.Rank() != before.Rank() || m.Size() != before.Size() || m.Jokers() != before.Jokers() ||
		m.IsPass() != before.IsPass() || t.terms.Suits && m.Jokers() == 0 || t.terms.Suited && m != before
}

// countDifferent counts moves. It counts moves that differ only in suits that don't matter as one.
func (t *heuristics) countDifferent(moves []president.Move) int {
	n := 0
	for i, m := range moves {
		if i == 0 || t.differs(m, moves[i-1]) {
			n++
		}
	}
	return n
}

// gift returns the gift that leaves the best hand.
func (t *heuristics) gift(w *world, moves []president.Move) president.Move {
	var l evaluation
	hand := w.position.Hand(w.position.Turn())
	unseen := w.inPlay - countOf(hand)
	best, least := moves[0], float32(0)
	for i, m := range moves {
		l.set(&w.position, t.weights, t.terms, unseen)
		sum := l.costOf(hand.Minus(m.Cards()))
		if i == 0 || sum < least {
			best, least = m, sum
		}
	}
	return best
}

// costOf returns the cost of getting rid of a hand of the chair whose turn it is.
func (l *evaluation) costOf(hand card.Set) float32 {
	if l.terms.More {
		runs := l.planRuns(hand)
		return l.valueOf(hand, &runs).cost
	}
	held := countOf(hand)
	sum := -l.weights.joker * float32(held.of(jokers))
	for h := 1; h <= highest; h++ {
		sum += l.cost(held.of(h), h)
	}
	return sum
}

// step makes a move.
func (w *world) step(m president.Move) {
	if !m.IsPass() && !m.IsGift() {
		w.inPlay -= countOf(m.Cards())
	}
	w.position.Do(m)
}

// playOnRandomRate is the probability of a random move in playOn.
const playOnRandomRate = 0.04

// playOn continues a round by the heuristics until a chair's place is known or, if all is set,
// until the round is over.
func (t *heuristics) playOn(w *world, chair int, all bool, r *rand.Rand) {
	var buf moveBuffer
	for w.position.Turn() >= 0 && (all || w.position.PlaceSoFar(chair) < 0 || w.position.HasCoups()) {
		moves := w.position.Moves(buf[:0])
		if len(moves) > 1 && r.Float64() < playOnRandomRate {
			w.step(moves[r.IntN(len(moves))])
			continue
		}
		w.step(t.best(w, moves))
	}
}
