package ai

import (
	"math/rand/v2"

	"deuces/game/president"
)

// world is a round with all hands known, as the search steps it.
type world struct {
	p    president.Position
	live counts // all cards that are still held, by rank
}

// room is a caller's buffer for moves; a hand of two decks may outgrow it.
type room [512]president.Move

// tactics is how a chair plays by heuristics.
type tactics struct {
	w     *weights
	terms president.Terms
}

// best returns what the heuristics say in a world, from what the chair whose
// turn it is may know: a world with the other hands dealt otherwise gives the same.
func (t *tactics) best(w *world, moves []president.Move) president.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	if w.p.Exchanging() {
		return t.gift(w, moves)
	}
	var l plan
	l.see(&w.p, t.w, t.terms, w.live-countOf(w.p.Hand(w.p.Turn())))
	best, most := moves[0], float32(0)
	for i, m := range moves {
		if i > 0 && !t.differ(m, moves[i-1]) {
			continue
		}
		if v := l.worth(m); i == 0 || v > most {
			best, most = m, v
		}
	}
	return best
}

// differ says whether a move differs from the one listed before it in more than
// suits that don't matter.
func (t *tactics) differ(m, before president.Move) bool {
	return m.Rank() != before.Rank() || m.Size() != before.Size() || m.Jokers() != before.Jokers() ||
		m.IsPass() != before.IsPass() || t.terms.Suits && m.Jokers() == 0
}

// count says how many moves there are, of moves that differ in suits that don't matter one.
func (t *tactics) count(moves []president.Move) int {
	n := 0
	for i, m := range moves {
		if i == 0 || t.differ(m, moves[i-1]) {
			n++
		}
	}
	return n
}

// gift returns what to give in the exchange: what the hand is best without.
func (t *tactics) gift(w *world, moves []president.Move) president.Move {
	var l plan
	hand := w.p.Hand(w.p.Turn())
	unseen := w.live - countOf(hand)
	best, least := moves[0], float32(0)
	for i, m := range moves {
		l.see(&w.p, t.w, t.terms, unseen)
		l.hand = countOf(hand.Minus(m.Cards()))
		sum := -t.w.joker * float32(l.hand.of(jokers))
		for h := 1; h <= highest; h++ {
			sum += l.cost(l.hand.of(h), h)
		}
		if i == 0 || sum < least {
			best, least = m, sum
		}
	}
	return best
}

// step makes a move.
func (w *world) step(m president.Move) {
	if !m.IsPass() && !m.IsGift() {
		w.live -= countOf(m.Cards())
	}
	w.p.Do(m)
}

// noise is how often a chair does something else than the heuristics say.
const noise = 0.04

// playOn plays a round on as everyone would, with noise, until a chair's place is
// known, or to its end.
func (t *tactics) playOn(w *world, chair int, all bool, r *rand.Rand) {
	var buf room
	for w.p.Turn() >= 0 && (all || w.p.OutBefore(chair) < 0 || w.p.HasCoups()) {
		moves := w.p.Moves(buf[:0])
		if len(moves) > 1 && r.Float64() < noise {
			w.step(moves[r.IntN(len(moves))])
			continue
		}
		w.step(t.best(w, moves))
	}
}
