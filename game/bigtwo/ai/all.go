package ai

// What a critic looks at, which sees all hands and judges a position before the
// plays; only while training. Places are counted from the one whose turn it is.
const (
	allHands  = 0                     // cards held, by place and place in the order
	allLeft   = allHands + players*52 // how many, by place
	allPlays  = allLeft + players*14  // plays in the plan of the hand, by place
	allPassed = allPlays + players*10 // by place: it has passed in this trick
	allOwner  = allPassed + players   // whose the play to beat is
	allPasses = allOwner + players    // passes in a row
	allTop    = allPasses + players   // the play to beat
	allSure   = allTop + 170          // nobody else can beat it
	allFree   = allSure + 1           // a lead is due
	AllInputs = allFree + 1           // how many there are
)

// All appends the critic's inputs.
func (e *Evaluator) All(at []uint16, t *Tracked) []uint16 {
	add := func(input int) { at = append(at, uint16(input)) }
	for i := range players {
		place := (int(t.Turn) + i) % players
		hand := t.Hands[place]
		for rest := hand; rest != 0; rest &= rest - 1 {
			add(allHands + 52*i + rest.Low())
		}
		e.planner.take(hand)
		s := e.planner.without(0)
		add(allLeft + 14*i + hand.Len())
		add(allPlays + 10*i + min(s.plays(), 9))
		if t.Passed>>place&1 != 0 {
			add(allPassed + i)
		}
	}
	add(allPasses + int(t.Passes))
	if t.Top == pass {
		add(allFree)
		return at
	}
	add(allOwner + (int(t.Owner)-int(t.Turn)+players)%players)
	add(allTop + topInput(t.Top))
	if r := reachOf(t.unseen()|t.Hands[t.Turn], 13); r.sure(t.Top) {
		add(allSure)
	}
	return at
}
