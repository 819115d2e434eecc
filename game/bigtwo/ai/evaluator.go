package ai

import (
	"cmp"
	"slices"

	"deuces/game/ai"
	"deuces/game/ai/net"
	"deuces/game/bigtwo"
	"deuces/game/kit"
)

// PointsUnit is how many points of a round there are for each unit of the
// network's answer.
const PointsUnit = 16

// Evaluator values the plays of a position with a network. It holds what it works
// with, so that nothing is allocated; one goroutine uses it at a time.
type Evaluator struct {
	net     *net.Net
	costs   costs
	planner planner
	sum     [net.Hidden]float32 // of the inputs that no play changes, and of the hand as it is
	layers  net.Layers
	always  net.Inputs // those inputs
	change  net.Inputs // what a play adds
	reach   reach
	legal   [bigtwo.MaxPlays]play
	scored  [bigtwo.MaxPlays]Scored
}

// NewEvaluator returns one with a network.
func NewEvaluator(n *net.Net, rules *bigtwo.Rules) *Evaluator {
	return &Evaluator{net: n, costs: costsOf(rules)}
}

// Pot is what the place whose turn it is gains by playing its last cards, in points.
func (e *Evaluator) Pot(t *Tracked) float32 { return e.costs.pot(t) }

// Cost is what so many cards left in a hand cost, in points.
func (e *Evaluator) Cost(left int) float32 { return e.costs[left] }

// Scored is a play and what it is worth to who makes it, in points.
type Scored = ai.Scored[bigtwo.Play]

// maxCandidates bounds the plays of five that are valued; the others leave a worse hand.
const maxCandidates = 32

// Plays values what the place whose turn it is may do. The list is the evaluator's
// and stands until the next call; the best is the first that has the most.
func (e *Evaluator) Plays(t *Tracked) []Scored { return e.plays(t, t.Legal(e.legal[:0])) }

// plays values those of a list of all that are legal, and changes its order.
func (e *Evaluator) plays(t *Tracked, legal []play) []Scored {
	e.look(t)
	legal = e.prune(legal)
	list := e.scored[:0]
	for _, p := range legal {
		list = append(list, Scored{Move: p, Value: e.value(t, p)})
	}
	return list
}

// Best returns the play that is worth most.
func (e *Evaluator) Best(t *Tracked) Scored { return ai.Best(e.Plays(t)) }

// prune drops the plays of five that leave the worst hands where there are many.
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

// look takes in a position before the plays.
func (e *Evaluator) look(t *Tracked) {
	hand, unseen := t.Hands[t.Turn], t.unseen()
	e.planner.take(hand)
	a := &e.always
	a.Clear()
	for rest := deck &^ hand &^ unseen; rest != 0; rest &= rest - 1 {
		a.Add(inGone + rest.Low())
	}
	most := 0
	for i := range players - 1 {
		place := (int(t.Turn) + 1 + i) % players
		n := t.Hands[place].Len()
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
	e.reach = reachOf(unseen, most)
	e.sum = e.net.Bias1
	net.AddAll(&e.sum, e.net.In, a.List())
	for rest := hand; rest != 0; rest &= rest - 1 {
		net.Add(&e.sum, &e.net.In[inHand+rest.Low()])
	}
}

// value is what a play is worth in the position that was looked at.
func (e *Evaluator) value(t *Tracked, p play) float32 {
	if t.Hands[t.Turn] == p.Cards() {
		return e.costs.pot(t)
	}
	e.inputs(t, p)
	l := &e.layers
	l.First = e.sum
	for rest := p.Cards(); rest != 0; rest &= rest - 1 {
		net.Subtract(&l.First, &e.net.In[inHand+rest.Low()])
	}
	net.AddAll(&l.First, e.net.In, e.change.List())
	return PointsUnit * e.net.Finish(l)
}

// inputs lists what a play adds to the inputs.
func (e *Evaluator) inputs(t *Tracked, p play) {
	c := &e.change
	c.Clear()
	top, owner, passes := p, 0, 0
	if p == pass {
		top, owner, passes = t.Top, (int(t.Owner)-int(t.Turn)+players)%players, int(t.Passes)+1
		if passes == players-1 {
			top = pass
		}
	}
	c.Add(inOwner + owner)
	c.Add(inPasses + passes)
	if top != pass {
		c.Add(inTop + topInput(top))
		if e.reach.sure(top) {
			c.Add(inTopSure)
		}
		if top.Class() == bigtwo.Single {
			c.Add(inAbove + min((t.unseen()&kit.Above(top.High())).Len(), 9))
		}
	}
	s := e.planner.without(p.Cards())
	plays, sure := s.plays(), e.reach.sureIn(&s)
	c.Add(inLeft + (e.planner.hand &^ p.Cards()).Len())
	c.Add(inPlays + min(plays, 9))
	c.Add(inSingles + min(s.plan.singles(), 9))
	c.Add(inPairs + min(s.plan.pairs(), 6))
	c.Add(inTriples + min(s.plan.triples(), 4))
	for i, f := range s.fives {
		if f != 0 {
			p, _ := bigtwo.Classify(f)
			c.Add(inFive + 5*i + int(p.Class()-bigtwo.Straight))
		}
	}
	c.Add(inSure + min(sure, 7))
	c.Add(inLosers + min(max(plays-sure, 0), 9))
}

// topInput is the place of the play to beat among its inputs.
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
		return 117 + 13*int(c-bigtwo.Straight) + p.High()/4
	}
}

// Inputs appends the network's inputs for the position that a play leaves, of the
// position that Plays was asked about last.
func (e *Evaluator) Inputs(at []uint16, t *Tracked, p bigtwo.Play) []uint16 {
	e.inputs(t, p)
	at = append(at, e.always.List()...)
	at = append(at, e.change.List()...)
	for rest := t.Hands[t.Turn] &^ p.Cards(); rest != 0; rest &= rest - 1 {
		at = append(at, uint16(inHand+rest.Low()))
	}
	return at
}
