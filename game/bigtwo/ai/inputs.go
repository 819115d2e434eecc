package ai

// What the network looks at, as places in its input. It is a position as a
// place leaves it by a play or a pass: each input is there or isn't.
const (
	inHand     = 0                 // cards held, by place in the order
	inGone     = inHand + 52       // cards played, by anyone
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
	Inputs     = inAbove + 10      // how many there are
)
