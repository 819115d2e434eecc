package ai

import (
	"cmp"
	"slices"

	"deuces/game/ai"
	"deuces/game/president"
	"deuces/internal/say"
)

// reason says what decided for a move that the heuristics make: what it is ahead by of
// the next best, in what the heuristics count.
func (d *decision) reason(m president.Move) say.Message {
	var turns [][]ai.Reason
	var buf room
	for i := range d.past.own {
		w := &d.past.own[i]
		// A turn without a choice says nothing of those with one, and nobody asks.
		if moves := w.p.Moves(buf[:0]); d.choice(w, moves) == d.choice(&d.sample, d.moves) {
			turns = append(turns, d.reasons(w, moves, d.best(w, moves)))
		}
	}
	return ai.FreshReason(append(turns, d.reasons(&d.sample, d.moves, m)))
}

// choice says whether there is anything to decide.
func (t *tactics) choice(w *world, moves []president.Move) bool {
	return len(moves) > 1 && !w.p.Exchanging()
}

// reasons lists what speaks for a move that the heuristics make, what decided it
// first. There is always one, and mostly several.
func (t *tactics) reasons(w *world, moves []president.Move, m president.Move) []ai.Reason {
	p := &w.p
	hand := p.Hand(p.Turn())
	a := advice{tactics: t, moves: moves, move: m, at: p}
	a.see(p, t.w, t.terms, w.live-countOf(hand))
	for chair := range p.Chairs() {
		if chair != p.Turn() {
			a.out = a.out.Plus(p.Hand(chair))
		}
	}
	a.top, _, a.follows = p.Top()
	switch {
	case m.IsGift():
		a.hand = countOf(hand.Minus(m.Cards()))
		a.say("these are the cards you'll miss least: without them your hand takes only {n:# play|# plays}", a.left())
	case len(moves) == 1 && m.IsPass():
		a.beaten()
	case m.Size() == hand.Len():
		a.say("this empties your hand")
	case len(moves) == 1:
		a.say("it's your only play")
	default:
		if !m.IsPass() && t.terms.NoLastPair && hand.Len() == 2 && a.hand.of(a.height(m)) == 2 {
			a.say("a pair can't be your last play, so its cards go one by one")
		}
		a.decided()
		a.besides()
	}
	return a.list
}

// part is one of the things that the heuristics count.
type part int

const (
	danger part = iota // somebody may go out
	lead               // to win the trick, and what the lead is worth then
	joker              // a Joker is gone
	cards              // what of the hand is got rid of, and what that breaks up
	parts
)

// counts tells the parts that a move's worth is the sum of.
func (a *advice) counts(m president.Move) (worth [parts]float32) {
	l, all := a.plan, a.worth(m)
	worth[cards] = all
	for p, weights := range [...]weights{danger: *a.plan.w, lead: *a.plan.w, joker: *a.plan.w} {
		switch part(p) {
		case danger:
			weights.danger = 0
		case lead:
			weights.lead, weights.rush = [len(weights.lead)]float32{}, 0
		case joker:
			weights.joker = 0
		}
		l.w = &weights
		worth[p] = all - l.worth(m)
		worth[cards] -= worth[p]
	}
	return worth
}

// tie is by how little two moves may differ in something that decides nothing.
const tie = 0.05

// decided says by what the move is ahead of the best of the others, and of a pass: of
// the nearer first, and what it is most ahead by first.
func (a *advice) decided() {
	switch rest := a.rest(); {
	case a.move.IsPass() || a.after() != 1:
	case a.sure(a.move):
		a.say("nobody can beat it, and then you play your {n:last card|last cards}", rest.size())
	case a.last() > 0:
		a.say("nobody can beat your {set}, so you go out on your next turn", set(a.move.Size(), a.rank(a.last())))
	}
	if m := a.careless(); m != 0 && a.differ(m, a.move) {
		a.guards(m)
	}
	var rivals []president.Move
	if best := a.rival(); best != 0 {
		rivals = append(rivals, best)
	}
	if !a.move.IsPass() && slices.ContainsFunc(a.moves, president.Move.IsPass) {
		rivals = append(rivals, president.PassMove)
	}
	slices.SortStableFunc(rivals, func(m, o president.Move) int { return cmp.Compare(a.worth(o), a.worth(m)) })
	own := a.counts(a.move)
	for _, r := range rivals {
		its := a.counts(r)
		order := []part{danger, lead, joker, cards}
		slices.SortStableFunc(order, func(p, q part) int { return cmp.Compare(own[q]-its[q], own[p]-its[p]) })
		for _, p := range order {
			if own[p]-its[p] < tie {
				break
			}
			switch {
			case p == danger:
				a.guards(r)
			case p == lead:
				a.wins(r)
			case p == joker:
				a.say("it keeps your Joker for a trick that matters more")
			case a.move.IsPass():
				a.waits(r)
			default:
				a.sheds(r)
			}
		}
	}
}

// careless is what the heuristics would do if nobody were about to go out; 0 where
// nobody is.
func (a *advice) careless() president.Move {
	if a.single == 0 {
		return 0
	}
	l, weights := a.plan, *a.plan.w
	weights.danger = 0
	l.w = &weights
	return ai.Most(a.moves, l.worth)
}
