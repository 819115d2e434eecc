package ai

import (
	"cmp"
	"slices"

	"deuces/game/ai"
	"deuces/game/president"
	"deuces/internal/say"
)

// reason returns the reason for a move that the heuristics chose: what puts it ahead of the next
// best move.
func (d *decision) reason(m president.Move) say.Message {
	var turns [][]ai.Reason
	var buf moveBuffer
	for i := range d.observations.earlier {
		w := &d.observations.earlier[i]
		// If this turn has a choice, skip earlier turns without one, because nobody would have
		// asked for a hint in them. If it has none, skip the turns with one.
		if moves := w.position.Moves(buf[:0]); d.hasChoice(w, moves) == d.hasChoice(&d.sample, d.moves) {
			turns = append(turns, d.reasons(w, moves, d.best(w, moves)))
		}
	}
	return ai.FreshReason(append(turns, d.reasons(&d.sample, d.moves, m)))
}

// hasChoice reports whether there is anything to decide.
func (t *heuristics) hasChoice(w *world, moves []president.Move) bool {
	return len(moves) > 1 && !w.position.Exchanging()
}

// reasons lists the reasons for a move that the heuristics chose, the deciding one first. There is
// always at least one.
func (t *heuristics) reasons(w *world, moves []president.Move, m president.Move) []ai.Reason {
	p := &w.position
	hand := p.Hand(p.Turn())
	a := advice{heuristics: t, moves: moves, move: m, position: p}
	a.set(p, t.weights, t.terms, w.inPlay-countOf(hand))
	for chair := range p.Chairs() {
		if chair != p.Turn() {
			a.othersCards = a.othersCards.Plus(p.Hand(chair))
		}
	}
	a.top, _, a.follows = p.Top()
	switch {
	case m.IsGift():
		a.hand = countOf(hand.Minus(m.Cards()))
		a.add("these are the cards you'll miss least")
	case len(moves) == 1 && m.IsPass():
		a.add(ai.CantBeat)
	case m.Size() == hand.Len():
		a.add(ai.EmptiesHand)
	case len(moves) == 1:
		a.add(ai.OnlyPlay)
	default:
		a.addDecidingReasons()
		a.addOtherReasons()
	}
	return a.list
}

// factor is one of the terms of a move's score.
type factor int

const (
	factorDanger factor = iota // someone may go out
	factorLead                 // winning the trick, and the value of the lead
	factorJoker                // keeping a Joker
	factorCards                // the cards played, and what that breaks up
	factors
)

// factorsOf splits the score of a move into factors.
func (a *advice) factorsOf(m president.Move) (worth [factors]float32) {
	l, all := a.evaluation, a.score(m)
	worth[factorCards] = all
	for p, weights := range [...]weights{factorDanger: *a.evaluation.weights, factorLead: *a.evaluation.weights, factorJoker: *a.evaluation.weights} {
		switch factor(p) {
		case factorDanger:
			weights.danger = 0
		case factorLead:
			weights.lead, weights.rush = [len(weights.lead)]float32{}, 0
		case factorJoker:
			weights.joker = 0
		}
		l.weights = &weights
		worth[p] = all - l.score(m)
		worth[factorCards] -= worth[p]
	}
	return worth
}

// negligible is the difference in score below which a factor is no reason for a move.
const negligible = 0.05

// addDecidingReasons adds reasons why the move beats the second-best move and passing. The closer
// of these two comes first; within each, the largest difference comes first.
func (a *advice) addDecidingReasons() {
	if !a.move.IsPass() && a.playsAfter() == 1 && a.unbeatable(a.move) {
		a.add(ai.ThenTheRest)
	}
	if a.heuristics.terms.More {
		a.addEffects()
	}
	if m := a.withoutDanger(); m != 0 && a.differs(m, a.move) {
		a.addOneCardLeft(m)
	}
	var rivals []president.Move
	if best := a.secondBest(); best != 0 {
		rivals = append(rivals, best)
	}
	if !a.move.IsPass() && slices.ContainsFunc(a.moves, president.Move.IsPass) {
		rivals = append(rivals, president.PassMove)
	}
	slices.SortStableFunc(rivals, func(m, o president.Move) int { return cmp.Compare(a.score(o), a.score(m)) })
	own := a.factorsOf(a.move)
	for _, r := range rivals {
		its := a.factorsOf(r)
		order := []factor{factorDanger, factorLead, factorJoker, factorCards}
		slices.SortStableFunc(order, func(p, q factor) int { return cmp.Compare(own[q]-its[q], own[p]-its[p]) })
		for _, p := range order {
			if own[p]-its[p] < negligible {
				break
			}
			switch {
			case p == factorDanger:
				a.addOneCardLeft(r)
			case p == factorLead:
				a.addWinsTrick(r)
			case p == factorJoker:
				a.addKeepsJoker()
			case a.move.IsPass():
				a.addReasonsToPass(r)
			default:
				a.addReasonsToPlay(r)
			}
		}
	}
}

// withoutDanger returns the move that the heuristics would make if nobody were about to go out, or
// 0 if nobody is.
func (a *advice) withoutDanger() president.Move {
	if a.oneCardLeft == 0 {
		return 0
	}
	l, weights := a.evaluation, *a.evaluation.weights
	weights.danger = 0
	l.weights = &weights
	return ai.BestBy(a.moves, l.score)
}
