package ai

// What the network looks at, as places in its input. It is a position as a
// place leaves it by a play or a pass: each input is there or isn't.
const (
	inHand     = 0                 // cards held, by place in the order
	inGone     = inHand + 52       // cards laid, by anyone
	inCounts   = inGone + 52       // for each opponent, how many cards, 1 to 13
	inDeclined = inCounts + 3*13   // for each, what it has passed on
	inPassed   = inDeclined + 3*31 // for each, that it has passed in this trick
	inOwner    = inPassed + 3      // whose the play to beat is, from oneself on; next in turn when it is to lead
	inPasses   = inOwner + 4       // passes in a row
	inTop      = inPasses + 4      // the play to beat
	inLeft     = inTop + 170       // how many cards are held
	inPlays    = inLeft + 14       // in the plan of the hand: plays,
	inSingles  = inPlays + 10      // single cards,
	inPairs    = inSingles + 10    // pairs,
	inTriples  = inPairs + 7       // triples,
	inFive     = inTriples + 5     // the classes of its plays of five,
	inSure     = inFive + 2*5      // plays that nobody can beat, and
	inLosers   = inSure + 8        // those that somebody may
	inTopSure  = inLosers + 10     // nobody can beat the play to beat
	inAbove    = inTopSure + 1     // of a single card: how many unseen ones are higher
	inputs     = inAbove + 10

	hidden = 128 // units of the first layer
	middle = 32  // and of the second

	pointsUnit = 16 // points of a round for each unit of the network's answer
)

// net is the network: two layers of units that pass on what is above zero, and
// one answer. Rows hold what one input or unit adds to all units of the next layer.
type net struct {
	in    [inputs][hidden]float32
	bias1 [hidden]float32
	mid   [hidden][middle]float32
	bias2 [middle]float32
	out   [middle]float32
	bias3 [1]float32
}

// each calls a function for each run of weights, always in the same order.
func (n *net) each(do func(row []float32)) {
	for i := range n.in {
		do(n.in[i][:])
	}
	do(n.bias1[:])
	for i := range n.mid {
		do(n.mid[i][:])
	}
	do(n.bias2[:])
	do(n.out[:])
	do(n.bias3[:])
}

// layers is what the network computes on the way.
type layers struct {
	first  [hidden]float32
	second [middle]float32
}

// finish computes the answer from the sums of the first layer.
func (n *net) finish(l *layers) float32 {
	l.second = n.bias2
	forward(&l.second, &n.mid, &l.first)
	y := n.bias3[0]
	for i, x := range l.second {
		if x > 0 {
			y += float32(x * n.out[i])
		}
	}
	return y
}

// lanes adds up eight sums in one fixed order.
func lanes(s *[8]float32) float32 {
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}
