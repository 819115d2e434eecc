package ai

import (
	"cmp"
	"slices"

	"deuces/game/bigtwo"
)

// judge values the plays of a position with a network. It holds what it works
// with, so that nothing is allocated; one goroutine uses it at a time.
type judge struct {
	net     *net
	costs   costs
	planner planner
	sum     [hidden]float32 // of the inputs that no play changes, and of the hand as it is
	layers  layers
	always  inputList // those inputs
	change  inputList // what a play adds
	reach   reach
	legal   [bigtwo.MaxPlays]play
	scored  [bigtwo.MaxPlays]scored
}

// inputList lists inputs that are there.
type inputList struct {
	at [112]uint16
	n  int
}

func (l *inputList) add(input int) {
	l.at[l.n] = uint16(input)
	l.n++
}

// scored is a play and what it is worth to who makes it, in points.
type scored struct {
	play  play
	value float32
}

// maxCandidates bounds the plays of five that are valued; the others leave a worse hand.
const maxCandidates = 32

// plays values what the place whose turn it is may do. The list is the judge's
// and stands until the next call; the best is the first that has the most.
func (j *judge) plays(t *tale) []scored {
	legal := t.Legal(j.legal[:0])
	j.look(t)
	legal = j.prune(legal)
	list := j.scored[:0]
	for _, p := range legal {
		list = append(list, scored{p, j.value(t, p)})
	}
	return list
}

// bestOf returns the first of those that are worth most.
func bestOf(list []scored) scored {
	best := list[0]
	for _, s := range list[1:] {
		if s.value > best.value {
			best = s
		}
	}
	return best
}

// best returns the play that is worth most.
func (j *judge) best(t *tale) scored { return bestOf(j.plays(t)) }

// prune drops the plays of five that leave the worst hands where there are many.
func (j *judge) prune(legal []play) []play {
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
		s := j.planner.without(p.Cards())
		return s.plan.cost() + costOf(p).cost()
	}
	first := slices.IndexFunc(legal, func(p play) bool { return p.Class() >= bigtwo.Straight })
	part := legal[first : first+fives]
	slices.SortStableFunc(part, func(a, b play) int { return cmp.Compare(order(a), order(b)) })
	return append(legal[:first+maxCandidates], legal[first+fives:]...)
}

// look takes in a position before the plays.
func (j *judge) look(t *tale) {
	hand, unseen := t.Hands[t.Turn], t.unseen()
	j.planner.take(hand)
	a := &j.always
	a.n = 0
	for rest := deck &^ hand &^ unseen; rest != 0; rest &= rest - 1 {
		a.add(inGone + low(rest))
	}
	most := 0
	for i := range players - 1 {
		place := (int(t.Turn) + 1 + i) % players
		n := t.Hands[place].Len()
		most = max(most, n)
		if n > 0 {
			a.add(inCounts + 13*i + n - 1)
		}
		if t.Passed>>place&1 != 0 {
			a.add(inPassed + i)
		}
		d := t.declined[place]
		if d.single > 0 {
			a.add(inDeclined + 31*i + int(d.single) - 1)
		}
		if d.pair > 0 {
			a.add(inDeclined + 31*i + 13 + int(d.pair) - 1)
		}
		if d.five > 0 {
			a.add(inDeclined + 31*i + 26 + int(d.five) - 1)
		}
	}
	j.reach = reachOf(unseen, most)
	j.sum = j.net.bias1
	for _, i := range a.at[:a.n] {
		add(&j.sum, &j.net.in[i])
	}
	for rest := hand; rest != 0; rest &= rest - 1 {
		add(&j.sum, &j.net.in[inHand+low(rest)])
	}
}

// value is what a play is worth in the position that was looked at.
func (j *judge) value(t *tale, p play) float32 {
	if t.Hands[t.Turn] == p.Cards() {
		return j.costs.pot(t)
	}
	j.inputs(t, p)
	l := &j.layers
	l.first = j.sum
	for rest := p.Cards(); rest != 0; rest &= rest - 1 {
		subtract(&l.first, &j.net.in[inHand+low(rest)])
	}
	for _, i := range j.change.at[:j.change.n] {
		add(&l.first, &j.net.in[i])
	}
	return pointsUnit * j.net.finish(l)
}

// inputs lists what a play adds to the inputs.
func (j *judge) inputs(t *tale, p play) {
	c := &j.change
	c.n = 0
	top, owner, passes := p, 0, 0
	if p == pass {
		top, owner, passes = t.Top, (int(t.Owner)-int(t.Turn)+players)%players, int(t.Passes)+1
		if passes == players-1 {
			top = pass
		}
	}
	c.add(inOwner + owner)
	c.add(inPasses + passes)
	if top != pass {
		c.add(inTop + topInput(top))
		if j.reach.sure(top) {
			c.add(inTopSure)
		}
		if top.Class() == bigtwo.Single {
			c.add(inAbove + min((t.unseen()&over(top.High())).Len(), 9))
		}
	}
	s := j.planner.without(p.Cards())
	plays, sure := s.plays(), j.reach.sureIn(&s)
	c.add(inLeft + (j.planner.hand &^ p.Cards()).Len())
	c.add(inPlays + min(plays, 9))
	c.add(inSingles + min(s.plan.singles(), 9))
	c.add(inPairs + min(s.plan.pairs(), 6))
	c.add(inTriples + min(s.plan.triples(), 4))
	for i, f := range s.fives {
		if f != 0 {
			p, _ := bigtwo.Classify(f)
			c.add(inFive + 5*i + int(p.Class()-bigtwo.Straight))
		}
	}
	c.add(inSure + min(sure, 7))
	c.add(inLosers + min(max(plays-sure, 0), 9))
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
