package ai

// The inputs of the critic. The critic is a second network that is used only in training: it sees
// all hands and evaluates the position before a play. Players are counted from the one whose turn
// it is.
const (
	criticHands      = 0                         // by player and card: the player holds the card
	criticCounts     = criticHands + players*52  // by player: number of cards
	criticPlays      = criticCounts + players*14 // by player: number of plays in the plan of the hand
	criticPassed     = criticPlays + players*10  // by player: has passed in this trick
	criticOwner      = criticPassed + players    // the player of the top play
	criticPasses     = criticOwner + players     // passes in a row
	criticTop        = criticPasses + players    // the top play
	criticUnbeatable = criticTop + 170           // nobody else can beat the top play
	criticLead       = criticUnbeatable + 1      // the turn is a lead
	CriticSize       = criticLead + 1            // number of inputs
)

// CriticInputs appends the inputs of the critic for a position.
func (e *Evaluator) CriticInputs(at []uint16, t *Tracked) []uint16 {
	add := func(input int) { at = append(at, uint16(input)) }
	for i := range players {
		place := (int(t.Turn) + i) % players
		hand := t.Hands[place]
		for rest := hand; rest != 0; rest &= rest - 1 {
			add(criticHands + 52*i + rest.Low())
		}
		e.planner.setHand(hand)
		s := e.planner.without(0)
		add(criticCounts + 14*i + hand.Len())
		add(criticPlays + 10*i + min(s.plays(), 9))
		if t.Passed>>place&1 != 0 {
			add(criticPassed + i)
		}
	}
	add(criticPasses + int(t.Passes))
	if t.Top == pass {
		add(criticLead)
		return at
	}
	add(criticOwner + (int(t.Owner)-int(t.Turn)+players)%players)
	add(criticTop + topInput(t.Top))
	if r := strongestOf(t.unseen()|t.Hands[t.Turn], 13); r.unbeatable(t.Top) {
		add(criticUnbeatable)
	}
	return at
}
