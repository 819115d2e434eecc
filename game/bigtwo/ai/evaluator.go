package ai

import (
	"cmp"
	"slices"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/game/kit"
)

// scorePoints is the number of points that a score of 1 stands for.
const scorePoints = 0.1

// PointsUnit is the number of points that a network output of 1 stands for.
const PointsUnit = 16

// Evaluator evaluates the legal plays of a position with a network, or without one by the heuristics.
// It reuses its buffers, so it doesn't allocate and is not safe for concurrent use.
type Evaluator struct {
	net.Evaluator
	Heuristic
	rules     *bigtwo.Rules
	strongest strongest
	scored    [bigtwo.MaxPlays]Scored
}

// NewEvaluator returns an Evaluator for a network.
func NewEvaluator(n *net.Net, rules *bigtwo.Rules) *Evaluator {
	return &Evaluator{Evaluator: net.Evaluator{Net: n}, rules: rules}
}

// Result returns the points that a place has won with the finished round.
func (e *Evaluator) Result(t *Tracked, place int) float32 {
	return float32(e.rules.Score(&t.Core)[place])
}

// Scored is a play and its value in points to the player who makes it.
type Scored = ai.Scored[bigtwo.Play]

// maxCandidates is the maximum number of plays of five cards that are evaluated. Those that leave
// the worst hands are dropped.
const maxCandidates = 32

// Plays evaluates the legal plays of a position. The result is valid until the next call.
func (e *Evaluator) Plays(t *Tracked) []Scored { return e.plays(t, t.Legal(e.legal[:0])) }

// plays evaluates the legal plays. It reorders the argument.
func (e *Evaluator) plays(t *Tracked, legal []play) []Scored {
	if e.Net == nil {
		return e.byHeuristic(t, legal)
	}
	e.startPosition(t)
	legal = e.prune(legal)
	list := e.scored[:0]
	for _, p := range legal {
		list = append(list, Scored{Move: p, Value: e.value(t, p)})
	}
	return list
}

// byHeuristic evaluates the legal plays by their scores.
func (e *Evaluator) byHeuristic(t *Tracked, legal []play) []Scored {
	e.look(t)
	list := e.scored[:0]
	for _, p := range legal {
		list = append(list, Scored{Move: p, Value: float32(e.score(p)) * scorePoints})
	}
	return list
}

// Best returns the play with the highest value.
func (e *Evaluator) Best(t *Tracked) Scored { return ai.Best(e.Plays(t)) }

// prune drops plays of five cards that leave the worst hands, if there are more than maxCandidates.
func (e *Evaluator) prune(legal []play) []play {
	fives := 0
	for _, p := range legal {
		if p.Class() >= bigtwo.Straight {
			fives++
		}
	}
	if fives <= maxCandidates {
		return legal
	}
	order := func(p play) int {
		s := e.planner.without(p.Cards())
		return s.plan.cost() + costOf(p).cost()
	}
	first := slices.IndexFunc(legal, func(p play) bool { return p.Class() >= bigtwo.Straight })
	part := legal[first : first+fives]
	slices.SortStableFunc(part, func(a, b play) int { return cmp.Compare(order(a), order(b)) })
	return append(legal[:first+maxCandidates], legal[first+fives:]...)
}

// startPosition computes everything about a position that no play changes.
func (e *Evaluator) startPosition(t *Tracked) {
	hand, unseen := t.Hands[t.Turn], t.unseen()
	e.planner.setHand(&t.Variant, hand)
	a := &e.Fixed
	a.Clear()
	for rest := deck &^ hand &^ unseen; rest != 0; rest &= rest - 1 {
		a.Add(inGone + rest.Low())
	}
	most := 0
	for i := range players - 1 {
		place := (int(t.Turn) + 1 + i) % players
		n := min(t.Hands[place].Len(), 13)
		most = max(most, n)
		if n > 0 {
			a.Add(inCounts + 13*i + n - 1)
		}
		if t.Passed>>place&1 != 0 {
			a.Add(inPassed + i)
		}
		d := t.declined[place]
		if d.single > 0 {
			a.Add(inDeclined + 31*i + int(d.single) - 1)
		}
		if d.pair > 0 {
			a.Add(inDeclined + 31*i + 13 + int(d.pair) - 1)
		}
		if d.five > 0 {
			a.Add(inDeclined + 31*i + 26 + int(d.five) - 1)
		}
	}
	e.strongest = strongestOf(&t.Variant, unseen, most)
	addCards(a, hand)
	e.SumFixed()
}

// addCards adds the inputs of cards in the hand.
func addCards(a *net.Inputs, s cards) {
	for ; s != 0; s &= s - 1 {
		a.Add(inHand + s.Low())
	}
}

// value returns the value of a play in the current position.
func (e *Evaluator) value(t *Tracked, p play) float32 {
	if t.Hands[t.Turn] == p.Cards() {
		return e.Result(t, int(t.Turn))
	}
	e.inputs(t, p)
	return PointsUnit * e.Value(true)
}

// inputs sets the removed and the varying inputs for the position after a play.
func (e *Evaluator) inputs(t *Tracked, p play) {
	e.Removed.Clear()
	addCards(&e.Removed, p.Cards())
	c := &e.Varying
	c.Clear()
	top, owner, passes := p, 0, 0
	if p == pass {
		after := t.Core
		after.Step(pass)
		top, owner, passes = after.Top, (int(t.Owner)-int(t.Turn)+players)%players, int(t.Passes)+1
	}
	c.Add(inOwner + owner)
	c.Add(inPasses + passes)
	if top != pass {
		c.Add(inTop + topInput(top))
		if e.strongest.unbeatable(top) {
			c.Add(inTopUnbeatable)
		}
		if top.Class() == bigtwo.Single {
			c.Add(inAbove + min((t.unseen()&kit.Above(top.High())).Len(), 9))
		}
	}
	s := e.planner.without(p.Cards())
	plays, sure := s.plays(), e.strongest.countUnbeatable(&s)
	c.Add(inLeft + min((e.planner.hand&^p.Cards()).Len(), 13))
	c.Add(inPlays + min(plays, 9))
	c.Add(inSingles + min(s.plan.singles(), 9))
	c.Add(inPairs + min(s.plan.pairs(), 6))
	c.Add(inTriples + min(s.plan.triples(), 4))
	for i, f := range s.fives {
		if f != pass {
			c.Add(inFive + 5*i + int(f.Class()-bigtwo.Straight))
		}
	}
	c.Add(inUnbeatable + min(sure, 7))
	c.Add(inBeatable + min(max(plays-sure, 0), 9))
}

// topInput returns the index of the top play among its inputs.
func topInput(p play) int {
	switch c := p.Class(); c {
	case bigtwo.Single:
		return p.High()
	case bigtwo.Pair:
		return 52 + p.High()
	case bigtwo.StraightFlush:
		return 169
	case bigtwo.Triple:
		return 104 + p.High()/4
	default:
		return 117 + 13*int(c-bigtwo.Straight) + min(p.High()/4, 12) // a straight through A 2 may be higher
	}
}

// Inputs appends the network's inputs for the position after a play. Plays must have been called
// for the position before it. The weights depend on the order of the inputs, in which they are
// added up, so the cards of the hand come last.
func (e *Evaluator) Inputs(at []uint16, t *Tracked, p bigtwo.Play) []uint16 {
	e.inputs(t, p)
	hand := t.Hands[t.Turn]
	fixed := e.Fixed.List()
	at = append(at, fixed[:len(fixed)-hand.Len()]...)
	at = append(at, e.Varying.List()...)
	for rest := hand &^ p.Cards(); rest != 0; rest &= rest - 1 {
		at = append(at, uint16(inHand+rest.Low()))
	}
	return at
}
