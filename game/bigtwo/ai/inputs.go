package ai

// The inputs of the network. They describe the position after a play or pass of a player. Each
// input is 0 or 1.
const (
	inHand          = 0                   // cards held
	inGone          = inHand + 52         // cards that anyone has played
	inCounts        = inGone + 52         // by opponent: number of cards, 1 to 13
	inDeclined      = inCounts + 3*13     // by opponent: the lowest plays they passed on
	inPassed        = inDeclined + 3*31   // by opponent: has passed in this trick
	inOwner         = inPassed + 3        // owner of the top play, counted from the player; if a lead follows, the place that leads
	inPasses        = inOwner + 4         // passes in a row
	inTop           = inPasses + 4        // the top play
	inLeft          = inTop + 170         // number of cards held
	inPlays         = inLeft + 14         // number of plays in the plan of the hand
	inSingles       = inPlays + 10        // number of singles in the plan
	inPairs         = inSingles + 10      // number of pairs in the plan
	inTriples       = inPairs + 7         // number of triples in the plan
	inFive          = inTriples + 5       // classes of the plays of five cards in the plan
	inUnbeatable    = inFive + 2*5        // number of plays in the plan that nobody can beat
	inBeatable      = inUnbeatable + 8    // number of other plays in the plan
	inTopUnbeatable = inBeatable + 10     // nobody can beat the top play
	inAbove         = inTopUnbeatable + 1 // if the top play is a single: number of unseen higher cards
	Inputs          = inAbove + 10        // number of inputs
)
